/** What is sent: a request packet. */
import type { Document, RequestPacket, ToolResultDocument } from "@screen-agent/api/packet";
import type { Stamp } from "./event.ts";
import type { AskState, PageRead, Question } from "./state.ts";
import { TOOLS } from "./tool.ts";

/** The request for what is known now; the same words in every turn of a question. */
export function requestFor(state: AskState, question: Question, page: PageRead | null, stamp: Stamp): RequestPacket {
  const goesOn = question.runId !== null;
  return {
    protocol: { name: "laika.llmcp", version: 1 },
    id: stamp.id,
    type: "request",
    created_at: new Date(stamp.now).toISOString(),
    conversation: { id: state.conversationId, turn: state.said },
    sender: { role: "user" },
    ...(question.runId !== null && { trace: { run_id: question.runId, step: question.step } }),
    input: {
      user_message: question.message,
      task: question.task,
      mode: question.mode,
      // What the server looks up, and the panel opens when its button is pressed.
      tools: [...(question.collectionId === null ? TOOLS : []), "artifact.open"],
      ...(goesOn && state.answers.length > 0 && { approvals: state.answers }),
    },
    context: {
      documents: [
        ...(page ? [captureOf(page)] : []),
        ...(goesOn ? [...state.results.map(resultOf), ...state.brought] : []),
      ],
    },
    output: { format: "json" },
  };
}

function captureOf({ tabId, capture }: PageRead): Document {
  return {
    doc_id: "doc:web",
    kind: "web.capture.v1",
    trust: "untrusted",
    source: { browser: "extension", tab_id: String(tabId) },
    content: { doc_type: "web.capture.v1", ...capture },
  };
}

function resultOf(result: ToolResultDocument): Document {
  return {
    doc_id: `doc:result:${result.call_id}`,
    kind: "tool.result.v1",
    trust: "trusted",
    content: { doc_type: "tool.result.v1", ...result },
  };
}
