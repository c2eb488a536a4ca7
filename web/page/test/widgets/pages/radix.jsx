import {
  Accordion,
  Checkbox,
  DropdownMenu,
  Label,
  RadioGroup,
  Select,
  Slider,
  Switch,
  Tabs,
  Toast,
  ToggleGroup,
} from "radix-ui";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const bar = { position: "relative", display: "flex", alignItems: "center", width: 200, height: 20 };
function Page() {
  const [open, show] = useState(false);
  return (
    <Toast.Provider>
      <Label.Root htmlFor="fruit">Fruit</Label.Root>
      <Select.Root defaultValue="pear">
        <Select.Trigger id="fruit">
          <Select.Value />
          <Select.Icon>▾</Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Content>
            <Select.Viewport>
              {["apple", "pear", "plum"].map((fruit) => (
                <Select.Item key={fruit} value={fruit}>
                  <Select.ItemText>{fruit}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
      <p>
        <Checkbox.Root id="terms" defaultChecked style={{ width: 20, height: 20 }}>
          <Checkbox.Indicator>✓</Checkbox.Indicator>
        </Checkbox.Root>{" "}
        <label htmlFor="terms">Accept terms</label>
      </p>
      <p>
        <label htmlFor="plane">Airplane mode</label>{" "}
        <Switch.Root id="plane" style={{ width: 42, height: 25 }}>
          <Switch.Thumb style={{ display: "block", width: 21, height: 21, background: "#888" }} />
        </Switch.Root>
      </p>
      <RadioGroup.Root defaultValue="b" aria-label="Density">
        <span>
          <RadioGroup.Item value="a" id="r1" style={{ width: 20, height: 20 }} /> <label htmlFor="r1">Default</label>
        </span>
        <span>
          <RadioGroup.Item value="b" id="r2" style={{ width: 20, height: 20 }} /> <label htmlFor="r2">Compact</label>
        </span>
      </RadioGroup.Root>
      <p>Loudness</p>
      <Slider.Root defaultValue={[50]} max={100} style={bar}>
        <Slider.Track style={{ flexGrow: 1, height: 3, background: "#aaa", position: "relative" }}>
          <Slider.Range style={{ position: "absolute", height: 3, background: "blue" }} />
        </Slider.Track>
        <Slider.Thumb aria-label="Volume" style={{ display: "block", width: 20, height: 20, background: "#444" }} />
      </Slider.Root>
      <Tabs.Root defaultValue="account">
        <Tabs.List>
          <Tabs.Trigger value="account">Account</Tabs.Trigger>
          <Tabs.Trigger value="password">Password</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="account">Make changes here.</Tabs.Content>
      </Tabs.Root>
      <Accordion.Root type="single" collapsible>
        <Accordion.Item value="1">
          <Accordion.Trigger>Is it accessible?</Accordion.Trigger>
          <Accordion.Content>Yes.</Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
      <ToggleGroup.Root type="single" defaultValue="center">
        <ToggleGroup.Item value="left">Left</ToggleGroup.Item>
        <ToggleGroup.Item value="center">Center</ToggleGroup.Item>
      </ToggleGroup.Root>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>Options</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content>
            <DropdownMenu.Item>New tab</DropdownMenu.Item>
            <DropdownMenu.CheckboxItem checked>Show bookmarks</DropdownMenu.CheckboxItem>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <button type="button" onClick={() => show(true)}>
        Remind me
      </button>
      <Toast.Root open={open} duration={60000}>
        <Toast.Title>Scheduled: catch up</Toast.Title>
      </Toast.Root>
      <Toast.Viewport />
    </Toast.Provider>
  );
}
createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
