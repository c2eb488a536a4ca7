import noUiSlider from "nouislider";
import "nouislider/dist/nouislider.css";

document.body.innerHTML = `<h1>Search</h1><p>Price</p><div id="price" style="width:400px;margin:60px"></div><p>Guests</p><div id="guests" style="width:400px;margin:40px"></div>
  <p>Rooms</p><div id="rooms" style="width:400px;margin:40px"></div><p>Depth</p><div id="depth" style="height:100px;margin:40px"></div>`;
const range = { min: 0, max: 100 };
noUiSlider.create(document.querySelector("#price"), {
  start: [20, 80],
  connect: true,
  tooltips: true,
  range,
  handleAttributes: [{ "aria-label": "lowest" }, { "aria-label": "highest" }],
});
noUiSlider.create(document.querySelector("#guests"), {
  start: 4,
  step: 1,
  range: { min: 1, max: 12 },
  pips: { mode: "count", values: 4 },
});
// These take no keys.
noUiSlider.create(document.querySelector("#rooms"), {
  start: 1,
  step: 1,
  range: { min: 0, max: 20 },
  keyboardSupport: false,
  handleAttributes: [{ "aria-label": "Rooms" }],
});
noUiSlider.create(document.querySelector("#depth"), {
  start: 10,
  range,
  orientation: "vertical",
  direction: "rtl",
  keyboardSupport: false,
  handleAttributes: [{ "aria-label": "Depth" }],
});
window.rooms = document.querySelector("#rooms").noUiSlider;
window.depth = document.querySelector("#depth").noUiSlider;
