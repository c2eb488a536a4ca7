import * as Dialog from "@radix-ui/react-dialog";
import * as Menu from "@radix-ui/react-dropdown-menu";
import * as Select from "@radix-ui/react-select";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import ReactSelect from "react-select";

const fruits = ["Apple", "Banana", "Cherry", "Grape", "Pear", "Pineapple"];
const options = ["Ana", "Ben", "Carla", "Dina", "Emil"].map((label) => ({ value: label.toLowerCase(), label }));

function Page() {
  const [fruit, setFruit] = useState("apple");
  const [owner, setOwner] = useState(null);
  const [readers, setReaders] = useState([options[0]]);
  const [name, setName] = useState("Plan B");
  const [draft, setDraft] = useState(name);
  const [archived, setArchived] = useState(false);
  const [bold, setBold] = useState(false);
  window.readState = () => ({
    form: { fruit, owner: owner?.value ?? "", readers: readers.map((one) => one.value), name, archived, bold },
  });
  return (
    <>
      <h1>{name}</h1>
      <p>
        <label id="fruit">Fruit</label>{" "}
        <Select.Root value={fruit} onValueChange={setFruit}>
          <Select.Trigger aria-labelledby="fruit"><Select.Value /></Select.Trigger>
          <Select.Portal>
            <Select.Content>
              <Select.Viewport>
                {fruits.map((each) => (
                  <Select.Item key={each} value={each.toLowerCase()}><Select.ItemText>{each}</Select.ItemText></Select.Item>
                ))}
              </Select.Viewport>
            </Select.Content>
          </Select.Portal>
        </Select.Root>
      </p>
      <label htmlFor="owner">Owner</label>
      <ReactSelect inputId="owner" options={options} value={owner} onChange={setOwner} />
      <label htmlFor="readers">Readers</label>
      <ReactSelect inputId="readers" isMulti options={options} value={readers} onChange={setReaders} />
      <p>
        <Dialog.Root>
          <Dialog.Trigger>Rename</Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Content aria-describedby={undefined}>
              <Dialog.Title>Rename the plan</Dialog.Title>
              <label>New name <input value={draft} onChange={(event) => setDraft(event.target.value)} /></label>
              <Dialog.Close onClick={() => setName(draft)}>Save</Dialog.Close>
              <Dialog.Close>Never mind</Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>{" "}
        <Menu.Root>
          <Menu.Trigger>More</Menu.Trigger>
          <Menu.Portal>
            <Menu.Content>
              <Menu.Item onSelect={() => setArchived(true)}>Archive</Menu.Item>
              <Menu.CheckboxItem checked={bold} onCheckedChange={setBold}>Bold text</Menu.CheckboxItem>
            </Menu.Content>
          </Menu.Portal>
        </Menu.Root>
      </p>
    </>
  );
}

createRoot(document.getElementById("root")).render(<Page />);
