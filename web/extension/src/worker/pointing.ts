/** A step of a kept workflow is corrected: the person points at the right control, and that makes the next version. */
import { problem } from "../shared/protocol.ts";
import type { PointedMessage, PointingView } from "../shared/recording.ts";
import { mayListen } from "./ask/commands.ts";
import { Refusal, reasonOf } from "./failure.ts";
import { type Office, tabFacts } from "./office.ts";
import { POINTING } from "./store.ts";

/** A correction that is under way, or was made. */
export interface Pointed extends PointingView {
  owner: string;
  /** The version that is corrected. */
  version: number;
}

const NO_STEP = problem("NO_STEP", "There is no such step.", "Load the list again.");

export class Pointing {
  private now: Pointed | null = null;

  constructor(private readonly office: Office) {}

  async load(): Promise<void> {
    this.now = await POINTING.load();
  }

  view(): PointingView | null {
    if (!this.now || this.now.owner !== this.office.owner()) return null;
    const { owner: _owner, version: _version, ...view } = this.now;
    return view;
  }

  /** The next click in the tab chooses the control of a step, counted from 1. */
  async begin(tabId: number, workflow: string, version: number, step: number): Promise<void> {
    const { office } = this;
    mayListen(office, tabId);
    if (!Number.isInteger(step) || step < 1 || !Number.isInteger(version)) throw new Refusal(NO_STEP);
    await this.end();
    await tabFacts(tabId);
    await office.recorder.point(tabId, true);
    await this.save({ tabId, workflow, version, step, what: null, problem: null, owner: office.owner() });
  }

  /** Nothing is pointed at any more, and what was shown of it goes. */
  async end(): Promise<void> {
    const { now } = this;
    if (now?.what === null) await this.office.recorder.point(now.tabId, false).catch(() => undefined);
    await this.save(null);
  }

  /** Another document is in the tab: a click there counts, too. */
  async moved(tabId: number): Promise<void> {
    if (this.now?.tabId === tabId && this.isOpen(this.now))
      await this.office.recorder.point(tabId, true).catch(() => undefined);
  }

  async tabClosed(tabId: number): Promise<void> {
    if (this.now?.tabId === tabId && this.isOpen(this.now)) await this.save(null);
  }

  /** The person pointed at a control. What comes of it is shown, whatever the step does. */
  async pointed(tabId: number, { id, seen }: PointedMessage["pointed"]): Promise<void> {
    const { now, office } = this;
    const client = office.client();
    if (!now || !client || now.tabId !== tabId || !this.isOpen(now) || now.owner !== office.owner()) return;
    const { workflow, version, step } = now;
    try {
      const kept = await client.pointAt(workflow, { version, step, control: id, seen });
      await this.save({ ...now, what: kept.version === version ? [] : (kept.versions[0]?.what ?? []) });
    } catch (error) {
      await this.save({ ...now, problem: reasonOf(error, "Point at another control.") });
    }
  }

  private isOpen({ what, problem }: Pointed): boolean {
    return what === null && problem === null;
  }

  private async save(now: Pointed | null): Promise<void> {
    this.now = now;
    await POINTING.save(now);
    this.office.changed();
  }
}
