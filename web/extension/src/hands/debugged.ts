/** A tab with the debugger on it: its dialogs, drags and held requests. */

import { atMost, heeding, NEVER } from "../shared/wait.ts";
import * as cdp from "./cdp.ts";
import { type Rule, treat } from "./rules.ts";
import { Trouble } from "./trouble.ts";

/** A dialog of the page. Its text is the page's: data, and bounded. */
export interface Dialog {
  kind: string;
  text: string;
  /** Stands for the document while it is open; no two are the same. */
  mark: string;
  /** What a prompt proposes. */
  proposed: string;
}

type Params = Record<string, unknown>;

const LONGEST = 1000;

/** What a dialog is, in one line. */
export function lineOf({ kind, text, proposed }: Dialog): string {
  const what = kind === "beforeunload" ? "leave page" : kind;
  return proposed ? `${what}: ${text} [${proposed}]` : `${what}: ${text}`;
}

/** What is known of a tab that the debugger is on. */
export class Debugged {
  /** The one that is open. */
  dialog: Dialog | null = null;
  /** The last alert, which was answered as it opened: it has only one answer. */
  answered: Dialog | null = null;
  /** What the page drags, when it has started a drag. */
  dragged: unknown = null;
  /** Where a finished trace can be read. */
  traced: string | null = null;
  readonly rules: Rule[] = [];
  private readonly over = new AbortController();
  private readonly waiting = new Set<() => void>();

  constructor(readonly tabId: number) {
    const on = (method: string, heard: (params: Record<string, unknown>, sessionId?: string) => void): void =>
      cdp.listen(
        tabId,
        method,
        (params, sessionId) => {
          heard(params, sessionId);
          this.wake();
        },
        this.over.signal,
      );
    on("Page.javascriptDialogOpening", (told) => this.opened(told));
    on("Page.javascriptDialogClosed", () => (this.dialog = null));
    on("Input.dragIntercepted", ({ data }) => (this.dragged = data));
    on("Tracing.tracingComplete", ({ stream }) => (this.traced = String(stream ?? "")));
    on("Fetch.requestPaused", (told, sessionId) => this.paused(told, sessionId));
  }

  stop(): void {
    this.over.abort();
    this.wake();
  }

  /** Resolves once the test is met; a stop, or the debugger's end, breaks it off. */
  until(test: () => boolean, signal: AbortSignal): Promise<void> {
    const met = new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const gone = this.over.signal.aborted;
        if (!gone && !test() && !signal.aborted) return;
        this.waiting.delete(look);
        if (gone) reject(new cdp.CdpError("detached", "the debugger was taken away"));
        else resolve();
      };
      this.waiting.add(look);
      signal.addEventListener("abort", look, { once: true });
      look();
    });
    return heeding(met, signal);
  }

  /** The same, but not for ever; tells whether the test is met. */
  async within(test: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    const over = new AbortController();
    const met = this.until(test, AbortSignal.any([signal, over.signal]));
    await atMost(met, ms, undefined, signal).finally(() => over.abort());
    return test();
  }

  /** Sends a command that a dialog which it opens would hold up. */
  async send(method: string, params: Params, ms: number, signal: AbortSignal): Promise<Params | "held" | "late"> {
    const over = new AbortController();
    const any = AbortSignal.any([signal, over.signal]);
    const held = this.until(() => this.dialog !== null, any).then(() => "held" as const);
    const sent = cdp.send(this.tabId, method, params, { signal: any });
    return atMost(Promise.race([sent, held]), ms, "late" as const, signal).finally(() => over.abort());
  }

  private wake(): void {
    for (const look of [...this.waiting]) look();
  }

  private opened(told: Record<string, unknown>): void {
    const dialog = {
      mark: crypto.randomUUID(),
      kind: String(told.type),
      text: String(told.message).slice(0, LONGEST),
      proposed: String(told.defaultPrompt ?? "").slice(0, LONGEST),
    };
    if (dialog.kind !== "alert") {
      this.dialog = dialog;
      return;
    }
    this.answered = dialog;
    void cdp.send(this.tabId, "Page.handleJavaScriptDialog", { accept: true }).catch(() => (this.dialog = dialog));
  }

  private paused(told: Record<string, unknown>, sessionId?: string): void {
    const treatment = treat(this.rules, told);
    // A request that has gone meanwhile needs no answer.
    if (treatment)
      void cdp.send(this.tabId, ...treatment, sessionId === undefined ? {} : { sessionId }).catch(() => undefined);
  }
}

const all = new Map<number, Debugged>();
/** Tabs on which the person closed the debugger's banner: it is not put there again for this task. */
const declined = new Set<number>();
let watching = false;

/** What is known of a tab, if the debugger is on it. */
export function known(tabId: number): Debugged | null {
  return all.get(tabId) ?? null;
}

/** Puts the debugger on a tab and makes it ready for input. Throws when the browser does not let us. */
export async function debug(tabId: number, signal: AbortSignal): Promise<Debugged> {
  const before = all.get(tabId);
  if (before && cdp.attached(tabId)) return before;
  before?.stop();
  if (declined.has(tabId)) throw new cdp.CdpError("refused", "the person took the debugger off the tab");
  watchEnds();
  await heeding(cdp.attach(tabId), signal);
  const debugged = new Debugged(tabId);
  all.set(tabId, debugged);
  await cdp.send(tabId, "Page.enable", {}, { signal });
  // Input then also works in a tab that is not in front.
  await cdp.send(tabId, "Emulation.setFocusEmulationEnabled", { enabled: true }, { signal });
  return debugged;
}

/** Takes the debugger off a tab, and its banner with it. Never fails. */
export async function release(tabId: number): Promise<void> {
  all.get(tabId)?.stop();
  all.delete(tabId);
  declined.delete(tabId);
  if (cdp.attached(tabId)) await cdp.detach(tabId);
}

/** The debugger of a tab on which it must be. */
export function needed(tabId: number): Debugged {
  const debugged = all.get(tabId);
  if (!debugged) throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the debugger is not on the tab any more");
  return debugged;
}

function watchEnds(): void {
  if (watching) return;
  watching = true;
  cdp.onDetached((tabId, reason) => {
    if (reason === "canceled_by_user") declined.add(tabId);
    all.get(tabId)?.stop();
    all.delete(tabId);
  }, NEVER);
}
