// A grid of cells, each an input named by its column and row. What is typed stays in this browser.
const columns = ["A", "B", "C"];
const kept = JSON.parse(localStorage.getItem("cells") ?? "null") ?? {
  A1: "Product", B1: "Article no.", C1: "Price",
  A2: "Birch floor lamp", B2: "BL-104", C2: "149.00",
};
const head = document.querySelector("thead");
const body = document.querySelector("tbody");
const saved = document.getElementById("saved");

head.innerHTML = `<tr><th></th>${columns.map((name) => `<th scope="col">${name}</th>`).join("")}</tr>`;
for (let number = 1; number <= 8; number += 1) {
  const row = body.insertRow();
  row.append(Object.assign(document.createElement("th"), { textContent: number, scope: "row" }));
  for (const column of columns) {
    const cell = `${column}${number}`;
    const input = Object.assign(document.createElement("input"), { value: kept[cell] ?? "" });
    input.setAttribute("aria-label", cell);
    input.addEventListener("change", () => keep(cell, input.value));
    row.insertCell().append(input);
  }
}

function keep(cell, value) {
  kept[cell] = value;
  localStorage.setItem("cells", JSON.stringify(kept));
  saved.textContent = `Saved ${cell}`;
}
