/** Small parts that tests of the task loop are made of. */
import type { InteractData, InteractStatus, PageCapture, SemanticNode } from "@screen-agent/api";
import type { Performed } from "../../src/shared/action.ts";
import type { Look } from "../../src/shared/look.ts";
import { advance, begin } from "../../src/task/advance.ts";
import type { Advanced, Effect, Happening, Stamp } from "../../src/task/event.ts";
import type { TaskState } from "../../src/task/state.ts";

export const NOW = 1_000_000;
export const SESSION = "00000000-0000-4000-8000-000000000002";
export const TASK = "00000000-0000-4000-8000-000000000001";

export function node(i: string, n: string, more: Partial<SemanticNode> = {}): SemanticNode {
  return { i, r: "inp", n, ...more };
}

export function capture(
  nodes: SemanticNode[] = [node("1", "Name"), node("2", "Go", { r: "btn" })],
  more: Partial<PageCapture> = {},
): PageCapture {
  return {
    url: "https://shop.example/form",
    pageTitle: "Form",
    document: "d1",
    viewport: { width: 800, height: 600 },
    interactiveTree: nodes,
    pageText: [],
    scrollPosition: "0%",
    scrollableContainers: [],
    recentEvents: [],
    hasErrors: false,
    hasSuccess: false,
    hash: "h",
    ...more,
  };
}

export function look(of: PageCapture = capture(), hash = of.hash): Look {
  return { capture: of, hash, ms: 5 };
}

export function data(more: Partial<InteractData> = {}): InteractData {
  return {
    taskId: TASK,
    sessionId: SESSION,
    status: "executing",
    taskType: "web_only",
    hasOrgKnowledge: false,
    thought: "I press it.",
    ...more,
  };
}

export function click(id = "2"): InteractData {
  return data({ action: `click(${id})`, actionDetails: { name: "click", elementId: Number(id) } });
}

/** What the server says of the task when asked. */
export function told(
  status: InteractStatus,
  more: Partial<Extract<Happening, { kind: "told" }>> = {},
): Extract<Happening, { kind: "told" }> {
  const nothing = { result: null, asks: false, usage: null, modelCalls: null, ledger: null, verified: null };
  return { kind: "told", status, ...nothing, ...more };
}

export const CALM = { network: false, dom: true, url: false };
export const WENT: Performed = { success: true, noticed: CALM };

/** A task, and whatever it wants done. Every event bears the present turn unless it says another. */
export class Play {
  state: TaskState;
  /** What the last event led to. */
  effects: Effect[];
  now = NOW;
  private ids = 0;

  constructor(query = "fill it in") {
    const first = begin({ tabId: 7, sessionId: SESSION, owner: "o", query, attachment: null }, this.stamp());
    [this.state, this.effects] = [first.state, first.effects];
  }

  stamp(): Stamp {
    this.ids += 1;
    return { now: this.now, id: `id-${this.ids}`, chance: 0.5, today: "2026-03-04" };
  }

  tell(happening: Happening): this {
    const next: Advanced = advance(this.state, { ...happening, stamp: this.stamp() });
    [this.state, this.effects] = [next.state, next.effects];
    return this;
  }

  looked(seen: Look = look()): this {
    return this.tell({ kind: "looked", turn: this.state.turn, look: seen });
  }

  answered(said: InteractData): this {
    return this.tell({ kind: "answered", turn: this.state.turn, data: said, ms: 9 });
  }

  refused(status: number, code: string, retryAfter?: number): this {
    return this.tell({
      kind: "refused",
      turn: this.state.turn,
      failure: { kind: "refused", status, code, message: "no", ...(retryAfter === undefined ? {} : { retryAfter }) },
    });
  }

  offline(): this {
    return this.tell({ kind: "refused", turn: this.state.turn, failure: { kind: "network" } });
  }

  performed(went: Performed = WENT): this {
    return this.tell({ kind: "performed", turn: this.state.turn, performed: went });
  }

  get phase(): string {
    return this.state.phase.name;
  }

  kinds(): string[] {
    return this.effects.map((effect) => effect.kind);
  }

  effect<K extends Effect["kind"]>(kind: K): Extract<Effect, { kind: K }> {
    const found = this.effects.find((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);
    if (!found) throw new Error(`no effect ${kind} but ${this.kinds().join(", ") || "none"}`);
    return found;
  }

  /** Body of the request that is asked for now. */
  body(): Record<string, unknown> {
    return JSON.parse(this.effect("ask").body) as Record<string, unknown>;
  }
}
