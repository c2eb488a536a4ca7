/** A conversation that the server kept, as messages to show. */
import type { Citation, ConversationData, ConversationMessage, Doc, TaskName } from "@screen-agent/api/packet";
import type { AskMessage } from "../../shared/ask.ts";

/** What was said in it, and the turn that it has come to. */
export function messagesOf({ messages }: ConversationData): { said: number; messages: AskMessage[] } {
  const shown = new Map<string, AskMessage>();
  for (const message of messages) {
    const one = message.packetType === "response" ? answerOf(message) : message.packetType === "request" ? questionOf(message) : null;
    // The words of a question come again with each of its turns.
    if (one && !shown.has(one.id)) shown.set(one.id, one);
  }
  return { said: messages.reduce((most, { turn }) => Math.max(most, turn), 0), messages: [...shown.values()] };
}

function questionOf({ createdAt, packet }: ConversationMessage): AskMessage | null {
  const input = fields(packet["input"]);
  const { id, text } = fields(input["user_message"]);
  if (typeof id !== "string" || typeof text !== "string") return null;
  const name = fields(input["task"])["name"];
  return { from: "person", id, at: Date.parse(createdAt), text, task: TASKS.find((task) => task === name) ?? "web.answer" };
}

const TASKS: readonly TaskName[] = ["web.summarize", "web.extract", "web.answer"];

function answerOf({ id, createdAt, packet }: ConversationMessage): AskMessage | null {
  const { title, render, citations } = fields(packet["assistant"]);
  if (fields(render)["type"] !== "doc") return null;
  return {
    from: "agent",
    id,
    at: Date.parse(createdAt),
    title: typeof title === "string" ? title : null,
    // The server keeps trees as it checked them; whoever shows one reads it node by node.
    render: render as Doc,
    citations: Array.isArray(citations) ? (citations as Citation[]) : [],
    tools: [],
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
