import $ from "jquery";
import "./jquery-global.js";
import "jquery-ui/dist/jquery-ui.js";
import "jquery-ui/dist/themes/base/jquery-ui.css";

document.body.innerHTML = `
  <p><label for="date">Date</label> <input id="date"></p>
  <p><label for="town">Town</label> <input id="town"></p>
  <p><label for="many">How many</label> <input id="many" value="3"></p>
  <p><label for="speed">Speed</label> <select id="speed"><option>Slow</option><option selected>Fast</option></select></p>
  <p><label for="loud">Volume</label></p><div id="loud" style="width:300px"></div>
  <p>Price range</p><div id="range" style="width:300px"></div>
  <div id="tabs"><ul><li><a href="#t1">Nunc tincidunt</a></li><li><a href="#t2">Proin dolor</a></li></ul><div id="t1">One</div><div id="t2">Two</div></div>
  <div id="acc"><h3>Section 1</h3><div>Mauris mauris ante</div><h3>Section 2</h3><div>Sed non urna</div></div>
  <ul id="menu" style="width:150px"><li><div>Books</div></li><li><div>Toys</div><ul><li><div>Cars</div></li></ul></li></ul>
  <fieldset><legend>Rating</legend><label for="star1">One star</label><input type="radio" name="star" id="star1"><label for="star2">Two stars</label><input type="radio" name="star" id="star2" checked></fieldset>
  <ul id="sort"><li>Item 1</li><li>Item 2</li></ul>
  <button id="open">Open dialog</button><div id="dialog" title="Empty the bin?">These items go for good.</div>`;
$("#date").datepicker({ defaultDate: new Date(2026, 2, 14) });
$("#town").autocomplete({ source: ["Bergen", "Bristol", "Bordeaux"] });
$("#many").spinner();
$("#speed").selectmenu({ width: 200 });
$("#loud").slider({ value: 60 });
$("#range").slider({ range: true, min: 0, max: 500, values: [75, 300] });
$("#tabs").tabs();
$("#acc").accordion();
$("#menu").menu();
$("[name=star]").checkboxradio();
$("#sort").sortable();
$("#dialog").dialog({ autoOpen: false, modal: true, buttons: { "Delete all": () => {}, Cancel: () => {} } });
$("#open").on("click", () => $("#dialog").dialog("open"));
