/** Answering the dialogs that a page opens. Only the debugger sees them. */
import * as cdp from "../cdp.ts";
import { type Debugged, lineOf, needed } from "../debugged.ts";
import { refused, Trouble, unsupported } from "../trouble.ts";
import { number, type Outcome, textOrNull, type Under } from "../under.ts";
import { answers } from "./verb.ts";

export const dialogVerbs = {
  acceptDialog: answers((under) => answer(under, true, textOrNull(under, "text"))),
  dismissDialog: answers((under) => answer(under, false, null)),
  waitForDialog: answers(waits),
};

function debuggedOf({ tabId, trusted }: Under): Debugged {
  if (!trusted)
    throw unsupported(
      "answering a dialog of the page",
      "answer it yourself on the page, or use the build of the extension with the debugger and choose trusted input in its settings",
    );
  return needed(tabId);
}

async function answer(under: Under, accept: boolean, text: string | null): Promise<Outcome> {
  const debugged = debuggedOf(under);
  const open = debugged.dialog;
  const seen = under.basis?.document ?? "";
  if (open && seen !== "" && seen !== open.mark)
    throw refused("stale", "another dialog is open than the one that was decided about");
  const params = { accept, ...(accept && { promptText: text ?? open?.proposed ?? "" }) };
  // Taken before the answer is sent: the page may open the next one before we hear back.
  debugged.dialog = null;
  try {
    await cdp.send(under.tabId, "Page.handleJavaScriptDialog", params, { signal: under.signal });
  } catch (error) {
    if (open) debugged.dialog ??= open;
    else return answeredAlready(debugged, error);
    throw error;
  }
  return open ? { state: lineOf(open) } : {};
}

/** An alert has only one answer and was given it as it opened. */
function answeredAlready(debugged: Debugged, error: unknown): Outcome {
  const told = debugged.answered;
  debugged.answered = null;
  if (told) return { state: lineOf(told) };
  if (error instanceof cdp.CdpError && error.kind === "command") throw new Trouble("failed", "no dialog is open");
  throw error;
}

async function waits(under: Under): Promise<Outcome> {
  const debugged = debuggedOf(under);
  const there = (): boolean => debugged.dialog !== null || debugged.answered !== null;
  await debugged.within(there, number(under, "timeoutMs"), under.signal);
  const dialog = debugged.dialog ?? debugged.answered;
  if (!dialog) throw new Trouble("TIMEOUT", "no dialog opened");
  const accept = under.action.parts.accept;
  return typeof accept === "boolean" ? answer(under, accept, null) : { state: lineOf(dialog) };
}
