import { Calendar } from "fullcalendar";

document.body.innerHTML = `<div id="calendar" style="max-width:900px"></div>`;
new Calendar(document.querySelector("#calendar"), {
  initialView: "dayGridMonth",
  initialDate: "2026-03-14",
  now: "2026-03-14",
  height: 640,
  headerToolbar: { left: "prev,next today", center: "title", right: "dayGridMonth,timeGridWeek,listWeek" },
  navLinks: true,
  selectable: true,
  editable: true,
  dateClick() {},
  eventClick() {},
  events: [
    { title: "Regatta", start: "2026-03-07" },
    { title: "Harbour tour", start: "2026-03-12T10:30:00" },
    { title: "Long trip", start: "2026-03-24", end: "2026-03-27" },
  ],
}).render();
