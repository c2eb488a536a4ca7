/** Filling fields: by keys where a person would, directly where keys would not do. */

import { known } from "../debugged.ts";
import { pressKey, typeKeys } from "../input.ts";
import { keyNamed } from "../keys.ts";
import { actOn, after, heldKeys, reach, type Spot, spotOf } from "../page.ts";
import { ACTION, settle } from "../settle.ts";
import { isStop, refused, Trouble, unsupported } from "../trouble.ts";
import { HEALED, type Outcome, record, text, texts, type Under } from "../under.ts";
import { clickAt } from "./pointer.ts";
import { enters } from "./verb.ts";

export const fieldVerbs = {
  setValue: enters(sets),
  appendText: enters(adds),
  check: enters((under) => ticks(under, "checked")),
  uncheck: enters((under) => ticks(under, "unchecked")),
  selectDropdown: enters(chooses),
  selectText: enters(selectsText),
  uploadFile: enters(handsOver),
};

async function selectsText(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  return held(await actOn(under, spot, "selectText", [text(under, "text")], "reach"));
}

// Only what the person attached to the task: an extension cannot reach the files of the computer, and must not.
async function handsOver(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  const names = texts(under, "files");
  const files = await Promise.all(names.map((name) => under.around.file(under.tabId, name)));
  const missing = names.find((_, at) => !files[at]);
  if (missing !== undefined)
    throw unsupported(
      "handing over a file that was not attached",
      `attach ${missing.slice(0, 100)} to the task, or choose it on the page yourself`,
    );
  return held(await actOn(under, spot, "setFiles", [files]));
}

async function sets(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  const wanted = text(under, "text");
  // Found as something that can be reached, and no click: not every field takes one kindly, a picker opens.
  const reached = await reach(under, spot);
  const prepared = await actOn(under, spot, "prepareText", [wanted], "reach");
  if (prepared.state === "direct") return held(await actOn(under, spot, "setDirect", [wanted]));
  if (under.trusted) {
    await clickAt(under, spot, "left", 1);
    // What was meant for this field goes into no other page's.
    const { gone } = await actOn(under, spot, "prepareText");
    if (gone) throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the page went on at the click; nothing was entered");
  }
  await enter(under, spot, wanted);
  const holds = await checkEntry(under, spot, wanted);
  await commit(under, spot);
  return { state: reached.healed && !holds ? HEALED : holds };
}

async function adds(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  await reach(under, spot);
  return held(await actOn(under, spot, "appendText", [text(under, "text")], "reach"));
}

function held({ state, healed }: { state?: string; healed: boolean }): Outcome {
  return state !== undefined ? { state } : healed ? { state: HEALED } : {};
}

// What the field held is selected, so whatever comes replaces it.
async function enter(under: Under, spot: Spot, wanted: string): Promise<void> {
  if (!under.trusted) {
    if (wanted === "") await actOn(under, spot, "setValue", [""]);
    else await actOn(under, spot, "type", [], "none", [wanted, spot.id]);
    return;
  }
  const backspace = keyNamed("Backspace");
  const give = (): Promise<void> =>
    wanted === "" && backspace ? pressKey(under, backspace, []) : typeKeys(under, wanted, 0);
  await heldKeys(under, spot.frameId, spot.id, give);
}

/** What a field holds, if that is what was entered. Pages format and shorten; other things were not filled. */
async function checkEntry(under: Under, spot: Spot, wanted: string): Promise<string> {
  const read = async (): Promise<string | null> => {
    if (known(under.tabId)?.dialog) return null;
    const { state, gone } = await actOn(under, after(spot), "readBack");
    return gone ? null : (state ?? "");
  };
  const holds = await read();
  if (holds === null || holds === "filled" || isEntry(holds, wanted)) return holds ?? "";
  if (holds === "") {
    // Some fields take no keys from us; their page still hears of a value that is set.
    await actOn(under, spot, under.trusted ? "setDirect" : "setValue", [wanted]);
    const again = await read();
    if (again === null || isEntry(again, wanted)) return again ?? "";
  }
  throw new Trouble("failed", `the field holds "${holds.slice(0, 100)}" instead`);
}

/**
 * Tells the page that the entry is complete, as leaving the field would, unless the typing has opened a
 * list to choose from. A field that offers lists is given the time to open one.
 */
async function commit(under: Under, spot: Spot): Promise<void> {
  try {
    const { state } = await actOn(under, after(spot), "commitText", [false]);
    if (state !== "offers") return;
    await settle(under, ACTION, spot.frameId);
    await actOn(under, after(spot), "commitText", [true]);
  } catch (error) {
    // What was typed is in; what the page makes of it, the next look shows.
    if (isStop(error)) throw error;
  }
}

/** Whether a field holds what was entered, as the page formats it. */
export function isEntry(holds: string, wanted: string): boolean {
  const plain = (from: string): string => from.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  const [found, asked] = [plain(holds), plain(wanted)];
  if (asked === "" || found === "") return holds.trim() === wanted.split(/\s+/).filter(Boolean).join(" ");
  return found.includes(asked) || asked.startsWith(found);
}

type Tick = "checked" | "unchecked";

async function ticks(under: Under, wanted: Tick): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  const { healed } = await reach(under, spot);
  const state = await tickOf(under, spot);
  if (state === wanted) return { state: healed ? HEALED : state };
  if (under.trusted) await clickAt(under, spot, "left", 1);
  else await actOn(under, spot, "click", [], "reach");
  if (known(under.tabId)?.dialog) return {};
  try {
    const after = await tickOf(under, spot);
    if (after !== wanted) throw new Trouble("failed", `it is ${after} after the click`);
    return { state: after };
  } catch (error) {
    // The page went on at the click; there is nothing left to look at.
    if (
      error instanceof Trouble &&
      (error.code === "ELEMENT_NOT_FOUND" || error.code === "CONTENT_SCRIPT_DISCONNECTED")
    )
      return {};
    throw error;
  }
}

async function tickOf(under: Under, spot: Spot): Promise<string> {
  const { state, gone } = await actOn(under, after(spot), "readBack");
  if (gone) throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the page went on");
  if (state === "checked" || state === "unchecked" || state === "mixed") return state;
  throw refused("wrong_kind", "the element cannot be checked");
}

// A native list opens outside the page, so it is set by the page's own code in either way of input; one of the page's own
// making is opened there and its option clicked.
async function chooses(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  await reach(under, spot);
  const { value, text: words, several } = record(under, "choice");
  const wish = Array.isArray(several) && several.length > 0 ? { text: several, multi: true } : { value, text: words };
  return held(await actOn(under, spot, "selectDropdown", [wish], "reach"));
}
