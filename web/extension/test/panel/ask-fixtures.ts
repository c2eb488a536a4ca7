/** Questions, answers and collections in every state, for the gallery and for tests. */
import type {
  ArtifactData,
  ArtifactInfo,
  Citation,
  CollectionData,
  CollectionInfo,
  ConversationData,
  ConversationInfo,
  Doc,
  Inline,
  SourceInfo,
  TransformType,
} from "@screen-agent/api/packet";
import type { AskApproval, AskMessage, AskTool, AskView, CollectionsView } from "../../src/shared/ask.ts";

export const AT = Date.parse("2026-02-02T10:02:05Z");
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const iso = (before: number): string => new Date(AT - before).toISOString();

const text = (words: string): Inline => ({ type: "text", text: words });
const para = (...children: Inline[]): Doc["children"][number] => ({ type: "paragraph", children });

export const ANSWER: Doc = {
  type: "doc",
  children: [
    { type: "heading", level: 2, children: [text("What it says")] },
    para(
      text("The pier was opened in spring. It cost 12 million euros, twice what was planned; see "),
      { type: "link", href: "https://harbour.example/price", children: [{ type: "text", text: "the account" }] },
      text("."),
    ),
    {
      type: "list",
      ordered: false,
      items: ["Ships come again from everywhere", "The old pier stays open until autumn"].map((words) => ({
        type: "list_item",
        children: [para(text(words))],
      })),
    },
  ],
};

const TABLE: Doc = {
  type: "doc",
  children: [
    para(text("Both piers side by side.")),
    {
      type: "table",
      rows: [
        {
          type: "table_row",
          cells: ["", "Old pier", "New pier"].map((words) => ({
            type: "table_cell",
            header: true,
            children: [text(words)],
          })),
        },
        ...[
          ["Opened", "1931", "2026"],
          ["Cost", "unknown", "12 million euros"],
          ["Length", "120 m", "310 m"],
        ].map((row) => ({
          type: "table_row" as const,
          cells: row.map((words, at) => ({ type: "table_cell" as const, header: at === 0, children: [text(words)] })),
        })),
      ],
    },
  ],
};

const HARBOUR = "https://harbour.example/price";
export const CITATIONS: Citation[] = [
  {
    doc_id: "doc:web",
    node_id: "n:3",
    handle_id: "41",
    quote: "the pier cost 12 million euros",
    check: { verified: true, url: HARBOUR, title: "Its price" },
  },
  {
    doc_id: "doc:web",
    node_id: "n:5",
    handle_id: "44",
    quote: "ships come again from everywhere",
    check: { verified: true, url: HARBOUR, title: "Its price" },
  },
  {
    doc_id: "doc:web",
    quote: "twice what was planned",
    check: { verified: false, fault: "quote_not_found", url: HARBOUR, title: "Its price" },
  },
];

const asked = (words: string, id = "q1"): AskMessage => ({
  from: "person",
  id,
  at: AT - 60_000,
  text: words,
  task: "web.answer",
});
const answered = (more: Partial<Extract<AskMessage, { from: "agent" }>> = {}, id = "a1"): AskMessage => ({
  from: "agent",
  id,
  at: AT - 40_000,
  title: "The new pier",
  render: ANSWER,
  citations: CITATIONS,
  tools: [],
  ...more,
});
const said = (words: string): Doc => ({ type: "doc", children: [para(text(words))] });

const click = (state: AskTool["state"], more: Partial<AskTool> = {}): AskTool => ({
  callId: `c-${state}`,
  name: "browser.click",
  arguments: { handleId: "12" },
  decision: state === "denied" ? "deny" : "ask",
  reason: "assist_requires_approval",
  text: "Press the link “What it cost” on https://harbour.example.",
  state,
  ...more,
});

const approval: AskApproval = {
  callId: "c-asked",
  fingerprint: "a".repeat(64),
  name: "browser.click",
  text: "Press the link “What it cost”. It leads to https://harbour.example/price.",
  origin: "https://harbour.example",
  arguments: { handleId: "12" },
  expiresAt: AT + 74_000,
};

const typing: AskApproval = {
  ...approval,
  fingerprint: "b".repeat(64),
  callId: "c-type",
  name: "browser.type",
  text: "Type 11 characters into the field “Search the archive”.",
  arguments: { handleId: "14", text: "pier budget" },
};

