import $ from "jquery";
import select2 from "select2/dist/js/select2.js";
import "select2/dist/css/select2.css";

if (typeof select2 === "function") select2(window, $);
document.body.innerHTML = `
  <h1>Booking</h1>
  <p><label for="state">State</label> <select id="state" style="width:300px"><option value="AL">Alabama</option>
    <option value="WY" selected>Wyoming</option><option value="TX">Texas</option></select></p>
  <p>Author: <select id="author" style="width:300px"><option></option><option>Ursula K. Le Guin</option><option>Italo Calvino</option></select></p>
  <p><label for="tags">Tags</label> <select id="tags" multiple style="width:300px"><option selected>Fantasy</option><option>Essay</option>
    <option selected>Travel</option></select></p>`;
$("#state").select2();
$("#author").select2({ placeholder: "Choose an author", allowClear: true });
$("#tags").select2();
