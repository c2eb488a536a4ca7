/** Performs actions on tabs, as `Hands` says. */
import type { Basis } from "@screen-agent/page/contract";
import type { Decision, Hands, Performed } from "../shared/action.ts";
import { originOf } from "../shared/origin.ts";
import * as cdp from "./cdp.ts";
import { debug, known, lineOf, release } from "./debugged.ts";
import { broughtBy, toldOf } from "./downloads.ts";
import { outline, spotOf } from "./page.ts";
import { type Action, targetOf } from "./parse.ts";
import { recheck } from "./recheck.ts";
import { NAVIGATION, settle } from "./settle.ts";
import { addressStill, heirOf, noteOpener, show, type Tab, tabOf } from "./tabs.ts";
import { beginTrail, endTrail } from "./trail.ts";
import { isStop, NO_ANSWER, Trouble, told } from "./trouble.ts";
import type { Around, Outcome, Under } from "./under.ts";
import { VERBS } from "./verbs/table.ts";
import type { Verb } from "./verbs/verb.ts";
import { Watch } from "./watch.ts";
import { NOTHING, Witness } from "./witness.ts";

export type { Around };

/** Hands for all tabs. They remember nothing that a suspended worker would miss. */
export function hands(around: Around): Hands {
  return {
    perform: (tabId, decision, signal) => perform(around, tabId, decision, signal),
    release: async (tabId) => {
      await endTrail(tabId);
      await release(tabId);
    },
  };
}

