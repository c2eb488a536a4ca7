// A customer list that is searched on Enter, or a moment after typing.
const people = [
  ["Agnes Palm", "Fjord Logistics", "Lead"],
  ["Bertil Dahlström", "Norrland Timber", "Former"],
  ["Ebba Sund", "Norrland Timber", "Customer"],
  ["Jonas Vik", "Kvarn Foods", "Customer"],
  ["Signe Dahl", "Kvarn Foods", "Lead"],
  ["Signe Dahlberg", "Norrland Timber", "Customer"],
  ["Torsten Ek", "Fjord Logistics", "Customer"],
];
const list = document.getElementById("list");
const panel = document.getElementById("panel");
const seek = document.getElementById("seek");
let typing;

function cell(text, role = "gridcell") {
  const cell = document.createElement("div");
  cell.setAttribute("role", role);
  cell.textContent = text;
  return cell;
}

function row(cells, className = "") {
  const row = document.createElement("div");
  row.setAttribute("role", "row");
  row.className = className;
  row.append(...cells);
  return row;
}

function open(person) {
  panel.hidden = false;
  panel.replaceChildren(
    Object.assign(document.createElement("h2"), { textContent: person[0] }),
    Object.assign(document.createElement("p"), { textContent: `${person[1]} · ${person[2]}` }),
    Object.assign(document.createElement("p"), { textContent: `Last call: 12 October. Owner: you.` }),
  );
}

function show() {
  const words = seek.value.trim().toLowerCase();
  const found = people.filter((person) => person.join(" ").toLowerCase().includes(words));
  const head = row(["Name", "Company", "Status"].map((name) => cell(name, "columnheader")), "head");
  const rows = found.map((person) => {
    const one = row(person.map((text) => cell(text)));
    one.tabIndex = 0;
    one.addEventListener("click", () => open(person));
    return one;
  });
  list.replaceChildren(head, ...rows);
  panel.hidden = true;
  document.getElementById("count").textContent = words ? `${found.length} found` : "";
}

seek.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(show, 200);
});
seek.addEventListener("keydown", (event) => {
  if (event.key === "Enter") show();
});
show();