export const IDLE: AskView = {
  conversationId: "c0ffee00-0000-4000-8000-000000000001",
  messages: [],
  status: "idle",
  activity: null,
  progress: null,
  step: 0,
  approvals: [],
  collectionId: null,
  problem: null,
};

const QUESTION = "What did the new pier cost?";
const running = (activity: AskView["activity"], progress: string | null, step = 0): AskView => ({
  ...IDLE,
  messages: [asked(QUESTION)],
  status: "running",
  activity,
  progress,
  step,
});
const waiting = (approvals: AskApproval[], tools: AskTool[] = [click("asked")]): AskView => ({
  ...IDLE,
  status: "waiting",
  approvals,
  messages: [
    asked(QUESTION),
    answered({
      title: null,
      render: said("The price is not on this page. There is a link that leads to it."),
      citations: [],
      tools,
    }),
  ],
});
const failed = (code: string, message: string, advice: string): AskView => ({
  ...IDLE,
  messages: [asked(QUESTION)],
  problem: { code, message, advice },
});

export const ASKS = {
  idle: IDLE,
  reading: running("reading", null),
  thinking: running("thinking", "Reading 2 of 3 parts of “The new pier”", 1),
  acting: { ...waiting([], [click("running")]), status: "running", activity: "acting" },
  answered: { ...IDLE, messages: [asked(QUESTION), answered()] },
  table: {
    ...IDLE,
    messages: [
      asked("Compare both piers"),
      answered({ title: "Two piers", render: TABLE, citations: CITATIONS.slice(0, 1) }),
    ],
  },
  unsure: {
    ...IDLE,
    messages: [
      asked(QUESTION),
      answered({
        title: null,
        render: said("It cost 40 million."),
        citations: [
          { doc_id: "doc:nowhere", quote: "40 million", check: { verified: false, fault: "unknown_document" } },
        ],
      }),
    ],
  },
  approving: waiting([approval]),
  approvingTwo: waiting(
    [typing, approval],
    [
      click("asked"),
      click("asked", {
        callId: "c-type",
        name: "browser.type",
        arguments: { handleId: "14", text: "pier budget" },
        text: typing.text,
      }),
    ],
  ),
  expired: waiting([{ ...approval, expiresAt: AT - 1 }]),
  denied: {
    ...IDLE,
    messages: [
      asked("Sign in for me"),
      answered({
        title: null,
        render: said("I may not fill in a password; sign in yourself, then ask again."),
        citations: [],
        tools: [
          click("denied", {
            name: "browser.type",
            arguments: { handleId: "3", text: "…" },
            reason: "sensitive_field_blocked",
            text: "Type into the field “Password”. Fields for secrets are never filled in.",
          }),
          click("failed", { callId: "c2", code: "STALE_HANDLE" }),
          click("cancelled", { callId: "c3" }),
          click("done", { callId: "c4", name: "search", arguments: { query: "harbour pier price" }, text: "" }),
        ],
      }),
    ],
  },
  results: {
    ...IDLE,
    messages: [
      asked("Save a comparison and share it with me"),
      answered({
        title: null,
        render: said("It is kept, and can be shared."),
        citations: [],
        results: [
          {
            call_id: "t1",
            name: "app.money_calculate",
            status: "ok",
            result: { amountMinor: 1200, currency: "EUR", formatted: "12.00", told: "EUR 4.00 * 3 = 12.00 EUR" },
          },
          {
            call_id: "t2",
            name: "artifact.share",
            status: "ok",
            result: {
              artifactId: "art_2",
              format: "csv",
              delivery: "link",
              url: "/api/shared/abc",
              filename: "piers.csv",
            },
          },
          { call_id: "t3", name: "collection.create", status: "ok", result: { collectionId: "col_1" } },
          {
            call_id: "t4",
            name: "integration.invoke",
            status: "error",
            error: { code: "INTEGRATION_FAILED", message: "It refused." },
          },
          {
            call_id: "t5",
            name: "artifact.share",
            status: "ok",
            result: { artifactId: "art_2", delivery: "inline", content: "# Piers", url: "javascript:alert(1)" },
          },
        ],
      }),
    ],
  },
  noModel: failed(
    "NO_MODEL",
    "This server has no language model, so questions cannot be answered.",
    "Things to do on the page work without one. Whoever runs the server can add one.",
  ),
  unreadable: failed("MODEL_TIMEOUT", "The model took too long. Please try again.", "Try again, or ask for less."),
  pausing: {
    ...running("reconnecting", null),
    problem: {
      code: "NETWORK_ERROR",
      message: "The server cannot be reached.",
      advice: "Check the connection and the server's address.",
      retryAt: AT + 6_000,
    },
  },
  stuck: {
    ...IDLE,
    messages: [asked(QUESTION)],
    status: "waiting",
    problem: { code: "NO_ANSWER", message: "The page does not answer.", advice: "Reload the page, then try again." },
  },
  stress: {
    ...IDLE,
    messages: [
      asked(`${LONG} \u202egnp.exe <img src=x onerror=alert(1)>`),
      answered({
        title: `${LONG} \u202egnp.exe`,
        render: {
          type: "doc",
          children: [
            para(text(LONG), text(" <b>no tag</b> "), {
              type: "link",
              href: "javascript:alert(1)",
              children: [{ type: "text", text: "no link" }],
            }),
            { type: "code_block", language: "js", text: `const x = "${LONG}";` },
            {
              type: "table",
              rows: [
                {
                  type: "table_row",
                  cells: [LONG, "b", "c", "d"].map((words) => ({
                    type: "table_cell",
                    header: false,
                    children: [text(words)],
                  })),
                },
              ],
            },
          ],
        },
        citations: [
          {
            doc_id: "d",
            quote: LONG,
            check: { verified: true, url: `https://${"long".repeat(14)}.example/`, title: LONG },
          },
          { doc_id: LONG },
        ],
        tools: [
          click("denied", { name: LONG, text: LONG, reason: LONG }),
          click("done", { callId: "x", text: "", name: "browser.type", arguments: { text: LONG } }),
        ],
      }),
    ],
  },
} satisfies Record<string, AskView>;