async function perform(around: Around, tabId: number, decision: Decision, signal: AbortSignal): Promise<Performed> {
  signal.throwIfAborted();
  const tab = await tabOf(tabId);
  const failed = (error: unknown, action: Action | null): Performed => {
    if (signal.aborted || isStop(error)) throw signal.reason ?? error;
    return { success: false, error: told(error, action?.name ?? "", action && targetOf(action)), noticed: NOTHING };
  };
  if (!tab) return failed(new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the tab was closed"), null);
  let action: Action;
  try {
    action = recheck(decision, tab.url);
  } catch (error) {
    return failed(error, null);
  }
  const watch = new Watch(tabId);
  try {
    return await performOn(around, tab, decision, action, watch, signal);
  } catch (error) {
    return failed(error, action);
  } finally {
    watch.stop();
  }
}

async function performOn(
  around: Around,
  tab: Tab,
  decision: Decision,
  action: Action,
  watch: Watch,
  signal: AbortSignal,
): Promise<Performed> {
  const settings = await around.settings();
  const verb = VERBS[action.name];
  const { trusted, note } = await takeDebugger(tab.id, settings.input === "trusted", signal);
  const origin = originOf(tab.url);
  const under: Under = {
    tabId: tab.id,
    action,
    origin: origin === "null" ? null : origin,
    basis: basisOf(decision),
    trusted,
    watch,
    around,
    signal,
  };
  freeOfDialogs(under, verb);
  const frameId = await point(under, verb, settings.highlights);
  const witness = await Witness.begin(under, tab.url, [0, frameId]);
  if (!witness && verb.inDocument) throw new Trouble("CONTENT_SCRIPT_NOT_READY", NO_ANSWER);
  const dialogs = dialogsOf(tab.id);
  // It took a while to get here; the page may have gone elsewhere by itself.
  await addressStill(under);
  await beginTrail(under);
  const done = await attempt(under, verb, frameId);
  const noticed = witness && !known(tab.id)?.dialog ? await witness.end(under) : { ...NOTHING, dom: true };
  const brought = await broughtBy(under);
  const { came } = brought;
  const next = done.outcome?.tabId ?? (verb.patience && (await nextTab(under, tab)));
  return {
    success: !done.error,
    ...(done.error && { error: done.error }),
    ...stated(done.outcome, note, verb.inDocument ? dialogs() : null, ...toldOf(brought)),
    ...(done.outcome?.picture && { picture: done.outcome.picture }),
    ...(done.outcome?.file && { file: done.outcome.file }),
    ...(came.length > 0 && { downloads: came }),
    noticed: { ...noticed, network: noticed.network || came.length > 0 },
    ...(typeof next === "number" && next !== tab.id && { tabId: next }),
  };
}

// The last look stands for a basis that the server did not tell.
function basisOf({ basis, expected, origin }: Decision): Basis | null {
  if (basis) return basis;
  return expected
    ? {
        document: "",
        origin: origin === "null" ? "" : origin,
        target: { i: "", r: expected.role, n: expected.name },
        harmless: true,
      }
    : null;
}

function stated(outcome: Outcome | undefined, ...notes: (string | null)[]): { state?: string } {
  const parts = [outcome?.state, ...notes].filter((part) => typeof part === "string" && part !== "");
  return outcome?.state !== undefined || parts.length > 0 ? { state: parts.join("; ") } : {};
}

/** Tells of the dialogs that an action opened. */
function dialogsOf(tabId: number): () => string | null {
  const before = known(tabId)?.answered ?? null;
  return () => {
    const debugged = known(tabId);
    if (debugged?.dialog) return `a dialog opened, answer it: ${lineOf(debugged.dialog)}`;
    return debugged?.answered && debugged.answered !== before
      ? `a dialog said, and was closed: ${lineOf(debugged.answered)}`
      : null;
  };
}

/** Puts the debugger on the tab if the person chose that; without it, page events do. */
async function takeDebugger(
  tabId: number,
  chosen: boolean,
  signal: AbortSignal,
): Promise<{ trusted: boolean; note: string | null }> {
  if (!chosen || !cdp.available()) return { trusted: false, note: null };
  try {
    await debug(tabId, signal);
    return { trusted: true, note: null };
  } catch (error) {
    if (isStop(error)) throw error;
    return { trusted: false, note: "by page events, since the debugger may not be on this tab" };
  }
}

function freeOfDialogs({ tabId }: Under, verb: Verb): void {
  const dialog = known(tabId)?.dialog;
  if (dialog && verb.inDocument)
    throw new Trouble("failed", `a dialog is open, accept or dismiss it first: ${lineOf(dialog)}`);
}

/** How long a target is outlined, and how long the next one right after it. */
const OUTLINED = 300;
const OUTLINED_AGAIN = 120;
const RIGHT_AFTER = 2500;

const outlinedAt = new Map<number, number>();

/** Outlines the target, and tells which frame it is in. */
async function point(under: Under, verb: Verb, highlights: boolean): Promise<number> {
  const id = targetOf(under.action);
  if (id === null) return 0;
  const spot = await spotOf(under, id);
  if (!highlights || !verb.outlined) return spot.frameId;
  const again = performance.now() - (outlinedAt.get(under.tabId) ?? -Infinity) < RIGHT_AFTER;
  await outline(under, spot, again ? OUTLINED_AGAIN : OUTLINED);
  outlinedAt.delete(under.tabId);
  outlinedAt.set(under.tabId, performance.now());
  for (const old of outlinedAt.keys()) if (outlinedAt.size > 100) outlinedAt.delete(old);
  return spot.frameId;
}

interface Done {
  outcome?: Outcome;
  error?: NonNullable<Performed["error"]>;
}

// Even what failed may have moved the page; whoever looks next shall see it at rest.
async function attempt(under: Under, verb: Verb, frameId: number): Promise<Done> {
  const { action, signal } = under;
  const done: Done = {};
  try {
    done.outcome = await verb.perform(under);
  } catch (error) {
    if (signal.aborted || isStop(error)) throw error;
    done.error = told(error, action.name, targetOf(action));
  }
  const untouched =
    done.error &&
    (done.error.code === "REFUSED" ||
      done.error.code === "ELEMENT_NOT_FOUND" ||
      done.error.code === "CONTENT_SCRIPT_NOT_READY");
  if (verb.patience && !untouched) await settle(under, verb.patience, frameId);
  return done;
}

/** The tab that the page opened, or the one behind a tab that closed. */
async function nextTab(under: Under, tab: Tab): Promise<number | null> {
  const { watch } = under;
  if (watch.removed) return heirOf(tab);
  const newest = watch.opened.at(-1);
  if (newest === undefined) return null;
  noteOpener(newest, tab.id);
  return (await arrived(under, newest)) ? newest : null;
}

// It may close again at once, as windows of downloads do.
async function arrived(under: Under, tabId: number): Promise<boolean> {
  const watch = new Watch(tabId, true);
  try {
    await watch.catchUp();
    await settle({ ...under, tabId, watch }, NAVIGATION);
    if (!(await tabOf(tabId))) return false;
    await show(tabId);
    return true;
  } finally {
    watch.stop();
  }
}
