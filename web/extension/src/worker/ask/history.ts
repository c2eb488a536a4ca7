/** A conversation that the server kept, as messages to show. */
import type { ConversationData, TaskName } from "@screen-agent/api/packet";
import { type KeptTurn, keptTurns } from "@screen-agent/ui/kept";
import type { AskMessage } from "../../shared/ask.ts";

/** What was said in it, and the turn that it has come to. */
export function messagesOf(data: ConversationData): { said: number; messages: AskMessage[] } {
  return {
    said: data.messages.reduce((most, { turn }) => Math.max(most, turn), 0),
    messages: keptTurns(data).map(messageOf),
  };
}

const TASKS: readonly TaskName[] = ["web.summarize", "web.extract", "web.answer"];

function messageOf(turn: KeptTurn): AskMessage {
  const at = Date.parse(turn.at);
  if (turn.from === "person") return { ...turn, at, task: TASKS.find((task) => task === turn.task) ?? "web.answer" };
  // What became of a tool is not told by the answer that asked for it; one that was denied was denied.
  const tools = turn.tools.flatMap((tool) => (tool.state === "denied" ? [{ ...tool, state: "denied" as const }] : []));
  return { ...turn, at, tools };
}
