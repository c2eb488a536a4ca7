import flatpickr from "flatpickr";
import "flatpickr/dist/flatpickr.css";

document.body.innerHTML = `<label for="day">Arrival</label> <input id="day"><p>Departure <input id="end" placeholder="Select a date"></p>`;
flatpickr("#day", { defaultDate: "2026-03-14", now: "2026-03-01" });
flatpickr("#end", {
  altInput: true,
  inline: true,
  defaultDate: "2026-03-20",
  now: "2026-03-01",
  minDate: "2026-03-05",
});
