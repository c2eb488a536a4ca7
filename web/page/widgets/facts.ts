import type { Page } from "playwright-core";

/** A page as it stands after something was done. */
export interface Scene {
  when: string;
  act?: (page: Page) => Promise<unknown>;
  /** What some line of the look says; " … " stands for anything. */
  says: readonly string[];
  /** What no line says. */
  never?: readonly string[];
}

export interface Widget {
  page: string;
  scenes: readonly Scene[];
}

const still = { when: "at first", says: [] };
const clicking = (when: string, selector: string): Scene => ({ when, act: (page) => page.click(selector), says: [] });

export const WIDGETS: readonly Widget[] = [
  { page: "select2", scenes: [still, clicking("open", ".select2-selection"), { when: "chosen", act: (p) => p.keyboard.press("Escape").then(() => p.click(".select2-selection >> nth=1")), says: [] }] },
  { page: "tom-select", scenes: [still, clicking("open", ".ts-control")] },
  { page: "choices", scenes: [still, clicking("open", ".choices")] },
  { page: "react-select", scenes: [still, { when: "open", act: (p) => p.getByText("Vanilla").click(), says: [] }, { when: "portal", act: (p) => p.keyboard.press("Escape").then(() => p.locator("#size").click({ force: true, timeout: 3000 })), says: [] }] },
  { page: "antd", scenes: [still, { when: "list", act: (p) => p.click(".ant-select"), says: [] }, { when: "calendar", act: (p) => p.keyboard.press("Escape").then(() => p.click(".ant-picker")), says: [] }, { when: "saved", act: (p) => p.keyboard.press("Escape").then(() => p.getByText("Save").click()), says: [] }, { when: "below", act: (p) => p.mouse.wheel(0, 2000).then(() => p.waitForTimeout(300)), says: [] }] },
  { page: "mui", scenes: [still, { when: "list", act: (p) => p.click("[role=combobox] >> nth=0"), says: [] }, { when: "auto", act: (p) => p.keyboard.press("Escape").then(() => p.waitForTimeout(400)).then(() => p.click("input[role=combobox]")), says: [] }, { when: "saved", act: (p) => p.keyboard.press("Escape").then(() => p.getByText("Save").click()), says: [] }] },
  { page: "radix", scenes: [still, clicking("list", "[role=combobox]"), { when: "menu", act: (p) => p.keyboard.press("Escape").then(() => p.click("text=Options")), says: [] }, { when: "toast", act: (p) => p.keyboard.press("Escape").then(() => p.click("text=Remind me")), says: [] }] },
  { page: "bootstrap", scenes: [still, clicking("menu", ".dropdown-toggle"), { when: "toast", act: (p) => p.keyboard.press("Escape").then(() => p.click("#bread")), says: [] }, { when: "modal", act: (p) => p.click("#ask").then(() => p.waitForTimeout(500)), says: [] }] },
  { page: "flatpickr", scenes: [still, clicking("open", "#day")] },
  { page: "jquery-ui", scenes: [still, clicking("calendar", "#date"), { when: "auto", act: (p) => p.keyboard.press("Escape").then(() => p.locator("#town").pressSequentially("B")).then(() => p.waitForTimeout(500)), says: [] }, { when: "menu", act: (p) => p.click("#speed-button"), says: [] }, { when: "dialog", act: (p) => p.keyboard.press("Escape").then(() => p.click("#open")), says: [] }] },
  { page: "nouislider", scenes: [still] },
  { page: "ag-grid", scenes: [still, { when: "scrolled", act: (p) => p.mouse.move(500, 300).then(() => p.mouse.wheel(600, 600)).then(() => p.waitForTimeout(300)), says: [] }] },
  { page: "handsontable", scenes: [still, { when: "menu", act: (p) => p.locator("button.changeType:visible").nth(1).click({ force: true, timeout: 3000 }), says: [] }] },
  { page: "tanstack", scenes: [still] },
  { page: "quill", scenes: [still] },
  { page: "codemirror", scenes: [still] },
  { page: "monaco", scenes: [still] },
  { page: "prosemirror", scenes: [still] },
  { page: "tiptap", scenes: [still] },
  { page: "fullcalendar", scenes: [still] },
  { page: "leaflet", scenes: [still, clicking("popup", ".dot")] },
  { page: "sortable", scenes: [still] },
];
