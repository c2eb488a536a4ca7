// A feed that fetches two more whenever its end comes into view.
const titles = [
  ["Sharpening a plane iron in five minutes", "Bench & Bevel", "412K views"],
  ["Why sourdough needs a second fold", "The Slow Oven", "1.1M views"],
  ["Every bridge over the Aare, ranked", "Span", "88K views"],
  ["Restoring a 1962 radio", "Old Circuits", "2.3M views"],
  ["A night on the Hornisgrinde", "Quiet Trails", "64K views"],
  ["How fountain pens are made", "Factory Hours", "930K views"],
  ["Reading a weather map", "Isobar", "275K views"],
  ["The last paternoster lifts", "Span", "510K views"],
  ["Tuning a harpsichord by ear", "Old Strings", "47K views"],
  ["Mending a dry stone wall", "Field Work", "190K views"],
];
const batch = 2;
let shown = 0;

function card([title, by, views], number) {
  const card = document.createElement("spool-card");
  card.setAttribute("role", "article");
  card.innerHTML = `<div class="thumb" style="background: hsl(${number * 47} 45% 40%)"></div>
    <div><h3><a id="video-title"></a></h3><div class="meta"></div><div class="by"></div></div>`;
  const link = card.querySelector("a");
  link.textContent = title;
  link.href = `watch.html?v=${number}`;
  card.querySelector(".meta").textContent = views;
  card.querySelector(".by").textContent = by;
  return card;
}

function fetchMore() {
  // As long as a quick network takes.
  setTimeout(() => {
    const next = titles.slice(shown, shown + batch);
    document.getElementById("feed").append(...next.map((one, at) => card(one, shown + at + 1)));
    shown += next.length;
    if (shown === titles.length) return more.remove();
    watcher.unobserve(more);
    watcher.observe(more);
  }, 120);
}

const more = document.getElementById("more");
const watcher = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) fetchMore();
});
watcher.observe(more);
