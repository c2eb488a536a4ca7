import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";

ModuleRegistry.registerModules([AllCommunityModule]);
document.body.innerHTML = `<h1>Parts</h1><div id="grid" style="height:400px;width:900px"></div>`;
const parts = ["Keel bolt", "Chain", "Anchor", "Shackle", "Winch", "Fender"];
createGrid(document.querySelector("#grid"), {
  columnDefs: [
    { field: "id", pinned: "left", width: 90 },
    { field: "part", headerName: "Part", filter: true, sort: "asc" },
    { field: "price", headerName: "Price", editable: true },
    ...Array.from({ length: 20 }, (_, at) => ({ field: `w${at}`, headerName: `Week ${at + 1}` })),
  ],
  rowData: Array.from({ length: 200 }, (_, at) => ({
    id: at + 1,
    part: `${parts[at % 6]} ${String(at).padStart(3, "0")}`,
    price: 10 + at,
    w0: at * 2,
  })),
  rowSelection: { mode: "multiRow" },
  pagination: true,
});
