/**
 * Recordings: the person does something themselves, and it is kept to be done again. What a tab's documents note comes one
 * after the other, also to a worker that was killed meanwhile; what is seen once a step is done is what is expected of it.
 */
import type { PageCapture, SemanticNode } from "@screen-agent/api";
import { browser } from "wxt/browser";
import { originOf } from "../shared/origin.ts";
import { problem } from "../shared/protocol.ts";
import type { NamedStep, Noted, RecordingView } from "../shared/recording.ts";
import { HIDDEN, isSecret } from "../task/secret.ts";
import { mayListen } from "./ask/commands.ts";
import { Refusal, reasonOf, SIGN_IN_FIRST } from "./failure.ts";
import { type Office, tabFacts } from "./office.ts";
import { isRestricted } from "./restricted.ts";
import { RECORDINGS } from "./store.ts";

/** A recording. */
export interface Recording extends Omit<RecordingView, "steps"> {
  owner: string;
  steps: NamedStep[];
  /** Where the tab is, as its page tells. */
  url: string;
}

/** A navigation as the browser tells of it. */
export interface Committed {
  tabId: number;
  frameId: number;
  url: string;
  transitionType?: string;
  transitionQualifiers?: string[];
  documentLifecycle?: string;
}

/** As many steps as a task has. */
const MOST_STEPS = 50;
const LONGEST_NAME = 80;
const TOP = 0;
/** What leads on: what is seen after it is expected of it. */
const LEADS = /^(?:click|doubleClick|press|navigate)\(/;
const ENTERS = /^(?:setValue|selectDropdown)\(/;
/** Ways to a page that are the person's own, and no doing of the page before. */
const OWN_WAYS = /^(?:typed|auto_bookmark|generated|keyword|keyword_generated|start_page)$/;

const NO_RECORDING = problem("NO_RECORDING", "Nothing is being recorded here.", "Begin a recording.");

export class Recordings {
  private readonly all = new Map<number, Recording>();
  private readonly looks = new Map<number, AbortController>();
  /** Let the worker rest again. What a document tells right before it goes would be lost on one that still has to wake. */
  private readonly holds = new Map<number, () => void>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly office: Office) {}

  /** Takes up what was being recorded when the worker was killed. `open` are the tabs that there are. */
  async load(open: Set<number>): Promise<void> {
    for (const recording of await RECORDINGS.load()) {
      this.all.set(recording.tabId, recording);
      this.hold(recording);
      if (!open.has(recording.tabId)) await this.tabClosed(recording.tabId);
    }
  }

  isOn(tabId: number): boolean {
    const standing = this.all.get(tabId)?.standing;
    return standing === "on" || standing === "paused";
  }

  /** Anything is recorded, or waits to be looked through. */
  any(): boolean {
    return this.all.size > 0;
  }

  /** What is done on some tab is being noted. */
  anyOn(): boolean {
    return this.holds.size > 0;
  }

  /** That of a tab; or one whose tab is gone, so that it is not lost. */
  viewOf(tabId: number | null, open: (tabId: number) => boolean): RecordingView | null {
    const lost = [...this.all.values()].find((one) => !open(one.tabId));
    const one = (tabId === null ? undefined : this.all.get(tabId)) ?? lost;
    if (!one || one.owner !== this.office.owner()) return null;
    const { standing, left, why, name, steps } = one;
    const shown = steps.map(({ action, name, secret, varies }) => {
      const told = secret ? action.replace(/""\)$/, `"${HIDDEN}")`) : action;
      return { action: told, name, secret, varies, value: ENTERS.test(action) && !secret };
    });
    return { tabId: one.tabId, standing, left, why, name, steps: shown };
  }

  async begin(tabId: number): Promise<void> {
    const { office } = this;
    mayListen(office, tabId);
    const { url } = await tabFacts(tabId);
    const fresh = { left: [], why: null, name: "", steps: [], owner: office.owner() };
    await this.save({ tabId, standing: "on", url, ...fresh });
    await office.recorder.begin(tabId).catch(async (error: unknown) => {
      await this.forget(tabId);
      throw error;
    });
    const begun = this.all.get(tabId);
    if (begun) this.look(begun);
  }

  async pause(tabId: number, paused: boolean): Promise<void> {
    const recording = this.underWay(tabId);
    if (!paused) await this.office.recorder.begin(tabId);
    else await this.halt(recording);
    await this.save({ ...this.underWay(tabId), standing: paused ? "paused" : "on" });
  }

  async finish(tabId: number, why: string | null = null): Promise<void> {
    await this.halt(this.underWay(tabId));
    await this.inTurn(async () => {
      const recording = this.underWay(tabId);
      const steps = recording.steps.filter(({ action }) => action !== "");
      await this.save({ ...recording, steps, why, standing: "done" });
    });
  }

  /** Nothing more is noted; what was being written still counts. */
  private async halt({ tabId, standing }: Recording): Promise<void> {
    if (standing !== "on") return;
    const rest = await this.office.recorder.end(tabId).catch(() => []);
    for (const { frameId, noted } of rest) await this.noted(tabId, { frameId }, noted);
  }

  async dropStep(tabId: number, at: number): Promise<void> {
    const recording = this.over(tabId);
    await this.save({ ...recording, steps: recording.steps.filter((_, index) => index !== at) });
  }

  async vary(tabId: number, at: number, varies: boolean): Promise<void> {
    const recording = this.over(tabId);
    const steps = recording.steps.map((step, index) => (index === at && !step.secret ? { ...step, varies } : step));
    await this.save({ ...recording, steps });
  }

  /** Keeps it on the server, which makes what it is of it. */
  async keep(tabId: number, name: string): Promise<void> {
    const recording = this.over(tabId);
    const client = this.office.client();
    if (!client || recording.owner !== this.office.owner()) throw new Refusal(SIGN_IN_FIRST);
    const steps = recording.steps.map(({ name: _name, control: _control, ...step }) => step);
    const kept = await client.keepRecorded({ name, steps }).catch((error: unknown) => {
      throw new Refusal(reasonOf(error, "Leave that step out, or record it again."));
    });
    await this.save({ ...recording, steps: [], name: kept.name, standing: "kept" });
  }

  async forget(tabId: number): Promise<void> {
    const recording = this.all.get(tabId);
    if (recording) await this.halt(recording);
    this.looks.get(tabId)?.abort();
    if (recording) this.hold({ ...recording, standing: "done" });
    this.all.delete(tabId);
    await RECORDINGS.drop(tabId);
    await this.office.keepAwake();
    this.office.changed();
  }

  /** Somebody else may sign in. */
  async clear(): Promise<void> {
    for (const tabId of [...this.all.keys()]) await this.forget(tabId);
  }

  tabClosed(tabId: number): Promise<void> {
    return this.stop(tabId, "The tab was closed.");
  }

  private async stop(tabId: number, why: string): Promise<void> {
    if (this.isOn(tabId)) await this.finish(tabId, why);
  }

  /** Takes in what a document notes. Anything else is nothing. */
  noted(tabId: number, from: { frameId: number; origin?: string }, noted: Noted): Promise<void> {
    return this.inTurn(async () => {
      const recording = this.all.get(tabId);
      if (recording?.standing !== "on" || !isNoted(noted)) return;
      const next = taken(recording, from, noted);
      this.looks.get(tabId)?.abort();
      await this.save(next);
      if (next.steps.length >= MOST_STEPS) {
        void this.stop(tabId, `A recording has at most ${MOST_STEPS} steps.`);
        return;
      }
      if (next.steps !== recording.steps && from.frameId === TOP) this.look(next);
    });
  }

  /** A document came: it notes, too, and a page that the person went to by themselves is a step. */
  async committed(told: Committed): Promise<void> {
    const { tabId, frameId, url, transitionType = "", transitionQualifiers = [], documentLifecycle } = told;
    if (this.all.get(tabId)?.standing !== "on" || documentLifecycle === "prerender") return;
    if (frameId === TOP && isRestricted(url))
      return this.stop(tabId, "The page that came is one that the browser shows to no extension.");
    try {
      await this.office.recorder.begin(tabId, frameId);
    } catch {
      if (frameId === TOP && this.all.get(tabId)?.standing === "on")
        await this.stop(tabId, "The page that came is one that this extension may not see.");
      return;
    }
    if (frameId !== TOP) return;
    const own =
      OWN_WAYS.test(transitionType) ||
      transitionQualifiers.some((way) => way === "from_address_bar" || way === "forward_back");
    await this.inTurn(async () => {
      const recording = this.all.get(tabId);
      if (recording?.standing !== "on") return;
      const { steps } = recording;
      // Its address is known once the page has told it without secrets.
      const went = own && recording.url !== url && steps.at(-1)?.action !== "";
      const next = went ? { ...recording, steps: [...steps, going(recording)] } : recording;
      await this.save(next);
      this.look(next);
    });
  }

  /** Looks what there is now, once it has come to rest: that is what the last step led to. */
  private look({ tabId, steps }: Recording): void {
    const last = steps.at(-1);
    this.looks.get(tabId)?.abort();
    if (last && last.action !== "" && !LEADS.test(last.action)) return;
    const looking = new AbortController();
    this.looks.set(tabId, looking);
    const { office } = this;
    const looked = office.eyes.look(tabId, { about: "", settle: true }, looking.signal).then(
      ({ capture }) =>
        this.inTurn(async () => {
          const recording = this.all.get(tabId);
          if (!recording || looking.signal.aborted || recording.steps.length !== steps.length) return;
          await this.save(arrived(recording, bare(capture), last));
        }),
      () => undefined,
    );
    void office.keepAlive.during(looked);
  }

  /** One after the other, as it was done. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.queue.then(work);
    this.queue = done.catch((error: unknown) =>
      console.warn("what was done could not be noted", error instanceof Error ? error.name : ""),
    );
    return done;
  }

  private underWay(tabId: number): Recording {
    const recording = this.all.get(tabId);
    if (!recording || !this.isOn(tabId)) throw new Refusal(NO_RECORDING);
    return recording;
  }

  private over(tabId: number): Recording {
    const recording = this.all.get(tabId);
    if (recording?.standing !== "done") throw new Refusal(NO_RECORDING);
    return recording;
  }

  private hold({ tabId, standing }: Recording): void {
    const rest = this.holds.get(tabId);
    if (standing === "on" && !rest)
      void this.office.keepAlive.during(new Promise<void>((resolve) => this.holds.set(tabId, resolve)));
    if (standing === "on" || !rest) return;
    rest();
    this.holds.delete(tabId);
  }

  private async save(recording: Recording): Promise<void> {
    const other = this.all.get(recording.tabId)?.standing !== recording.standing;
    this.all.set(recording.tabId, recording);
    this.hold(recording);
    await RECORDINGS.save(recording);
    if (other) await this.office.keepAwake();
    this.office.changed();
  }
}

/** The recording with what was noted. */
function taken(
  recording: Recording,
  { frameId, origin }: { frameId: number; origin?: string },
  noted: Noted,
): Recording {
  const { left } = recording;
  const note = (words: string): Recording =>
    left.includes(words) ? recording : { ...recording, left: [...left, words] };
  const of = origin ?? originOf(noted.seen.url);
  if (frameId !== TOP && of !== originOf(recording.url))
    return note("What you did in a part of the page that belongs to another site was left out.");
  const seen = frameId === TOP ? noted.seen : { ...noted.seen, url: recording.url };
  const node = seen.interactiveTree.find(({ i }) => i === noted.id);
  if (noted.id !== undefined && !node) return recording;
  const secret = ENTERS.test(noted.action) && (noted.secret === true || isSecret(node));
  const step = stepOf(noted, node, seen, secret);
  if (noted.left || !step)
    return note(`What you did to “${node?.n ?? "a control"}” cannot be done again, and was left out.`);
  const before = arrived(recording, seen, null);
  return { ...before, steps: folded(before.steps, step), name: before.name || seen.pageTitle.slice(0, LONGEST_NAME) };
}

/** What a secret was is told by nobody: not by the step, and not by what a list shows as chosen. */
function stepOf(noted: Noted, node: SemanticNode | undefined, seen: PageCapture, secret: boolean): NamedStep | null {
  const { action, id } = noted;
  const rest = { name: node?.n ?? null, control: id ?? null, seen, secret, varies: secret };
  if (!secret) return { action, ...rest };
  return action.startsWith("setValue(") ? { action: `setValue(${JSON.stringify(id)}, "")`, ...rest } : null;
}

/** A value that was given again is given once, and the clicks of a double click are one. */
function folded(steps: NamedStep[], step: NamedStep): NamedStep[] {
  const last = steps.at(-1);
  const again = (one: NamedStep | undefined): boolean =>
    one !== undefined && one.control === step.control && one.seen.document === step.seen.document;
  const verb = /^\w+/.exec(step.action)?.[0] ?? "";
  if (verb === "doubleClick") {
    const before = steps.slice(-2).filter((one) => again(one) && one.action.startsWith("click(")).length;
    return [...steps.slice(0, steps.length - before), step];
  }
  const gives = (action: string): boolean => ENTERS.test(action) || /^(?:un)?check\(/.test(action);
  if (last && again(last) && gives(last.action) && gives(step.action))
    return [...steps.slice(0, -1), { ...step, seen: last.seen }];
  return [...steps, step];
}

/** The person goes somewhere; where is known once it is there. */
function going({ url, name }: Recording): NamedStep {
  const seen = bare({ url, pageTitle: name } as PageCapture);
  return { action: "", name: null, control: null, seen, secret: false, varies: false };
}

/** What is seen now: where the tab is, what the person went to, and what the step that led here came to. */
function arrived(recording: Recording, seen: PageCapture, led: NamedStep | undefined | null): Recording {
  const steps = recording.steps.map((step, index) => {
    if (index !== recording.steps.length - 1) return step;
    const action = step.action || `navigate(${JSON.stringify(seen.url)})`;
    return led ? { ...step, action, after: seen } : { ...step, action };
  });
  return { ...recording, steps, url: seen.url };
}

/** What is said there, and no more. */
function bare({ url, pageTitle, document = "", pageText = [] }: PageCapture): PageCapture {
  const none = { interactiveTree: [], scrollableContainers: [], recentEvents: [] };
  const rest = {
    viewport: { width: 0, height: 0 },
    scrollPosition: "0%",
    hasErrors: false,
    hasSuccess: false,
    hash: "",
  };
  return { url, pageTitle, document, pageText, ...none, ...rest };
}

/** A message is data, whoever sent it. */
function isNoted({ action, seen }: Partial<Noted>): boolean {
  return typeof action === "string" && Array.isArray(seen?.interactiveTree) && typeof seen.url === "string";
}

/** Hears of every document that comes into a tab. */
export function onCommitted(heard: (told: Committed) => void): void {
  browser.webNavigation.onCommitted.addListener((told) => heard(told as Committed));
}
