// A small index of the web: what is found holds every word that was asked for.
const index = [
  {
    ad: true,
    title: "Book a seat to orbit - Perihelion Tours",
    site: "perihelion-tours.example",
    href: "#ad",
    text: "Perihelion Aerospace flights from a travel agent you can trust. Pay in rates.",
  },
  {
    title: "Perihelion Aerospace",
    site: "perihelion.example",
    href: "#official",
    text: "We build reusable rockets. Careers, launches, updates.",
  },
  {
    title: "Perihelion Aerospace - Opentome, the free encyclopedia",
    site: "opentome.example › wiki › Perihelion_Aerospace",
    href: "wiki/perihelion-aerospace.html",
    text: "Perihelion Aerospace Corporation is a launch company founded in 2004 by Ines Calder …",
  },
  {
    title: "Perihelion Aerospace delays its fourth test flight",
    site: "daily-orbit.example › news",
    href: "#news",
    text: "3 days ago — The company said that weather was to blame.",
  },
  {
    title: "Perihelion - Opentome, the free encyclopedia",
    site: "opentome.example › wiki › Perihelion",
    href: "#perihelion",
    text: "The perihelion is the point of an orbit that is nearest to the Sun.",
  },
];

const words = new URLSearchParams(location.search).get("q")?.trim() ?? "";
const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
const found = index.filter((page) => {
  const text = `${page.title} ${page.text}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
});

function entry(page) {
  const block = document.createElement("div");
  block.className = page.ad ? "g ad" : "g";
  const link = document.createElement("a");
  link.href = page.href;
  const title = document.createElement("h3");
  title.textContent = page.title;
  const site = document.createElement("cite");
  site.textContent = page.site;
  link.append(title, site);
  const text = document.createElement("div");
  text.className = "s";
  text.textContent = page.text;
  if (page.ad) block.append(Object.assign(document.createElement("span"), { className: "label", textContent: "Sponsored" }));
  block.append(link, text);
  return block;
}

document.title = `${words} - Quarry Search`;
document.querySelector("input").value = words;
document.getElementById("stats").textContent = found.length ? `About ${found.length} results` : "Your search did not match any documents.";
document.getElementById("results").append(...found.map(entry));
