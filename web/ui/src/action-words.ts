/** Says an action of the contract in plain words. */
import type { ActionName } from "@screen-agent/api";

/** Words of ours, or a name that comes from a page or a person and is quoted. */
export type Piece = string | { name: string };

/** An action taken apart: `click(12)` is `click` and `["12"]`. */
export interface ParsedAction {
  name: string;
  args: string[];
}

/** Takes an action apart; null when it is not one. */
export function parseAction(action: string): ParsedAction | null {
  const match = /^\s*(\w+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(action);
  if (!match?.[1]) return null;
  return { name: match[1], args: splitArguments(match[2] ?? "") };
}

/** An action in plain words. `target` is the name of the control, where it is known. */
export function actionPieces(action: string, target: string | null = null): Piece[] {
  const parsed = parseAction(action);
  const say = parsed && Object.hasOwn(SAY, parsed.name) ? SAY[parsed.name as ActionName] : null;
  if (!parsed || !say) return ["Do ", { name: action }];
  return say(parsed.args, target ? { name: target } : "a control").filter((piece) => piece !== "");
}

/** True for the two actions that end a task. */
export function endsTask(action: string | undefined): "finish" | "fail" | null {
  const name = action && parseAction(action)?.name;
  return name === "finish" || name === "fail" ? name : null;
}

/** What kind of thing an action does; chooses its picture. */
export type ActionKind = "press" | "write" | "look" | "go" | "wait" | "tab" | "deep" | "end";

export function actionKind(action: string): ActionKind {
  const name = parseAction(action)?.name ?? "";
  return Object.hasOwn(KINDS, name) ? KINDS[name as ActionName] : "press";
}

type Say = (args: string[], target: Piece) => Piece[];

const at =
  (words: string): Say =>
  (_args, target) => [words, target];
const plain =
  (words: string): Say =>
  () => [words];
/** Words and the first argument, or other words when it is missing. */
const named =
  (words: string, without: string, index = 0): Say =>
  (args) =>
    args[index] ? [words, { name: args[index] }] : [without];

const SAY: Record<ActionName, Say> = {
  click: at("Click "),
  doubleClick: at("Double-click "),
  rightClick: at("Right-click "),
  hover: at("Point at "),
  dragAndDrop: (_args, target) => ["Drag ", target, " to another place"],
  setValue: ([, text], target) => (text ? ["Enter ", { name: text }, " into ", target] : ["Clear ", target]),
  type: named("Type ", "Type"),
  press: ([key, mods]) => ["Press ", { name: [mods, key].filter(Boolean).join("+") }],
  focus: at("Go to "),
  blur: at("Leave "),
  check: at("Tick "),
  uncheck: at("Untick "),
  dropdownOptions: at("Read the choices of "),
  selectDropdown: ([, value, text], target) => ["Choose ", { name: text || value || "an option" }, " in ", target],
  uploadFile: ([, file], target) => ["Attach ", file ? { name: file } : "the file", " to ", target],
  scroll: ([down]) => [down === "false" ? "Scroll up" : "Scroll down"],
  scroll_container: (_args, target) => ["Scroll in ", target],
  findText: named("Find ", "Find a text"),
  getText: at("Read "),
  getAttribute: ([, attribute], target) => ["Read ", { name: attribute ?? "an attribute" }, " of ", target],
  getBoundingBox: at("Measure "),
  isVisible: (_args, target) => ["See whether ", target, " shows"],
  isEnabled: (_args, target) => ["See whether ", target, " can be used"],
  navigate: ([url]) => ["Go to ", { name: url ?? "a page" }],
  search: named("Search the web for ", "Search the web"),
  goBack: plain("Go back"),
  goForward: plain("Go forward"),
  wait: ([seconds]) => [seconds ? `Wait ${seconds} s` : "Wait a moment"],
  waitForElement: named("Wait for ", "Wait for something to appear"),
  wait_for: plain("Wait for the page to change"),
  createTab: named("Open a new tab at ", "Open a new tab"),
  switch: ([tab]) => [`Switch to tab ${tab ?? ""}`.trim()],
  close: ([tab]) => [`Close tab ${tab ?? ""}`.trim()],
  getTabs: plain("List the open tabs"),
  evaluate: plain("Run code on the page"),
  screenshot: plain("Take a picture of the page"),
  generatePdf: plain("Save the page as a PDF"),
  acceptDialog: plain("Accept the browser’s dialog"),
  dismissDialog: plain("Dismiss the browser’s dialog"),
  waitForDialog: plain("Wait for a dialog"),
  interceptRequest: named("Step into requests to ", "Step into requests"),
  mockResponse: named("Answer in place of ", "Answer in place of the server"),
  getCookies: plain("Read cookies"),
  setCookie: plain("Set a cookie"),
  clearCookies: plain("Delete cookies"),
  getLocalStorage: plain("Read what the site keeps"),
  setLocalStorage: plain("Change what the site keeps"),
  clearStorage: plain("Delete what the site keeps"),
  startTracing: plain("Begin to record performance"),
  stopTracing: plain("Stop recording performance"),
  getMetrics: plain("Read performance figures"),
  finish: plain("Finish"),
  fail: plain("Give up"),
  googleSearch: named("Search the web for ", "Search the web"),
  verifySuccess: plain("Check the result"),
  remember: named("Remember ", "Remember something"),
  recall: named("Recall ", "Recall something"),
  exportToSession: named("Keep ", "Keep something", 0),
};

const KINDS: Record<ActionName, ActionKind> = {
  click: "press",
  doubleClick: "press",
  rightClick: "press",
  hover: "press",
  dragAndDrop: "press",
  setValue: "write",
  type: "write",
  press: "write",
  focus: "press",
  blur: "press",
  check: "press",
  uncheck: "press",
  dropdownOptions: "look",
  selectDropdown: "write",
  uploadFile: "write",
  scroll: "look",
  scroll_container: "look",
  findText: "look",
  getText: "look",
  getAttribute: "look",
  getBoundingBox: "look",
  isVisible: "look",
  isEnabled: "look",
  navigate: "go",
  search: "go",
  goBack: "go",
  goForward: "go",
  wait: "wait",
  waitForElement: "wait",
  wait_for: "wait",
  createTab: "tab",
  switch: "tab",
  close: "tab",
  getTabs: "tab",
  evaluate: "deep",
  screenshot: "look",
  generatePdf: "look",
  acceptDialog: "press",
  dismissDialog: "press",
  waitForDialog: "wait",
  interceptRequest: "deep",
  mockResponse: "deep",
  getCookies: "deep",
  setCookie: "deep",
  clearCookies: "deep",
  getLocalStorage: "deep",
  setLocalStorage: "deep",
  clearStorage: "deep",
  startTracing: "deep",
  stopTracing: "deep",
  getMetrics: "deep",
  finish: "end",
  fail: "end",
  googleSearch: "look",
  verifySuccess: "look",
  remember: "look",
  recall: "look",
  exportToSession: "look",
};

/** Arguments between commas that stand outside quotes and brackets, without their quotes. */
function splitArguments(source: string): string[] {
  const found: string[] = [];
  let current = "";
  let quote = "";
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const letter = source.charAt(at);
    if (quote) {
      if (letter === "\\") {
        current += letter + source.charAt(++at);
        continue;
      }
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter)) depth--;
    else if (letter === "," && depth === 0) {
      found.push(unquote(current));
      current = "";
      continue;
    }
    current += letter;
  }
  if (current.trim() || found.length > 0) found.push(unquote(current));
  return found;
}

function unquote(source: string): string {
  const text = source.trim();
  const first = text.charAt(0);
  if ((first !== '"' && first !== "'") || text.length < 2 || !text.endsWith(first)) return text;
  if (first === '"') {
    try {
      return String(JSON.parse(text));
    } catch {
      // Not JSON's own spelling; what stands between the quotes is shown as it is.
    }
  }
  return text.slice(1, -1);
}
