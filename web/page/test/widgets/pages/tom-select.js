import TomSelect from "tom-select";
import "tom-select/dist/css/tom-select.css";

document.body.innerHTML = `
  <h1>Requests</h1>
  <label for="wish">Wish</label>
  <select id="wish" placeholder="Choose a wish..." autocomplete="off"><option value="">Choose a wish...</option><option>Breakfast</option>
    <option>Parking</option><option>Late checkout</option></select>
  <label for="guests">Guests</label>
  <input id="guests" value="Ada,Grace" autocomplete="off" />
  <label for="floor">Floor</label>
  <select id="floor"><option>Ground</option><option selected>First</option></select>`;
new TomSelect("#wish", { create: true });
new TomSelect("#guests", { persist: false, create: true, plugins: ["remove_button"] });
new TomSelect("#floor");
