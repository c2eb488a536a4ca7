// A flight search. Prices follow from the day, so that another day has another cheapest flight.
const airports = ["New York (JFK)", "New York (EWR)", "Newcastle (NCL)", "London (LHR)", "London (LGW)", "Londrina (LDB)"];
const flights = [
  { flight: "Albion 12", from: "New York", to: "London", leaves: "08:15", stops: 0, base: 512 },
  { flight: "Kestrel 804", from: "New York", to: "London", leaves: "09:40", stops: 1, base: 289 },
  { flight: "Gannet 77", from: "New York", to: "London", leaves: "16:05", stops: 0, base: 431 },
  { flight: "Albion 16", from: "New York", to: "London", leaves: "18:30", stops: 0, base: 468 },
  { flight: "Fulmar 3", from: "New York", to: "London", leaves: "19:20", stops: 2, base: 244 },
  { flight: "Gannet 79", from: "New York", to: "London", leaves: "22:55", stops: 0, base: 455 },
];
const byId = (id) => document.getElementById(id);
const city = (text) => text.replace(/ \(.*/, "");

// On a day of the week each airline asks something else.
function price(flight, day) {
  const weekday = new Date(`${day}T12:00`).getDay();
  const wave = { Albion: weekday * 9, Gannet: (6 - weekday) * 14, Kestrel: 20, Fulmar: 30 };
  return flight.base + wave[flight.flight.split(" ")[0]];
}

function suggest(input, list) {
  const words = input.value.trim().toLowerCase();
  const found = words.length < 2 ? [] : airports.filter((name) => name.toLowerCase().includes(words));
  list.replaceChildren(
    ...found.map((name) => {
      const option = Object.assign(document.createElement("li"), { textContent: name });
      option.setAttribute("role", "option");
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => {
        input.value = name;
        close(input, list);
      });
      return option;
    }),
  );
  list.hidden = found.length === 0;
  input.setAttribute("aria-expanded", String(!list.hidden));
}

function close(input, list) {
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
}

for (const name of ["from", "to"]) {
  const [input, list] = [byId(name), byId(`${name}-list`)];
  input.addEventListener("input", () => suggest(input, list));
  input.addEventListener("blur", () => close(input, list));
}

function offer(flight, day) {
  const row = document.createElement("div");
  row.setAttribute("role", "listitem");
  const stops = flight.stops === 0 ? "Non-stop" : `${flight.stops} stop${flight.stops > 1 ? "s" : ""}`;
  for (const text of [flight.leaves, flight.flight, stops]) row.append(Object.assign(document.createElement("span"), { textContent: text }));
  row.append(Object.assign(document.createElement("span"), { className: "price", textContent: `$${price(flight, day)}` }));
  const choose = Object.assign(document.createElement("button"), { textContent: "Select" });
  choose.setAttribute("aria-label", `Select ${flight.flight}`);
  choose.addEventListener("click", () => {
    const chosen = new URLSearchParams({ flight: flight.flight, day, stops, price: price(flight, day) });
    location.assign(`chosen.html?${chosen}`);
  });
  row.append(choose);
  return row;
}

function show() {
  const day = byId("day").value;
  const [from, to] = [city(byId("from").value), city(byId("to").value)];
  const known = airports.map(city);
  if (!day || !known.includes(from) || !known.includes(to)) {
    byId("notice").textContent = "Choose where from, where to, and a day.";
    return;
  }
  byId("notice").textContent = "";
  byId("filters").hidden = false;
  const orders = {
    best: (a, b) => a.stops * 100 + a.base - (b.stops * 100 + b.base),
    early: (a, b) => a.leaves.localeCompare(b.leaves),
    price: (a, b) => price(a, day) - price(b, day),
  };
  const found = flights
    .filter((flight) => flight.from === from && flight.to === to)
    .filter((flight) => flight.stops === 0 || !byId("nonstop").checked)
    .sort(orders[byId("sort").value]);
  byId("heading").textContent = `${from} to ${to} on ${day}: ${found.length} flights`;
  byId("offers").replaceChildren(...found.map((flight) => offer(flight, day)));
}

byId("go").addEventListener("click", show);
for (const name of ["nonstop", "sort"]) byId(name).addEventListener("change", show);
