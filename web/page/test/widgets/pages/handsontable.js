import Handsontable from "handsontable";
import { registerAllModules } from "handsontable/registry";
import "handsontable/styles/handsontable.css";
import "handsontable/styles/ht-theme-main.css";

registerAllModules();
document.body.innerHTML = `<h1>Sales</h1><div id="sheet" class="ht-theme-main"></div>`;
new Handsontable(document.querySelector("#sheet"), {
  data: Array.from({ length: 100 }, (_, at) => [`Boat ${at + 1}`, 2000 + at, at % 2 === 0, "Red"]),
  colHeaders: ["Name", "Year", "Paid", "Colour"],
  columns: [{}, { type: "numeric" }, { type: "checkbox" }, { type: "dropdown", source: ["Red", "Blue"] }],
  rowHeaders: true,
  fixedColumnsStart: 1,
  columnSorting: { initialConfig: { column: 1, sortOrder: "desc" } },
  dropdownMenu: true,
  height: 320,
  width: 600,
  licenseKey: "non-commercial-and-evaluation",
});