export const TYPES: TransformType[] = [
  ["comparison", "Comparison", "A table of what the sources say alike and unlike, with what is unknown marked."],
  ["timeline", "Timeline", "What happened when, each with its source."],
  ["executive_brief", "Executive brief", "What matters to somebody who has to decide."],
  ["report", "Report", "The matter in full, in chapters."],
  ["outline", "Outline", "The matter as headings and points."],
  ["quiz", "Quiz", "Questions with their answers."],
].map(([name = "", title = "", description = ""]) => ({ name, title, description }));

const collection = (id: string, title: string, sourceCount: number, before: number): CollectionInfo => ({
  id,
  title,
  tags: [],
  createdAt: iso(before),
  updatedAt: iso(before),
  sourceCount,
});
const COLLECTIONS = [
  collection("col_1", "Piers of the harbour", 4, 120_000),
  collection("col_2", "رحلة إلى لندن", 0, 86_400_000),
  collection("col_3", LONG, 120, 20 * 86_400_000),
];

const source = (id: string, more: Partial<SourceInfo>): SourceInfo => ({
  id,
  collectionId: "col_1",
  kind: "url",
  url: HARBOUR,
  title: "Its price",
  status: "captured",
  characters: 4_180,
  preview: "Its price\nAll in all the pier cost 12 million euros.",
  ...more,
});
const SOURCES = [
  source("src_1", {}),
  source("src_2", {
    url: "https://news.example/2026/the-old-pier",
    title: "The old pier will stay, the council says, until the last ship has left it in autumn",
    status: "failed",
    error: "The page could not be fetched: it asks for a sign-in.",
    characters: 0,
    preview: "",
  }),
  source("src_3", { url: "https://archive.example/1931", title: "", status: "pending", characters: 0, preview: "" }),
  source("src_4", {
    kind: "note",
    url: "",
    title: "From the meeting",
    characters: 210,
    preview: "The mayor wants both to be kept.",
  }),
];

