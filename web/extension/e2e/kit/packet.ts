/** A model that answers packets: it reads the request that it is sent, as any model would. */
import type { Document, RequestPacket } from "@screen-agent/api/packet";
import type { Says, Told } from "./model.ts";

/** What the model is asked: the packet, of all that it was told. */
export function packetOf({ user }: Told): RequestPacket {
  return JSON.parse(user.slice(user.indexOf("{"), user.lastIndexOf("}") + 1)) as RequestPacket;
}

/** The document whose text has these words, if one does. */
export function documentWith(told: Told, words: string): Document | undefined {
  return packetOf(told).context.documents.find(({ content }) => JSON.stringify(content).includes(words));
}

/** The handle of the control that says this, as the page was read. */
export function handleOf(told: Told, name: string): string {
  const controls = packetOf(told).context.documents.flatMap(({ content }) =>
    content.doc_type === "web.observation.summary.v1" ? (content.elements ?? []) : [],
  );
  return controls.find(({ text }) => text === name)?.handle_id ?? "none";
}

/** One paragraph. */
export function paragraph(text: string): object {
  return { type: "paragraph", children: [{ type: "text", text }] };
}

/** A table; its first row is its head. */
export function table(rows: readonly (readonly string[])[]): object {
  const cell = (text: string, header: boolean): object => ({
    type: "table_cell",
    header,
    children: [{ type: "text", text }],
  });
  return {
    type: "table",
    rows: rows.map((row, at) => ({ type: "table_row", cells: row.map((text) => cell(text, at === 0)) })),
  };
}

export interface More {
  citations?: object[];
  tool_calls?: object[];
}

/** A response packet as a model writes it. */
export function replies(told: Told, blocks: object[], { citations = [], tool_calls = [] }: More = {}): Says {
  const { id, conversation } = packetOf(told);
  return {
    protocol: { name: "laika.llmcp", version: 1 },
    id: `res-${told.id}`,
    type: "response",
    created_at: "2026-01-01T00:00:00Z",
    conversation,
    sender: { role: "assistant" },
    in_reply_to: { request_id: id },
    assistant: { title: "Answer", render: { type: "doc", children: blocks }, citations },
    tool_calls,
  };
}
