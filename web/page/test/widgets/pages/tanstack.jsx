import {
  flexRender,
  getCoreRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
} from "@tanstack/react-table";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const data = Array.from({ length: 30 }, (_, at) => ({
  first: ["Tanner", "Kevin", "Ada"][at % 3],
  age: 20 + at,
  status: at % 2 ? "Single" : "Married",
}));
const columns = [
  {
    id: "select",
    header: ({ table }) => (
      <input
        type="checkbox"
        checked={table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <input type="checkbox" checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} />
    ),
  },
  { accessorKey: "first", header: "First name" },
  { accessorKey: "age", header: "Age" },
  { accessorKey: "status", header: "Status" },
];
const models = {
  getCoreRowModel: getCoreRowModel(),
  getSortedRowModel: getSortedRowModel(),
  getPaginationRowModel: getPaginationRowModel(),
};
function Page() {
  const [sorting, onSortingChange] = useState([{ id: "age", desc: true }]);
  const [rowSelection, onRowSelectionChange] = useState({ 28: true });
  const table = useReactTable({
    data,
    columns,
    ...models,
    state: { sorting, rowSelection },
    onSortingChange,
    onRowSelectionChange,
  });
  return (
    <>
      <table>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id}>
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the head of the library's own example */}
                  <div
                    style={header.column.getCanSort() ? { cursor: "pointer" } : {}}
                    onClick={header.column.getToggleSortingHandler()}
                  >
                    {flexRender(header.column.columnDef.header, header.getContext())}
                    {{ asc: " 🔼", desc: " 🔽" }[header.column.getIsSorted()] ?? null}
                  </div>
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => table.previousPage()} disabled={!table.getCanPreviousPage()}>
        {"<"}
      </button>
      <button type="button" onClick={() => table.nextPage()}>
        {">"}
      </button>
      <span> Page 1 of {table.getPageCount()} </span>
      <select value={10} onChange={() => {}}>
        {[10, 20].map((size) => (
          <option key={size} value={size}>
            Show {size}
          </option>
        ))}
      </select>
    </>
  );
}
createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
