import Sortable from "sortablejs";

document.body.innerHTML = `<h1>Packing</h1><ul id="list"><li><span class="handle">☰</span> Rope</li><li><span class="handle">☰</span> Anchor</li><li><span class="handle">☰</span> Charts</li></ul>
  <div id="cards" style="display:flex;gap:8px"><div style="padding:8px;border:1px solid">Red</div><div style="padding:8px;border:1px solid">Green</div></div>`;
new Sortable(document.querySelector("#list"), { handle: ".handle", animation: 0 });
new Sortable(document.querySelector("#cards"), { animation: 0 });
