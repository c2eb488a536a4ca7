/**
 * Tabs that another program may work on. The person says yes in the panel; from then on this browser, and no other, takes up
 * what the program wants done, has it go through the same loop as any task, and says what came of it.
 */
import { ApiError, type LeaseData, type LeaseOrder, type LeaseStep, type OrderFault } from "@screen-agent/api";
import { type Join, join, type Seat } from "@screen-agent/api/realtime";
import { parseAction } from "@screen-agent/ui/actions";
import { browser } from "wxt/browser";
import { isOn } from "../shared/origin.ts";
import { type LeaseView, problem } from "../shared/protocol.ts";
import { NEVER } from "../shared/wait.ts";
import type { TaskState } from "../task/state.ts";
import { Refusal, SIGN_IN_FIRST } from "./failure.ts";
import { type Office, tabFacts } from "./office.ts";
import { tabNow } from "./restricted.ts";
import { type HeldLease, LEASES } from "./store.ts";

/** The tab shows something that the lease is not for. */
const ELSEWHERE: OrderFault = {
  code: "SITE_NOT_LEASED",
  message: "The tab shows another site by now, which this lease is not for. Nothing was done.",
};
const TAB_BUSY: OrderFault = { code: "TAB_BUSY", message: "Something else is done on this tab now. Nothing was done." };
const TAB_GONE: OrderFault = { code: "TAB_CLOSED", message: "The tab was closed." };

export class Leases {
  private shown: LeaseData[] = [];
  private held: HeldLease[] = [];
  private seat: { channel: string; client: object; seat: Seat } | null = null;
  private queue: Promise<void> = Promise.resolve();
  private resting: (() => void) | null = null;

  constructor(
    private readonly office: Office,
    private readonly join_: Join = join,
  ) {}

  async load(): Promise<void> {
    this.held = await LEASES.load();
    if (this.held.length > 0) void this.refresh();
  }

  /** Something is lent: the worker has to hear what is wanted. */
  holds(): boolean {
    return this.held.length > 0;
  }

  views(): LeaseView[] {
    return this.shown.map(({ id, client, purpose, sites, mode, minutes, url, state, expiresAt, order }) => {
      const held = this.held.find((each) => each.id === id);
      const working = order !== undefined && order.state !== "done";
      return {
        ...{ id, client, purpose, sites, mode, minutes, expiresAt, working },
        url: url ?? null,
        state: held?.paused ? "paused" : state,
        tabId: held?.tabId ?? null,
      };
    });
  }

  /** Reads how all stand, and does what is to be done about it; one after the other. */
  refresh(): Promise<void> {
    this.queue = this.queue
      .then(() => this.look())
      .catch((error: unknown) =>
        console.warn("leases could not be looked up", error instanceof Error ? error.name : ""),
      );
    return this.queue;
  }

  private async look(): Promise<void> {
    const client = this.office.client();
    if (!client) {
      this.shown = [];
      this.leave();
      return;
    }
    const { leases, channel } = await client.leases();
    this.shown = leases;
    await this.follow(channel);
    for (const held of this.held) {
      const lease = leases.find(({ id }) => id === held.id);
      if (!lease) await this.isOver(held);
      else if (held.ending) await this.send(held, { kind: "end", by: "person" }).then(() => this.drop(held));
      else await this.serve(held, lease);
    }
    await this.rest();
    this.office.changed();
  }

  /** Whoever ended it, nothing more is done under it. */
  private async isOver(held: HeldLease): Promise<void> {
    await this.halt(held, { code: "LEASE_ENDED", message: "The lease ended while this was under way." });
    await this.report(held);
    await this.drop(held);
  }

  private async serve(held: HeldLease, { order, state }: LeaseData): Promise<void> {
    if (held.came) return this.report(held);
    if (!order || order.state === "done") return held.under === null ? undefined : this.change(held, { under: null });
    if (order.state === "waiting") {
      if (state === "open" && !held.paused) await this.take(held, order.no);
      return;
    }
    if (held.under !== order.no) return;
    if (order.cancelled) {
      await this.halt(held, { code: "CANCELLED", message: "The client wanted it no more." });
      return this.report(held);
    }
    // The worker was killed after it took this up: what was begun goes on by itself, what was not begins now.
    const task = this.office.tasks
      .all()
      .find((each) => each.state.lease?.no === order.no && this.isFor(held, each.state));
    if (!task) return this.begin(held, order.no, order.order);
    // It ended while nobody could write that down.
    const came = cameOf(held, task.state);
    if (came) await this.done(held, came);
  }

  private isFor(held: HeldLease, { lease }: TaskState): boolean {
    return lease?.id === held.id;
  }

