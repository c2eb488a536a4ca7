/** Small parts that tests of asking are made of. */
import type { PolicyDecision, Reply, ToolCall, ToolMode } from "@screen-agent/api/packet";
import { advance, fresh } from "../../src/ask/advance.ts";
import type { Advanced, Effect, Happening, Stamp } from "../../src/ask/event.ts";
import type { AskState, PageRead } from "../../src/ask/state.ts";

export const NOW = 1_000_000;
export const EXPIRES = new Date(NOW + 60_000).toISOString();

export function page(tabId = 7, generation = 1): PageRead {
  return {
    tabId,
    origin: "https://shop.example",
    capture: { url: "https://shop.example/form", title: "Form", html: "<p>words</p>", generation },
  };
}

export function call(
  id: string,
  name: string,
  given: Record<string, unknown> = {},
  decision: PolicyDecision = "allow",
): ToolCall {
  const approval = { fingerprint: `print-${id}`, origin: "https://shop.example", expires_at: EXPIRES };
  return {
    id,
    name,
    arguments: given,
    policy: {
      decision,
      reason_code: `${decision}_code`,
      text: `It would ${name}.`,
      ...(decision === "ask" && { approval }),
    },
  };
}

export function reply(words: string, calls: ToolCall[] = [], runId: string | null = "run_1"): Reply {
  return {
    protocol: { name: "laika.llmcp", version: 1 },
    id: `res-${words}`,
    type: "response",
    created_at: "2026-01-01T00:00:00Z",
    conversation: { id: "c", turn: 1 },
    sender: { role: "assistant" },
    ...(runId !== null && { trace: { run_id: runId, step: 1 } }),
    in_reply_to: { request_id: "q" },
    assistant: {
      render: { type: "doc", children: [{ type: "paragraph", children: [{ type: "text", text: words }] }] },
      citations: [],
    },
    tool_calls: calls,
  };
}

/** The loop, driven by hand: what it wants done is remembered, and answered by the test. */
export class Loop {
  state: AskState = fresh(7, "nora", "conversation-1");
  effects: Effect[] = [];
  now = NOW;
  private ids = 0;

  take(happening: Happening): this {
    const stamp: Stamp = { now: this.now, id: `id-${++this.ids}`, chance: 0.5, today: "2026-01-01" };
    const next: Advanced = advance(this.state, { ...happening, stamp });
    // What is kept is what storage gives back.
    this.state = JSON.parse(JSON.stringify(next.state)) as AskState;
    this.effects = next.effects;
    return this;
  }

  ask(mode: ToolMode = "assist", collectionId: string | null = null): this {
    return this.take({ kind: "asked", text: "What does it cost?", task: "web.answer", args: {}, mode, collectionId });
  }

  read(tabId?: number, generation?: number): this {
    return this.take({ kind: "read", turn: this.state.turn, page: page(tabId, generation) });
  }

  answer(packet: Reply): this {
    return this.take({ kind: "answered", turn: this.state.turn, packet });
  }

  did(outcome: Extract<Happening, { kind: "performed" }>["outcome"]): this {
    return this.take({ kind: "performed", turn: this.state.turn, outcome });
  }

  decide(callId: string, allow: boolean): this {
    return this.take({ kind: "approval", callId, fingerprint: `print-${callId}`, allow });
  }

  /** The only effect of a kind. */
  effect<K extends Effect["kind"]>(kind: K): Extract<Effect, { kind: K }> {
    const found = this.effects.filter((effect) => effect.kind === kind);
    if (found.length !== 1) throw new Error(`${found.length} of ${kind} in ${JSON.stringify(this.effects)}`);
    return found[0] as Extract<Effect, { kind: K }>;
  }

  /** The request that is on its way. */
  sent(): {
    id: string;
    trace?: object;
    conversation: { turn: number };
    input: { tools: string[]; approvals?: object[]; user_message: object; task: { args: object }; mode: string };
    context: { documents: { kind: string; trust: string; doc_id: string; content: Record<string, unknown> }[] };
  } {
    return JSON.parse(this.effect("ask").body);
  }

  results(): unknown[] {
    return this.sent()
      .context.documents.filter(({ kind }) => kind === "tool.result.v1")
      .map(({ content: { call_id, status, error } }) => [
        call_id,
        status,
        (error as { code?: string } | undefined)?.code ?? null,
      ]);
  }

  tools(): unknown[] {
    return this.state.messages.flatMap((message) =>
      message.from === "agent" ? message.tools.map((tool) => [tool.callId, tool.state, tool.code ?? null]) : [],
    );
  }
}
