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
  const known = parsed && knownAction(parsed.name);
  if (!known) return ["Do ", { name: action }];
  const [, say] = known;
  return say(parsed.args, target ? { name: target } : "a control").filter((piece) => piece !== "");
}

/** Words of a thought that say no more than that something is done. */
const IDLE =
  "a an and at by choose click do down enter field first fill for from go i if in into is it its let me need next now of on open press scroll search select set step take that the then there this tick to type untick up wait will with";
const IDLE_WORDS = new Set(IDLE.split(" "));

/** True when a thought says what the action says, and no more. */
export function repeats(thought: string, action: string, target: string | null = null): boolean {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = actionPieces(action, target).map((piece) => (typeof piece === "string" ? piece : piece.name));
  const known = new Set(wordsOf(said.join(" ")));
  return wordsOf(thought).every((word) => known.has(word) || IDLE_WORDS.has(word));
}

/** True for the two actions that end a task. */
export function endsTask(action: string | undefined): "finish" | "fail" | null {
  const name = action && parseAction(action)?.name;
  return name === "finish" || name === "fail" ? name : null;
}

/** What kind of thing an action does; chooses its picture. */
export type ActionKind = "press" | "write" | "look" | "go" | "wait" | "tab" | "deep" | "end";

export function actionKind(action: string): ActionKind {
  return knownAction(parseAction(action)?.name ?? "")?.[0] ?? "press";
}

function knownAction(name: string): readonly [ActionKind, Say] | null {
  return Object.hasOwn(ACTIONS, name) ? ACTIONS[name as ActionName] : null;
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

/** What kind of thing each action does, and how it is said. */
const ACTIONS: Record<ActionName, readonly [ActionKind, Say]> = {
  click: ["press", at("Click ")],
  doubleClick: ["press", at("Double-click ")],
  rightClick: ["press", at("Right-click ")],
  hover: ["press", at("Point at ")],
  dragAndDrop: ["press", (_args, target) => ["Drag ", target, " to another place"]],
  setValue: ["write", ([, text], target) => (text ? ["Enter ", { name: text }, " into ", target] : ["Clear ", target])],
  appendText: ["write", ([, text], target) => ["Add ", { name: text ?? "" }, " to ", target]],
  type: ["write", named("Type ", "Type")],
  press: ["write", ([key, mods]) => ["Press ", { name: [mods, key].filter(Boolean).join("+") }]],
  focus: ["press", at("Go to ")],
  selectText: [
    "press",
    ([, text], target) => (text ? ["Select ", { name: text }, " in ", target] : ["Go to the end of ", target]),
  ],
  blur: ["press", at("Leave ")],
  check: ["press", at("Tick ")],
  uncheck: ["press", at("Untick ")],
  dropdownOptions: ["look", at("Read the choices of ")],
  selectDropdown: [
    "write",
    ([, value, text], target) => ["Choose ", { name: text || value || "an option" }, " in ", target],
  ],
  uploadFile: ["write", ([, file], target) => ["Attach ", file ? { name: file } : "the file", " to ", target]],
  scroll: ["look", ([down]) => [down === "false" ? "Scroll up" : "Scroll down"]],
  scroll_container: ["look", (_args, target) => ["Scroll in ", target]],
  findText: ["look", named("Find ", "Find a text")],
  getText: ["look", at("Read ")],
  getAttribute: ["look", ([, attribute], target) => ["Read ", { name: attribute ?? "an attribute" }, " of ", target]],
  getBoundingBox: ["look", at("Measure ")],
  isVisible: ["look", (_args, target) => ["See whether ", target, " shows"]],
  isEnabled: ["look", (_args, target) => ["See whether ", target, " can be used"]],
  navigate: ["go", ([url]) => ["Go to ", { name: url ?? "a page" }]],
  search: ["go", named("Search the web for ", "Search the web")],
  goBack: ["go", plain("Go back")],
  goForward: ["go", plain("Go forward")],
  wait: ["wait", ([seconds]) => [seconds ? `Wait ${seconds} s` : "Wait a moment"]],
  waitForElement: ["wait", named("Wait for ", "Wait for something to appear")],
  wait_for: ["wait", plain("Wait for the page to change")],
  createTab: ["tab", named("Open a new tab at ", "Open a new tab")],
  switch: ["tab", ([tab]) => [`Switch to tab ${tab ?? ""}`.trim()]],
  close: ["tab", ([tab]) => [`Close tab ${tab ?? ""}`.trim()]],
  getTabs: ["tab", plain("List the open tabs")],
  evaluate: ["deep", plain("Run code on the page")],
  screenshot: ["look", plain("Take a picture of the page")],
  generatePdf: ["look", plain("Save the page as a PDF")],
  acceptDialog: ["press", plain("Accept the browser’s dialog")],
  dismissDialog: ["press", plain("Dismiss the browser’s dialog")],
  waitForDialog: ["wait", plain("Wait for a dialog")],
  interceptRequest: ["deep", named("Step into requests to ", "Step into requests")],
  mockResponse: ["deep", named("Answer in place of ", "Answer in place of the server")],
  getCookies: ["deep", plain("Read cookies")],
  setCookie: ["deep", plain("Set a cookie")],
  clearCookies: ["deep", plain("Delete cookies")],
  getLocalStorage: ["deep", plain("Read what the site keeps")],
  setLocalStorage: ["deep", plain("Change what the site keeps")],
  clearStorage: ["deep", plain("Delete what the site keeps")],
  startTracing: ["deep", plain("Begin to record performance")],
  stopTracing: ["deep", plain("Stop recording performance")],
  getMetrics: ["deep", plain("Read performance figures")],
  finish: ["end", plain("Finish")],
  fail: ["end", plain("Give up")],
  googleSearch: ["look", named("Search the web for ", "Search the web")],
  verifySuccess: ["look", plain("Check the result")],
  remember: ["look", named("Remember ", "Remember something")],
  recall: ["look", named("Recall ", "Recall something")],
  exportToSession: ["look", named("Keep ", "Keep something", 0)],
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