  private async take(held: HeldLease, no: number): Promise<void> {
    // Kept before the server hears of it: whoever wakes up knows what may have been taken.
    await this.change(held, { under: no });
    const taken = await this.send(held, { kind: "take", holder: held.holder, no });
    if (taken?.order?.no === no && !taken.order.cancelled) await this.begin(held, no, taken.order.order);
    else await this.change(held, { under: null });
  }

  private async begin(held: HeldLease, no: number, order: LeaseOrder): Promise<void> {
    const { office } = this;
    const tab = await tabNow(held.tabId);
    const fault = !tab ? TAB_GONE : !isOn(tab.url, held.sites) ? ELSEWHERE : null;
    if (fault || order.kind === "look") return this.done(held, { taskId: null, fault });
    if (office.tasks.isBusy(held.tabId) || office.asks.isBusy(held.tabId))
      return this.done(held, { taskId: null, fault: TAB_BUSY });
    await office.sessions.open(await tabFacts(held.tabId), held.sessionId);
    await office.tasks.start({
      tabId: held.tabId,
      sessionId: held.sessionId,
      owner: office.owner(),
      query: wordsOf(held, order),
      attachment: null,
      lease: { id: held.id, no, holder: held.holder },
    });
  }

  /** A task has ended; one of a lease is what its order came to. */
  ended(task: TaskState): void {
    const held = this.held.find((each) => this.isFor(each, task) && each.under === task.lease?.no);
    const came = held && cameOf(held, task);
    if (!held || !came) return;
    // It may have gone on in a tab that it opened.
    this.queue = this.queue
      .then(() => this.change(held, { tabId: task.tabId }))
      .then(() => this.done(held, came))
      .then(() => this.rest())
      .catch(() => undefined);
  }

  private async done(held: HeldLease, came: NonNullable<HeldLease["came"]>): Promise<void> {
    // It was told already, when it was stopped.
    if (held.under === null) return;
    await this.change(held, { came });
    await this.report(held);
  }

  /** Says what came of it. What cannot be told now is told when the server is there again. */
  private async report(held: HeldLease): Promise<void> {
    const { came, under } = held;
    if (!came || under === null) return;
    const tab = await tabNow(held.tabId);
    const seen =
      tab && isOn(tab.url, held.sites)
        ? await this.office.eyes.look(held.tabId, { about: "", settle: true }, NEVER).catch(() => null)
        : null;
    const { hash: _, ...page } = seen?.capture ?? { hash: "" };
    const read = seen && isOn(seen.capture.url, held.sites);
    const fault = came.fault ?? (read ? null : !came.taskId ? ELSEWHERE : null);
    await this.send(held, {
      kind: "report",
      holder: held.holder,
      no: under,
      report: {
        ...(came.taskId && { taskId: came.taskId }),
        ...(read && { page: page as NonNullable<typeof seen>["capture"] }),
        ...(fault && { fault }),
      },
    });
    await this.change(held, { under: null, came: null, halted: null });
  }

  /** Stops what is under way under it; a task that has ended says so by itself. */
  private async halt(held: HeldLease, halted: OrderFault): Promise<void> {
    const task = this.office.tasks.all().find(({ state }) => this.isFor(held, state) && state.phase.name !== "ended");
    if (!task) return;
    await this.change(held, { halted, came: { taskId: task.state.taskId, fault: halted } });
    await this.office.tasks.dispatch(task, { kind: "stop" });
  }

  // What the person says.

  async allow(id: string, panelTab: number): Promise<void> {
    const client = this.office.client();
    if (!client) throw new Refusal(SIGN_IN_FIRST);
    const lease = this.shown.find((each) => each.id === id && each.state === "asked");
    if (!lease) throw new Refusal(problem("LEASE_ENDED", "It is not asked for any more.", "Nothing has to be done."));
    const opened = lease.url ? await browser.tabs.create({ url: lease.url }) : null;
    const tabId = opened?.id ?? this.office.sessions.tabOf(panelTab);
    const url = opened ? (lease.url ?? "") : ((await tabNow(tabId))?.url ?? "");
    if (!isOn(url, lease.sites))
      throw new Refusal(
        problem("SITE_NOT_LEASED", "This tab shows another site than it is asked for.", "Open one of the sites first."),
      );
    if (this.held.some((held) => held.tabId === tabId))
      throw new Refusal(problem("TAB_LEASED", "Another program works on this tab.", "End that first."));
    const { sites, sessionId } = lease;
    const held: HeldLease = {
      ...{ id, tabId, sites, sessionId, client: lease.client, holder: crypto.randomUUID() },
      ...{ paused: false, ending: false, under: null, came: null, halted: null },
    };
    await this.save([...this.held, held]);
    try {
      await client.stepLease(id, { kind: "allow", holder: held.holder, tab: tabId });
    } catch (error) {
      await this.drop(held);
      if (opened?.id !== undefined) await browser.tabs.remove(opened.id).catch(() => undefined);
      throw error;
    }
    await this.refresh();
  }

