/** Questions, collections and artifacts that the test's server has kept. */
import type {
  ArtifactData,
  ArtifactInfo,
  Citation,
  CollectionData,
  ConversationData,
  ConversationInfo,
  Doc,
} from "@screen-agent/api/packet";

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const HREF = "https://harbour.example/price";

export const CONVERSATIONS: ConversationInfo[] = [
  {
    id: "c0ffee00-0000-4000-8000-000000000001",
    title: "What did the pier cost? <img src=x onerror=alert(1)>",
    createdAt: time(0),
    updatedAt: time(9),
    messageCount: 2,
    origin: "https://harbour.example",
  },
  {
    id: "c0ffee00-0000-4000-8000-000000000002",
    title: "Compare both piers",
    createdAt: time(0),
    updatedAt: time(4),
    messageCount: 2,
  },
];

const CITATIONS: Citation[] = [
  { doc_id: "d", quote: "12 million euros", check: { verified: true, url: HREF, title: "Its price" } },
  {
    doc_id: "d",
    quote: "made of chocolate",
    check: { verified: false, fault: "quote_not_found", url: HREF, title: "Its price" },
  },
];

const cell = (text: string, header = false) => ({
  type: "table_cell" as const,
  header,
  children: [{ type: "text" as const, text }],
});
const DOC: Doc = {
  type: "doc",
  children: [
    { type: "heading", level: 2, children: [{ type: "text", text: "In short" }] },
    {
      type: "paragraph",
      children: [
        { type: "text", text: "It cost 12 million euros. <b>Bold</b> " },
        { type: "link", href: "javascript:alert(1)", children: [{ type: "text", text: "no link" }] },
      ],
    },
    {
      type: "table",
      rows: [
        { type: "table_row", cells: [cell("What", true), cell("Pier", true)] },
        { type: "table_row", cells: [cell("Cost"), cell("12 million euros")] },
      ],
    },
  ],
};

export const CONVERSATION: ConversationData = {
  conversation: CONVERSATIONS[0] as ConversationInfo,
  messages: [
    {
      id: "r1",
      turn: 1,
      createdAt: time(1),
      senderRole: "user",
      packetType: "request",
      packet: { input: { user_message: { id: "q", text: "What did the pier cost?" } } },
    },
    {
      id: "s1",
      turn: 1,
      createdAt: time(3),
      senderRole: "assistant",
      packetType: "response",
      packet: {
        assistant: { title: "The pier", render: DOC, citations: CITATIONS },
        tool_calls: [
          {
            id: "c",
            name: "browser.type",
            policy: {
              decision: "deny",
              reason_code: "sensitive_field_blocked",
              text: "Type into the field “Password”.",
            },
          },
        ],
      },
    },
  ],
};

const ARTIFACT: ArtifactInfo = {
  id: "art_1",
  collectionId: "col_1",
  type: "comparison",
  title: "Piers compared",
  tags: [],
  status: "completed",
  createdAt: time(5),
  updatedAt: time(6),
};
export const ARTIFACTS: ArtifactInfo[] = [
  ARTIFACT,
  { ...ARTIFACT, id: "art_2", type: "quiz", title: "Quiz", status: "failed", error: "The model could not be reached." },
];
export const MADE: ArtifactData = { artifact: ARTIFACT, doc: DOC, citations: CITATIONS };

export const COLLECTION: CollectionData = {
  collection: { id: "col_1", title: "Piers", tags: [], createdAt: time(0), updatedAt: time(8), sourceCount: 2 },
  sources: [
    {
      id: "src_1",
      collectionId: "col_1",
      kind: "url",
      url: HREF,
      title: "Its price",
      status: "captured",
      characters: 1_200,
      preview: "It cost 12 million euros.",
    },
    {
      id: "src_2",
      collectionId: "col_1",
      kind: "url",
      url: "javascript:alert(1)",
      title: "",
      status: "failed",
      error: "It asks for a sign-in.",
      characters: 0,
      preview: "",
    },
  ],
};
