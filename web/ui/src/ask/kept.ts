/** A conversation that the server kept, as turns to show. What was kept is read with care: packets are open records. */
import type { Citation, ConversationData, ConversationMessage, Doc } from "@screen-agent/api/packets";
import { fields } from "../message.ts";
import type { ShownTool } from "./tool.tsx";

/** One turn. */
export type KeptTurn =
  | { from: "person"; id: string; at: string; text: string; task: string }
  | {
      from: "agent";
      id: string;
      at: string;
      title: string | null;
      render: Doc;
      citations: Citation[];
      tools: ShownTool[];
    };

/** What was said in it, in order, each once: the words of a question come again with each of its turns. */
export function keptTurns({ messages }: ConversationData): KeptTurn[] {
  const turns = new Map<string, KeptTurn>();
  for (const message of messages) {
    const turn =
      message.packetType === "response"
        ? answerOf(message)
        : message.packetType === "request"
          ? questionOf(message)
          : null;
    if (turn && !turns.has(turn.id)) turns.set(turn.id, turn);
  }
  return [...turns.values()];
}

function questionOf({ createdAt, packet }: ConversationMessage): KeptTurn | null {
  const input = fields(packet.input);
  const { id, text } = fields(input.user_message);
  return typeof id === "string" && typeof text === "string"
    ? { from: "person", id, at: createdAt, text, task: words(fields(input.task).name) }
    : null;
}

function answerOf({ id, createdAt, packet }: ConversationMessage): KeptTurn | null {
  const { title, render, citations } = fields(packet.assistant);
  if (fields(render).type !== "doc") return null;
  return {
    from: "agent",
    id,
    at: createdAt,
    title: typeof title === "string" ? title : null,
    // Whoever shows a tree reads it node by node.
    render: render as Doc,
    citations: list(citations) as unknown as Citation[],
    tools: list(packet.tool_calls).map(toolOf),
  };
}

function toolOf(call: Readonly<Record<string, unknown>>, at: number): ShownTool {
  const policy = fields(call.policy);
  const decision = policy.decision === "allow" || policy.decision === "ask" ? policy.decision : "deny";
  return {
    callId: words(call.id) || String(at),
    name: words(call.name),
    arguments: { ...fields(call.arguments) },
    decision,
    reason: words(policy.reason_code),
    text: words(policy.text),
    state: decision === "deny" ? "denied" : "kept",
  };
}

const words = (value: unknown): string => (typeof value === "string" ? value : "");

function list(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(fields) : [];
}