  /** The tab is the person's from this moment, whether the server can be reached or not. */
  async pause(id: string, paused: boolean): Promise<void> {
    const held = this.held.find((each) => each.id === id);
    if (!held) throw new Refusal(NOT_HERE);
    await this.change(held, { paused });
    if (paused) await this.halt(held, { code: "LEASE_PAUSED", message: "The person wanted the tab for themselves." });
    await this.send(held, { kind: paused ? "pause" : "resume", holder: held.holder });
    await this.refresh();
  }

  /** Refused, or over. */
  async end(id: string): Promise<void> {
    const held = this.held.find((each) => each.id === id);
    if (held) {
      await this.change(held, { ending: true, paused: true });
      await this.halt(held, { code: "LEASE_ENDED", message: "The person ended the lease." });
      await this.queue;
      await this.report(held);
    }
    const client = this.office.client();
    if (!client) throw new Refusal(SIGN_IN_FIRST);
    await client.stepLease(id, { kind: "end", by: "person" }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    });
    if (held) await this.drop(held);
    await this.refresh();
  }

  async tabClosed(tabId: number): Promise<void> {
    const held = this.held.find((each) => each.tabId === tabId);
    if (!held) return;
    await this.queue;
    // Its task may have gone on elsewhere.
    if (held.tabId !== tabId) return;
    if (held.under !== null && !held.came) await this.change(held, { came: { taskId: null, fault: TAB_GONE } });
    await this.report(held);
    await this.send(held, { kind: "end", by: "browser", why: "Its tab was closed." });
    await this.drop(held);
    await this.refresh();
  }

  /** Nobody is signed in any more. */
  async signedOut(): Promise<void> {
    for (const held of this.held) {
      await this.halt(held, { code: "LEASE_ENDED", message: "The person signed out." });
      await this.send(held, { kind: "end", by: "browser", why: "The person signed out." }).catch(() => undefined);
    }
    await this.save([]);
    [this.shown] = [[]];
    this.leave();
    await this.rest();
  }

  // What is heard, kept and sent.

  private async follow(channel: string): Promise<void> {
    const client = this.office.client();
    if (!client || (this.seat?.channel === channel && this.seat.client === client)) return;
    this.leave();
    const data = await client.realtime().catch(() => null);
    if (!data) return;
    const again = (): void => void this.refresh();
    const seat = this.join_(client, data, channel, {
      // What happened before was not heard.
      joined: again,
      heard: again,
      left: () => undefined,
      refused: () => this.leave(),
    });
    this.seat = { channel, client, seat };
  }

  private leave(): void {
    this.seat?.seat.leave();
    this.seat = null;
  }

  /** What the server refuses is over, and its answer is none; that it cannot be reached is thrown. */
  private async send(held: HeldLease, step: LeaseStep): Promise<LeaseData | null> {
    const client = this.office.client();
    if (!client) return null;
    try {
      return await client.stepLease(held.id, step);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401) return null;
      throw error;
    }
  }

  private async change(held: HeldLease, change: Partial<HeldLease>): Promise<void> {
    Object.assign(held, change);
    await this.save(this.held);
    this.office.changed();
  }

  private async drop(held: HeldLease): Promise<void> {
    await this.save(this.held.filter((each) => each !== held));
  }

  private async save(held: HeldLease[]): Promise<void> {
    this.held = held;
    await LEASES.save(held);
    await this.rest();
  }

  /** While something is lent the worker stays awake, so that what is wanted is heard at once. */
  private async rest(): Promise<void> {
    if (this.holds() && !this.resting)
      void this.office.keepAlive.during(new Promise<void>((resolve) => (this.resting = resolve)));
    if (!this.holds()) {
      this.resting?.();
      this.resting = null;
    }
    await this.office.keepAwake();
  }
}

const NOT_HERE = problem("LEASE_HELD_ELSEWHERE", "It was allowed in another browser.", "End it, or go on there.");

/** What stands in the conversation. What is typed does not. */
function wordsOf({ client }: HeldLease, order: LeaseOrder): string {
  if (order.kind === "do") return order.instruction;
  const names = order.kind === "act" ? order.actions.map((action) => parseAction(action)?.name ?? "action") : [];
  return `actions of ${client}: ${names.join(", ")}`;
}

/** What an order came to whose task has ended. */
function cameOf(held: HeldLease, { phase, problem: wrong, taskId }: TaskState): HeldLease["came"] {
  if (phase.name !== "ended") return null;
  const why = wrong && { code: wrong.code, message: wrong.message };
  const stopped = phase.status === "stopped" ? { code: "STOPPED", message: "The person stopped it." } : null;
  return { taskId, fault: held.halted ?? why ?? stopped };
}