const artifact = (id: string, more: Partial<ArtifactInfo>): ArtifactInfo => ({
  id,
  collectionId: "col_1",
  type: "comparison",
  title: "Piers compared",
  tags: [],
  status: "completed",
  createdAt: iso(300_000),
  updatedAt: iso(240_000),
  ...more,
});
const ARTIFACTS = [
  artifact("art_1", {
    type: "timeline",
    title: "Timeline of Piers of the harbour",
    status: "running",
    updatedAt: iso(4_000),
  }),
  artifact("art_2", {}),
  artifact("art_3", {
    type: "quiz",
    title: "Quiz",
    status: "failed",
    error: "The model gave no answer that could be used.",
  }),
];
export const MADE: ArtifactData = { artifact: ARTIFACTS[1] ?? artifact("art_2", {}), doc: TABLE, citations: CITATIONS };
const OPEN: CollectionData = { collection: COLLECTIONS[0] ?? collection("col_1", "", 0, 0), sources: SOURCES };

const shelf: CollectionsView = {
  list: COLLECTIONS,
  open: null,
  types: TYPES,
  artifacts: [],
  artifact: null,
  links: null,
  loose: [],
  busy: null,
  problem: null,
};

export const SHELVES = {
  empty: { ...shelf, list: [] },
  loading: { ...shelf, list: null, types: [], busy: "loading" },
  list: { ...shelf, loose: ARTIFACTS.slice(1, 2) },
  open: { ...shelf, open: OPEN, artifacts: ARTIFACTS },
  fresh: { ...shelf, open: { ...OPEN, sources: [] } },
  capturing: { ...shelf, open: OPEN, artifacts: ARTIFACTS.slice(1), busy: "capturing" },
  links: {
    ...shelf,
    open: OPEN,
    links: {
      tabId: 7,
      urls: [HARBOUR, "https://news.example/2026/the-old-pier", `https://archive.example/${LONG}`],
      totalFound: 3,
    },
  },
  noLinks: { ...shelf, open: OPEN, links: { tabId: 7, urls: [], totalFound: 0 } },
  made: { ...shelf, open: OPEN, artifacts: ARTIFACTS, artifact: MADE },
  failed: {
    ...shelf,
    open: OPEN,
    artifacts: ARTIFACTS,
    artifact: { artifact: ARTIFACTS[2] ?? artifact("art_3", {}), citations: [] },
  },
  refused: {
    ...shelf,
    open: OPEN,
    problem: {
      code: "NO_MODEL",
      message: "This server has no language model, so questions cannot be answered.",
      advice: "Things to do on the page work without one. Whoever runs the server can add one.",
    },
  },
} satisfies Record<string, CollectionsView>;

export const CONVERSATIONS: ConversationInfo[] = [
  {
    id: IDLE.conversationId ?? "",
    title: QUESTION,
    createdAt: iso(60_000),
    updatedAt: iso(40_000),
    messageCount: 2,
    origin: "https://harbour.example",
  },
  {
    id: "c0ffee00-0000-4000-8000-000000000002",
    title: "Compare both piers",
    createdAt: iso(9e7),
    updatedAt: iso(9e7),
    messageCount: 6,
  },
  {
    id: "c0ffee00-0000-4000-8000-000000000003",
    title: LONG,
    createdAt: iso(3e9),
    updatedAt: iso(3e9),
    messageCount: 2,
    origin: "https://long-name-of-a-site-that-does-not-end.example",
  },
];

export const KEPT: ConversationData = {
  conversation: CONVERSATIONS[0] as ConversationInfo,
  messages: [
    {
      id: "r1",
      turn: 1,
      createdAt: iso(60_000),
      senderRole: "user",
      packetType: "request",
      packet: { input: { user_message: { id: "q1", text: QUESTION }, task: { name: "web.answer", args: {} } } },
    },
    {
      id: "s1",
      turn: 1,
      createdAt: iso(50_000),
      senderRole: "assistant",
      packetType: "response",
      packet: {
        assistant: { title: null, render: said("I have to look."), citations: [] },
        tool_calls: [
          {
            id: "c1",
            name: "browser.click",
            arguments: { handleId: "12" },
            policy: {
              decision: "ask",
              reason_code: "assist_requires_approval",
              text: "Press the link “What it cost”.",
            },
          },
        ],
      },
    },
    {
      id: "r2",
      turn: 2,
      createdAt: iso(45_000),
      senderRole: "user",
      packetType: "request",
      packet: { input: { user_message: { id: "q1", text: QUESTION } } },
    },
    {
      id: "s2",
      turn: 2,
      createdAt: iso(40_000),
      senderRole: "assistant",
      packetType: "response",
      packet: { assistant: { title: "The new pier", render: ANSWER, citations: CITATIONS } },
    },
  ],
};
