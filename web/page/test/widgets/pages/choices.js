import Choices from "choices.js";
import "choices.js/public/assets/styles/choices.css";

document.body.innerHTML = `
  <h1>Delivery</h1>
  <label for="city">City</label>
  <select id="city"><option value="">Pick a city</option><option>Genoa</option><option>Lisbon</option><option>Oslo</option></select>
  <label for="extras">Extras</label>
  <select id="extras" multiple><option selected>Gift wrap</option><option>Express</option></select>`;
new Choices("#city", { searchEnabled: true, itemSelectText: "" });
new Choices("#extras", { removeItemButton: true });
