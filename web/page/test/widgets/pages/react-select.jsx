import { createRoot } from "react-dom/client";
import Select from "react-select";

const options = ["Chocolate", "Strawberry", "Vanilla"].map((label) => ({ value: label.toLowerCase(), label }));
createRoot(document.body.appendChild(document.createElement("main"))).render(
  <>
    <label htmlFor="flavour">Flavour</label>
    <Select inputId="flavour" name="flavour" options={options} defaultValue={options[2]} />
    <p>Toppings</p>
    <Select
      name="toppings"
      aria-label="Toppings"
      isMulti
      isClearable
      options={options}
      defaultValue={[options[0], options[1]]}
    />
    <label htmlFor="size">Size</label>
    <Select
      inputId="size"
      name="size"
      placeholder="How large?"
      options={options}
      isSearchable={false}
      menuPortalTarget={document.body}
    />
  </>,
);
