// A small bookshop without a server: the stock is a list, the basket lives in the browser.
const stock = [
  { id: "tides", title: "The Book of Tides", author: "William Thomson", price: 1899, shelf: "Nature" },
  { id: "lamps", title: "Keeper of the Lamps", author: "Ines Falk", price: 1250, shelf: "Fiction" },
  { id: "sea-room", title: "Sea Room", author: "Adam Marsh", price: 1099, shelf: "Travel" },
  { id: "sea-glass", title: "Sea Glass Winter", author: "Tove Lind", price: 895, shelf: "Fiction" },
  { id: "deep-sea", title: "A Deep Sea Atlas", author: "Priya Nair", price: 3400, shelf: "Nature" },
  { id: "knots", title: "Forty Useful Knots", author: "Jonas Berg", price: 750, shelf: "Craft" },
  { id: "harbour", title: "Harbour Lights", author: "Maeve O'Dowd", price: 1125, shelf: "Fiction" },
  { id: "charts", title: "Reading Old Charts", author: "Otto Brandt", price: 2100, shelf: "Craft" },
];
const codes = { HARBOUR10: 0.1 };
const wrapping = 300;

const money = (pence) => `£${(pence / 100).toFixed(2)}`;
const basket = () => JSON.parse(localStorage.getItem("basket") ?? "[]");
const keep = (lines) => localStorage.setItem("basket", JSON.stringify(lines));
const byId = (id) => document.getElementById(id);
const make = (tag, text, attributes = {}) => Object.assign(document.createElement(tag), { textContent: text, ...attributes });

function chrome() {
  const header = document.createElement("header");
  const nav = document.createElement("nav");
  nav.setAttribute("aria-label", "Shop");
  const count = basket().reduce((sum, line) => sum + line.quantity, 0);
  nav.append(make("a", "Books", { href: "index.html" }), make("a", `Basket (${count})`, { href: "basket.html" }));
  header.append(make("a", "Harbour Books", { href: "index.html", className: "brand" }), nav);
  document.body.prepend(header);
  if (!localStorage.getItem("cookies")) notice();
}

function notice() {
  const box = make("div", "", { className: "notice" });
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "Cookies");
  const accept = make("button", "Got it", { type: "button" });
  accept.addEventListener("click", () => {
    localStorage.setItem("cookies", "seen");
    box.remove();
  });
  box.append(make("span", "We keep your basket in this browser and nothing else."), accept);
  document.body.append(box);
}

function catalogue() {
  const list = byId("books");
  const show = () => {
    const words = byId("query").value.trim().toLowerCase();
    const found = stock.filter((book) => `${book.title} ${book.author}`.toLowerCase().includes(words));
    list.replaceChildren(
      ...found.map((book) => {
        const row = document.createElement("tr");
        const title = document.createElement("td");
        title.append(make("a", book.title, { href: `book.html?id=${book.id}` }));
        row.append(title, make("td", book.author), make("td", book.shelf), make("td", money(book.price), { className: "price" }));
        return row;
      }),
    );
    byId("found").textContent = words ? `${found.length} books match “${words}”` : "";
  };
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  show();
}

function book() {
  const wanted = new URLSearchParams(location.search).get("id");
  const found = stock.find((one) => one.id === wanted) ?? stock[0];
  document.title = `${found.title} · Harbour Books`;
  byId("title").textContent = found.title;
  byId("author").textContent = `by ${found.author}`;
  byId("price").textContent = money(found.price);
  byId("order").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    keep([
      ...basket(),
      {
        id: found.id,
        quantity: Number(form.quantity.value),
        delivery: form.delivery.value,
        wrapped: form.wrapped.checked,
      },
    ]);
    byId("said").textContent = `Added ${form.quantity.value} × ${found.title} to your basket.`;
    document.querySelector("nav a:last-child").textContent = `Basket (${basket().reduce((sum, line) => sum + line.quantity, 0)})`;
  });
}

function till() {
  let discount = 0;
  const show = () => {
    const lines = basket().map((line) => ({ ...line, book: stock.find((one) => one.id === line.id) }));
    byId("lines").replaceChildren(
      ...lines.map((line) => {
        const row = document.createElement("tr");
        const cost = line.book.price * line.quantity + (line.wrapped ? wrapping : 0);
        row.append(
          make("td", line.book.title + (line.wrapped ? " (gift wrapped)" : "")),
          make("td", line.delivery),
          make("td", String(line.quantity)),
          make("td", money(cost), { className: "price" }),
        );
        return row;
      }),
    );
    const sum = lines.reduce((total, line) => total + line.book.price * line.quantity + (line.wrapped ? wrapping : 0), 0);
    byId("total").textContent = `Total: ${money(Math.round(sum * (1 - discount)))}`;
  };
  byId("code-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const code = byId("code").value.trim().toUpperCase();
    discount = codes[code] ?? 0;
    byId("said").textContent = discount ? `Code ${code} applied: ${discount * 100}% off.` : "We do not know that code.";
    show();
  });
  show();
}

chrome();
({ catalogue, book, till })[document.body.dataset.page]?.();
