/** Every state that the panel can be in, as fixtures for the gallery and for tests. */
import type {
  BlockerInfo,
  RunData,
  SessionInfo,
  WireApprovalRequest,
  WireClause,
  WireMessage,
  WirePlan,
  WorkflowData,
} from "@screen-agent/api";
import type { RowOutcome } from "@screen-agent/ui/rows";
import type { About, Way } from "../../src/panel/asking.ts";
import type { Conversation } from "../../src/panel/conversation.ts";
import type { Enclosed, Sheet } from "../../src/panel/panel.ts";
import {
  DEFAULT_SETTINGS,
  type LeaseView,
  type PanelState,
  type Problem,
  type Question,
  type RowsView,
  type StepView,
  type TaskView,
} from "../../src/shared/protocol.ts";
import type { PointingView, RecordingView } from "../../src/shared/recording.ts";
import { reachOf } from "../../src/task/effect.ts";
import { ASKS, SHELVES } from "./ask-fixtures.ts";

export const NOW = Date.parse("2026-02-02T10:02:05Z");
const TASK = "0b8a2c54-8d1b-4c2e-9a44-1d2f6f1c9e01";
const SESSION = "5f0d7f5e-2f7e-4f0b-8d0b-3f3f7d1e2a02";

export interface Scene {
  state: PanelState;
  conversation: Conversation;
  sheet?: Sheet;
  problem?: Problem;
  draft?: string;
  enclosed?: Enclosed;
  /** What is said is for each row of the file. */
  eachRow?: boolean;
  way?: Way;
  welcoming?: boolean;
  about?: About;
  /** Why the place of a citation could not be shown. */
  missed?: string;
  /** Presses these, by accessible name, once all stands. */
  press?: string[];
  /** What is kept for the site. */
  workflows?: WorkflowData[];
  /** Runs of workers. */
  runs?: RunData[];
  /** The server refuses everything. */
  serverDown?: boolean;
}

const signedIn: PanelState = {
  settings: { ...DEFAULT_SETTINGS, server: "https://agent.example.com" },
  account: { email: "nora@clinic.example", name: "Nora Lindqvist", tenant: "Clinic" },
  signedOut: null,
  tab: { id: 7, url: "https://clinic.example/patients/new", title: "New patient", restricted: false },
  sessionId: SESSION,
  task: null,
  rows: null,
  access: true,
  recording: null,
  pointing: null,
  leases: [],
  elsewhere: [],
  hasModel: true,
  knowledge: "here",
  examples: [],
  trusted: "granted",
  ask: ASKS.idle,
  collections: SHELVES.list,
};

/** A tab that another program has. */
function lent(more: Partial<LeaseView>): LeaseView {
  return {
    ...{ id: "l1", client: "Pilot", purpose: "Compare prices of tea", sites: ["shop.example", "tea.example"] },
    ...{ mode: "autopilot", minutes: 15, url: null, state: "open", expiresAt: "2026-03-04T12:15:00Z" },
    ...{ working: false, tabId: 7, ...more },
  };
}

/** What the person did, as it is noted. */
function recorded(more: Partial<RecordingView>): RecordingView {
  const one = (action: string, name: string, how = {}): RecordingView["steps"][number] => {
    return { action, name, secret: false, varies: false, value: false, ...how };
  };
  const steps = [
    one('setValue("12", "Ines Moreau")', "Full name", { value: true, varies: true }),
    one('selectDropdown("15", "", "Female")', "Sex", { value: true }),
    one('setValue("16", "•••")', "Your PIN", { secret: true, varies: true }),
    one('check("17")', "Has agreed to receive letters from the clinic and from its partners"),
    one('click("18")', "Save"),
  ];
  return { tabId: 7, standing: "on", steps, left: [], why: null, name: "New patient", ...more };
}

function pointed(more: Partial<PointingView>): PointingView {
  return { tabId: 7, workflow: SEARCH.id, step: 2, what: null, problem: null, ...more };
}

const signedOut: PanelState = { ...signedIn, account: null, sessionId: null, ask: null, collections: null };

function step(
  index: number,
  action: string,
  target: string | null,
  thought: string,
  done: Partial<StepView> = {},
): StepView {
  const effects = [{ action, target, reach: reachOf(action, undefined), change: null }];
  return { index, action, target, thought, effects, performed: { success: true }, verification: null, ...done };
}

const met = (reason: string, evidence: string[], tier = 1) => ({
  success: true,
  confidence: 0.95,
  reason,
  evidence,
  tier,
});

const steps: StepView[] = [
  step(0, "click(4)", "Add patient", "The list has a button for new patients, so I open the form with it.", {
    verification: met("The form appeared.", ["The address changed to /patients/new", "A form with 6 fields appeared"]),
  }),
  step(1, 'setValue(12, "Ines Moreau")', "Full name", "The name comes first.", {
    verification: met("The field holds the name.", ["“Full name” now holds Ines Moreau"]),
  }),
  step(2, 'selectDropdown(15, "f", "Female")', "Sex", "Next is the list below it.", {
    performed: { success: false, code: "ELEMENT_NOT_FOUND", message: "The control is no longer on the page." },
    verification: { success: false, confidence: 0.2, reason: "Nothing changed.", evidence: [], tier: 0 },
  }),
  step(3, 'click("f3_18")', "Female", "The list has become radio buttons. I choose the matching one.", {
    verification: met("The button is chosen.", ["“Female” is now checked"]),
  }),
  step(
    4,
    'setValue(21, "1990-04-12")',
    "Date of birth",
    "Now the date of birth, in the form that the field asks for.",
    { performed: null },
  ),
];

const PLANNED = [
  "Open the form for a new patient",
  "Fill in name, sex and date of birth",
  "Send the form",
  "See that the patient is listed",
];
/** What is planned instead once the list has become buttons. */
const PLANNED_ANEW = [
  "Open the form for a new patient",
  "Fill in the name and choose the sex by its button",
  "Fill in the date of birth",
  "Send the form",
  "See that the patient is listed",
];

const plan = (current: number, failed?: number, planned = PLANNED): WirePlan => ({
  createdAt: "2026-02-02T10:00:02Z",
  currentStepIndex: current,
  steps: planned.map((description, index) => ({
    id: `step_${index}`,
    index,
    description,
    status: index === failed ? "failed" : index < current ? "completed" : index === current ? "active" : "pending",
    toolType: "DOM",
  })),
});

/** What was asked for, with parts that stand in every way. */
const LEDGER: WireClause[] = [
  { words: "add a new patient", standing: "verified", evidence: "“Ines Moreau” is in the list of patients" },
  { words: "named Ines Moreau", standing: "verified", evidence: "“Full name” holds “Ines Moreau”" },
  { words: "born on 12 April 1990", standing: "unverified", evidence: "the list does not say when anybody was born" },
];
const HALF: WireClause[] = [
  { words: "add a new patient", standing: "wrong", evidence: "the page says “This patient is known already”" },
  { words: "named Ines Moreau", standing: "verified", evidence: "“Full name” holds “Ines Moreau”" },
  { words: "born on 12 April 1990", standing: "open", evidence: "" },
];

const QUERY = "Add a new patient named Ines Moreau, born on 12 April 1990";

const running: TaskView = {
  taskId: TASK,
  query: QUERY,
  attachment: null,
  status: "running",
  activity: "acting",
  startedAt: NOW - 65_000,
  endedAt: null,
  plan: plan(1),
  steps,
  ledger: HALF.slice(1),
  question: null,
  approval: null,
  leads: null,
  result: null,
  place: { from: "https://clinic.example/patients", to: "https://clinic.example/patients" },
  asks: null,
  problem: null,
  hasOrgKnowledge: true,
  chatOnly: false,
  debug: {
    mode: "semantic",
    controls: 38,
    lines: 24,
    sent: 14_210,
    lookMs: 41.7,
    roundMs: 1_840,
    usage: { promptTokens: 12_408, completionTokens: 611 },
    modelCalls: 6,
    reasoning: {
      source: "WEB_SEARCH",
      confidence: 0.82,
      reasoning: "The page asks for the number of the insurance, which neither the page nor the person has told.",
      evidence: {
        sources: ["The field “Insurance number” is required", "https://insurer.example/numbers"],
        quality: "moderate",
        gaps: ["Whether the number is still valid"],
      },
    },
    found: "Numbers of the insurer have ten digits and stand on the front of the card.",
    knowledge: {
      hasOrgKnowledge: true,
      activeDomain: "clinic.example",
      domainMatch: true,
      ragMode: "org_specific",
      reason: "The domain is on the organisation's list, and there is knowledge about it.",
      chunkCount: 3,
    },
    tree: [
      { id: "4", role: "btn", name: "Add patient" },
      { id: "12", role: "inp", name: "Full name", state: "required" },
      { id: "15", role: "radio", name: "Female", state: "checked" },
      {
        id: "f3_18",
        role: "btn",
        name: "Save and add another one, keeping the address of the household",
        covered: true,
      },
      { id: "21", role: "inp", name: "تاريخ الميلاد", state: "required,invalid" },
    ],
  },
};

function message(
  sequenceNumber: number,
  role: WireMessage["role"],
  content: string,
  more: Partial<WireMessage> = {},
): WireMessage {
  return {
    messageId: `m${sequenceNumber}`,
    role,
    content,
    sequenceNumber,
    timestamp: new Date(NOW - 65_000 + sequenceNumber * 8_000).toISOString(),
    ...more,
  };
}

const stepMessages = (first: number): WireMessage[] =>
  steps.map((each, at) =>
    message(first + at, "assistant", each.thought, {
      actionString: each.action,
      status: "pending",
      metadata: { taskId: TASK, stepIndex: each.index },
    }),
  );

const planMessage = (at: number, kind: "plan_preview" | "plan_update", whole = plan(0)): WireMessage => {
  const { steps, currentStepIndex } = whole;
  return message(at, "system", "Here is my plan.", {
    metadata: { messageType: kind, taskId: TASK, plan: { steps, totalSteps: steps.length, currentStepIndex } },
  });
};

const talk = (...messages: WireMessage[]): Conversation => ({
  messages,
  connection: "live",
  timelines: new Map(),
  loaded: true,
});

const asked = message(0, "user", QUERY);
const atWork = talk(asked, planMessage(1, "plan_preview"), ...stepMessages(2));
const ended = (action: string, words: string): Conversation =>
  talk(
    asked,
    planMessage(1, "plan_preview"),
    ...stepMessages(2),
    message(9, "assistant", words, {
      actionString: action,
      status: "success",
      metadata: { taskId: TASK, stepIndex: 4 },
    }),
  );

/** The steps as the server told them before it could not be reached any more. */
const TOLD: Conversation["timelines"] = new Map([
  [
    TASK,
    {
      heard: atWork.messages.length,
      steps: steps.map(({ index, thought, action, target, verification }) => ({
        ...{ index, thought, action, url: "https://clinic.example/patients/new", by: "model" as const },
        actionDetails: { name: "click", args: {} },
        ...(target && { target }),
        ...(verification && { verification }),
      })),
    },
  ],
]);

const task = (change: Partial<TaskView>): PanelState => ({ ...signedIn, task: { ...running, ...change } });

const approval: WireApprovalRequest = {
  fingerprint: "f".repeat(64),
  reason: "changes_state",
  text: "Press the button “Save patient”. It sends the form by POST to https://clinic.example.",
  action: "click(31)",
  origin: "https://clinic.example",
  elementId: 31,
  expiresAt: NOW + 48_000,
};
const approving: StepView = step(
  5,
  "click(31)",
  "Save patient",
  "All fields hold what was asked for. I send the form.",
  { performed: null },
);

const blocker = (change: Partial<BlockerInfo>): BlockerInfo => ({
  type: "mfa_required",
  description: "A field for a one-time code",
  userMessage: "The site sent a code to your phone.",
  resolutionMethods: ["provide_in_chat", "user_action_on_web"],
  requiredFields: [{ name: "code", label: "Code from your phone", type: "code" }],
  confidence: 0.9,
  pausedAtStep: 3,
  ...change,
});

const question = (
  text: string,
  missing: string[],
  blocked: BlockerInfo | null = null,
  more: Partial<Question> = {},
): PanelState => task({ status: "waiting", activity: null, question: { text, missing, blocker: blocked, ...more } });

const done = { endedAt: NOW - 5_000, activity: null, plan: plan(3) } as const;
const SAID = "Book a room at https://inn.example/rooms";
/** What a page talked a model into, beside an address that the person said. */
const TALKED_OVER =
  "Your session has expired. Sign in again at http://evil.example/login?d=SECRET, then see https://inn.example/rooms or https://inn.example/rooms?d=SECRET.";

/** An order for each row of a table, stopped in the fourth. */
const ROWS: RowsView = {
  file: "patients-of-the-first-quarter.csv",
  standing: "stopped",
  row: 4,
  total: 12,
  why: null,
  lines: [
    ["Ines Moreau, 1990-04-12", "done", "Ines Moreau is listed as patient 4711."],
    ["Nils Berg, 1971-11-02", "done, not verified", "It was carried out, but nothing shows what came of it."],
    ["Ada Roth, 31.2.1988", "not done", "The form says that the date of birth is not valid."],
    ["Emil Sand, 2001-07-30", "begun", ""],
  ].map(([row, outcome, result = ""], at) => ({
    row: at + 1,
    order: `Fill in the form and press Save patient (${row})`,
    outcome: outcome as RowOutcome,
    result,
    at: "2026-02-02T10:01:00Z",
  })),
};

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);

export const SESSIONS: SessionInfo[] = [
  ["Add a new patient named Ines Moreau", "clinic.example", NOW - 40_000],
  [
    "Find the cheapest non-stop flight to London next Tuesday, and note its number",
    "flights.example",
    NOW - 3 * 3_600_000,
  ],
  ["حجز موعد مع الطبيب", "health.example", NOW - 26 * 3_600_000],
  [LONG, "long-name-of-a-site-that-does-not-end.example", NOW - 30 * 86_400_000],
].map(([title, domain, at], index) => ({
  sessionId: index === 0 ? SESSION : `session-${index}`,
  url: `https://${domain}/`,
  domain: String(domain),
  title: String(title),
  isRenamed: false,
  status: (["active", "completed", "failed", "interrupted"] as const)[index] ?? "active",
  createdAt: new Date(Number(at)).toISOString(),
  updatedAt: new Date(Number(at)).toISOString(),
  messageCount: index * 7 + 1,
  metadata: {},
}));

const NOTHING: Conversation = { messages: [], connection: "live", timelines: new Map(), loaded: true };

const PIER = { id: 7, url: "https://harbour.example/pier", title: "The new pier", restricted: false };
const PIERS: About = { collectionId: "col_1", title: "Piers of the harbour" };

const asking = (name: keyof typeof ASKS, more: Partial<Scene> = {}): Scene => ({
  state: { ...signedIn, tab: PIER, ask: ASKS[name] },
  conversation: NOTHING,
  way: "ask",
  ...more,
});
const collecting = (name: keyof typeof SHELVES, more: Partial<Scene> = {}): Scene => ({
  state: { ...signedIn, tab: PIER, collections: SHELVES[name] },
  conversation: NOTHING,
  sheet: "collections",
  ...more,
});

/** Questions about pages, and collections. */
const ASKED: Record<string, Scene> = {
  "ask-empty": asking("idle"),
  "ask-draft": asking("idle", { draft: "Who paid for it, and from which budget?" }),
  "ask-about": asking("idle", { about: PIERS }),
  "ask-restricted": {
    ...asking("idle"),
    state: { ...signedIn, tab: { id: 7, url: "chrome://settings/", title: "Settings", restricted: true } },
  },
  "ask-restricted-about": {
    ...asking("idle", { about: PIERS }),
    state: { ...signedIn, tab: { id: 7, url: "chrome://settings/", title: "Settings", restricted: true } },
  },
  "ask-reading": asking("reading"),
  "ask-thinking": asking("thinking"),
  "ask-acting": asking("acting"),
  "ask-answered": asking("answered"),
  "ask-table": asking("table"),
  "ask-unsure": asking("unsure"),
  "ask-missed": asking("answered", {
    missed: "This place cannot be shown on the page in this tab. Open the source to see it.",
  }),
  "ask-approval": asking("approving"),
  "ask-approval-two": asking("approvingTwo"),
  "ask-approval-expired": asking("expired"),
  "ask-denied": asking("denied"),
  "ask-results": asking("results"),
  "ask-no-model": asking("noModel"),
  "ask-failed": asking("unreadable"),
  "ask-pausing": asking("pausing"),
  "ask-stuck": asking("stuck"),
  "ask-stress": asking("stress"),
  "ask-stop": asking("thinking", { sheet: "stop" }),
  "ask-beside-task": {
    state: task({ status: "waiting", activity: null, question: { text: "Which doctor?", missing: [], blocker: null } }),
    conversation: atWork,
    way: "ask",
  },
  "do-beside-answer": asking("thinking", { way: "do" }),
  "asked-list": asking("answered", { sheet: "history" }),
  "asked-read": asking("idle", { sheet: "history", press: ["What did the new pier cost? harbour.example"] }),
  "asked-delete": asking("idle", { sheet: "history", press: ["Delete Compare both piers"] }),
  "asked-unreachable": asking("idle", { sheet: "history", serverDown: true }),
  "collections-empty": collecting("empty"),
  "collections-loading": collecting("loading"),
  "collections-list": collecting("list"),
  "collections-rename": collecting("list", { press: ["Rename Piers of the harbour"] }),
  "collections-delete": collecting("list", { press: ["Delete Piers of the harbour"] }),
  "collections-open": collecting("open"),
  "collections-fresh": collecting("fresh"),
  "collections-capturing": collecting("capturing"),
  "collections-note": collecting("open", { press: ["Note"] }),
  "collections-addresses": collecting("open", { press: ["Addresses"] }),
  "collections-links": collecting("links", { press: ["Selected links"] }),
  "collections-no-links": collecting("noLinks", { press: ["Selected links"] }),
  "collections-remove-source": collecting("open", { press: ["Remove Its price"] }),
  "collections-made": collecting("made"),
  "collections-download": collecting("made", { press: ["Download"] }),
  "collections-not-made": collecting("failed"),
  "collections-refused": collecting("refused"),
};

/** A workflow that is kept for the site. */
export const SEARCH: WorkflowData = {
  id: "01900000-0000-7000-8000-0000000003a0",
  name: "Look a patient up and open the latest letter",
  version: 1,
  cause: "saved",
  start: "https://clinic.example/patients",
  sites: ["https://clinic.example"],
  parameters: [
    { name: "search", type: "text", about: "Patient", example: "Lindqvist", choices: [] },
    { name: "kind", type: "choice", about: "Kind of letter", example: "Report", choices: ["Report", "Referral"] },
  ],
  steps: ["Enter ‹search› into the search field", "Choose ‹kind›", "Press Search"],
  createdAt: "2026-03-01T10:00:00.000Z",
  updatedAt: "2026-03-01T10:00:00.000Z",
};

/** A run of a worker that waits for a word. */
const ASKING: RunData = {
  id: "01900000-0000-7000-8000-0000000004a0",
  instruction: "Order the cheapest compression stockings, size M",
  url: "https://shop.example/",
  status: "waiting",
  priority: 0,
  attempt: 1,
  sessionId: SESSION,
  question: "Two cost the same: **black** or **beige**?",
  answerable: true,
  createdAt: "2026-02-02T10:00:00.000Z",
};

export const SCENES: Record<string, Scene> = {
  ...ASKED,
  "sign-in": { state: signedOut, conversation: NOTHING },
  "sign-in-revoked": {
    state: {
      ...signedOut,
      signedOut: {
        code: "UNAUTHORIZED",
        message: "You were signed out.",
        advice: "Your sign-in ran out, or was taken back. Sign in again.",
      },
    },
    conversation: NOTHING,
  },
  "sign-in-wrong": {
    state: signedOut,
    conversation: NOTHING,
    problem: {
      code: "INVALID_CREDENTIALS",
      message: "E-mail or password is wrong.",
      advice: "Check both, and that the server is the right one.",
    },
  },
  "sign-in-throttled": {
    state: signedOut,
    conversation: NOTHING,
    problem: {
      code: "RATE_LIMIT",
      message: "Too many attempts.",
      advice: "Wait until the time is over, then try again.",
      retryAt: NOW + 42_000,
    },
  },
  "sign-in-unreachable": {
    state: signedOut,
    conversation: NOTHING,
    problem: {
      code: "UNREACHABLE",
      message: "The server cannot be reached.",
      advice: "Check that https://agent.example.com is running and that you are online.",
    },
  },
  empty: { state: signedIn, conversation: NOTHING },
  "run-asks": { state: signedIn, conversation: NOTHING, runs: [ASKING] },
  "empty-kept": { state: signedIn, conversation: NOTHING, workflows: [SEARCH], press: [SEARCH.name] },
  "recording-begun": { state: { ...signedIn, recording: recorded({ steps: [] }) }, conversation: NOTHING },
  recording: { state: { ...signedIn, recording: recorded({}) }, conversation: NOTHING },
  "recording-paused": { state: { ...signedIn, recording: recorded({ standing: "paused" }) }, conversation: NOTHING },
  recorded: {
    state: {
      ...signedIn,
      recording: recorded({
        standing: "done",
        why: "The tab was closed.",
        left: ["What you did to “Referral letter” cannot be done again, and was left out."],
      }),
    },
    conversation: NOTHING,
  },
  "recorded-nothing": {
    state: { ...signedIn, recording: recorded({ standing: "done", steps: [] }) },
    conversation: NOTHING,
  },
  "recording-kept": {
    state: { ...signedIn, recording: recorded({ standing: "kept", steps: [] }) },
    conversation: NOTHING,
  },
  pointing: {
    state: { ...signedIn, pointing: pointed({}) },
    conversation: NOTHING,
    workflows: [SEARCH],
    press: [SEARCH.name],
  },
  pointed: {
    state: {
      ...signedIn,
      pointing: pointed({ what: ['Step 2, control name: was "Search", is "Find a patient".'] }),
    },
    conversation: NOTHING,
  },
  "pointed-in-vain": {
    state: {
      ...signedIn,
      pointing: pointed({
        problem: { code: "VALIDATION_ERROR", message: "That one is worked otherwise.", advice: "Point at another." },
      }),
    },
    conversation: NOTHING,
  },
  "empty-knows-elsewhere": { state: { ...signedIn, knowledge: "elsewhere" }, conversation: NOTHING },
  "empty-without-model": { state: { ...signedIn, hasModel: false, knowledge: "none" }, conversation: NOTHING },
  loading: { state: signedIn, conversation: { ...NOTHING, connection: "connecting", loaded: false } },
  restricted: {
    state: { ...signedIn, tab: { id: 7, url: "chrome://settings/", title: "Settings", restricted: true } },
    conversation: NOTHING,
  },
  "no-access": {
    state: { ...signedIn, access: false, tab: { id: 7, url: "", title: "", restricted: true } },
    conversation: NOTHING,
  },
  "sign-in-no-access": { state: { ...signedOut, access: false }, conversation: NOTHING },
  attached: {
    state: signedIn,
    conversation: NOTHING,
    draft: "Fill the form with the first row of this file.\nLeave out the address.",
    enclosed: {
      filename: "patients-of-the-first-quarter.csv",
      size: 48_211,
      progress: null,
      attachment: { s3Key: "k", filename: "p.csv", mimeType: "text/csv", size: 48_211 },
      table: null,
    },
  },
  "rows-attached": {
    state: signedIn,
    conversation: NOTHING,
    draft: "Fill in the form and press Save patient",
    eachRow: true,
    enclosed: {
      filename: "patients-of-the-first-quarter.csv",
      size: 48_211,
      progress: null,
      attachment: { s3Key: "k", filename: "p.csv", mimeType: "text/csv", size: 48_211 },
      table: { columns: ["Full name", "Date of birth"], rows: ROWS.lines.map(() => ["x", "y"]) },
    },
  },
  "rows-running": { state: { ...task({}), rows: { ...ROWS, standing: "running", row: 4 } }, conversation: atWork },
  "rows-between": {
    state: { ...task({ ...done, status: "success" }), rows: { ...ROWS, standing: "running", row: 5 } },
    conversation: ended("finish()", "Ines Moreau is listed."),
  },
  "rows-stopped": { state: { ...signedIn, rows: ROWS }, conversation: NOTHING, press: ["What came of each row"] },
  "rows-done": {
    state: { ...signedIn, rows: { ...ROWS, standing: "done", row: 3, total: 3, lines: ROWS.lines.slice(0, 3) } },
    conversation: NOTHING,
  },
  uploading: {
    state: signedIn,
    conversation: NOTHING,
    draft: "Summarise this",
    enclosed: { filename: "report.pdf", size: 6_200_000, progress: 0.42, attachment: null, table: null },
  },
  "file-refused": {
    state: signedIn,
    conversation: NOTHING,
    problem: {
      code: "FILE",
      message: "“film.mov” cannot be attached.",
      advice: "This kind of file is not read. PDF, CSV, JSON, text, Markdown, DOCX, XML and contact cards (VCF) are.",
    },
  },
  planning: {
    state: task({
      plan: null,
      steps: [],
      ledger: [],
      activity: "thinking",
      taskId: null,
      startedAt: NOW - 4_000,
      attachment: { s3Key: "k", filename: "patients.csv", mimeType: "text/csv", size: 4_096 },
    }),
    conversation: NOTHING,
  },
  running: { state: task({}), conversation: atWork },
  "running-details": { state: task({}), conversation: atWork, press: ["Plan, 1 of 4 done", "Verified"] },
  replanned: {
    state: task({ plan: plan(2, undefined, PLANNED_ANEW) }),
    conversation: talk(
      asked,
      planMessage(1, "plan_preview"),
      ...stepMessages(2).slice(0, 3),
      message(5, "system", "The page changed under way; the plan was made again."),
      planMessage(6, "plan_update", plan(1, undefined, PLANNED_ANEW)),
      ...stepMessages(4).slice(3),
    ),
  },
  question: {
    state: question("Which doctor should the patient be listed with, and is there an insurance number?", [
      "doctor",
      "insurance_number",
    ]),
    conversation: atWork,
    draft: "",
  },
  "question-why": {
    state: question("What is the number of the insurance?", ["insurance_number"], null, {
      why: "The form wants it, and it stands neither on the page nor in what was said.",
      found: "Numbers of the insurer have ten digits.",
    }),
    conversation: atWork,
    press: ["Why it asks", "What the web says"],
  },
  "question-code": { state: question("The site wants a one-time code.", [], blocker({})), conversation: atWork },
  "question-login": {
    state: question(
      "Signing in was refused.",
      [],
      blocker({
        type: "login_failure",
        userMessage: "The site says that e-mail or password is wrong.",
        requiredFields: [
          { name: "username", label: "E-mail", type: "email" },
          { name: "password", label: "Password", type: "password" },
        ],
      }),
    ),
    conversation: atWork,
  },
  "question-captcha": {
    state: question(
      "Please solve the test on the page.",
      [],
      blocker({
        type: "captcha",
        userMessage: "I cannot solve such tests.",
        resolutionMethods: ["user_action_on_web"],
        requiredFields: [],
        retryAfterSeconds: 30,
      }),
    ),
    conversation: atWork,
  },
  approval: {
    state: task({ status: "waiting", activity: null, approval, steps: [...steps.slice(0, 4), approving] }),
    conversation: atWork,
  },
  "approval-expired": {
    state: task({
      status: "waiting",
      activity: null,
      approval: {
        ...approval,
        expiresAt: NOW - 1_000,
        reason: "leaves_site",
        text: "Go to https://pay.example. It is another site than the ones this task is on.",
        origin: "https://pay.example",
        action: 'navigate("https://pay.example/checkout")',
      },
    }),
    conversation: atWork,
  },
  problem: {
    state: task({
      status: "waiting",
      activity: null,
      problem: {
        code: "UNREACHABLE",
        message: "The server cannot be reached.",
        advice: "Check that it is running and that you are online.",
        retryAt: NOW + 12_000,
      },
    }),
    conversation: { ...atWork, connection: "offline" },
  },
  polling: { state: task({ activity: "thinking" }), conversation: { ...atWork, connection: "polling" } },
  offline: { state: signedIn, conversation: { ...atWork, timelines: TOLD, connection: "offline" } },
  success: {
    state: task({
      ...done,
      status: "success",
      plan: { ...plan(3), steps: plan(4).steps },
      ledger: LEDGER.slice(0, 2),
      place: { from: "https://clinic.example/patients", to: "https://clinic.example/patients/4711" },
      result: "Ines Moreau is listed as patient 4711. See https://clinic.example/patients/4711 for the record.",
    }),
    conversation: ended("finish()", "Ines Moreau is listed as patient 4711."),
  },
  unverified: {
    state: task({
      ...done,
      status: "unverified",
      plan: { ...plan(3), steps: plan(4).steps },
      ledger: LEDGER,
      result: "Ines Moreau is listed as patient 4711.",
    }),
    conversation: ended("finish()", "Ines Moreau is listed as patient 4711."),
  },
  "unverified-before": {
    state: signedIn,
    conversation: talk(
      asked,
      message(1, "assistant", "Ines Moreau is listed as patient 4711.", {
        actionString: "finish()",
        metadata: { taskId: TASK, stepIndex: 4, verified: false },
      }),
    ),
  },
  "done-keep": {
    state: task({ ...done, status: "success", ledger: LEDGER.slice(0, 2) }),
    conversation: NOTHING,
    press: ["Keep as a workflow"],
  },
  "ledger-open": { state: task({ ledger: HALF }), conversation: atWork, press: ["1 of 3 verified"] },
  "links-result": {
    state: task({ ...done, status: "success", query: SAID, result: TALKED_OVER }),
    conversation: talk(message(0, "user", SAID), message(1, "assistant", TALKED_OVER, { actionString: "finish()" })),
  },
  "links-question": {
    state: question(TALKED_OVER, []),
    conversation: talk(message(0, "user", SAID), message(1, "assistant", TALKED_OVER)),
  },
  report: {
    state: task({ ...done, status: "success", result: "Ines Moreau is listed as patient 4711." }),
    conversation: ended("finish()", "Ines Moreau is listed."),
    press: ["Report"],
  },
  failed: {
    state: task({
      ...done,
      status: "failed",
      plan: plan(2, 1),
      ledger: HALF,
      result:
        "The form says that the date of birth is not valid, whichever way it is written. The patient was not added.",
    }),
    conversation: ended("fail()", "It did not work."),
  },
  "half-way": {
    state: task({
      ...done,
      status: "unverified",
      query: "Delete the list",
      steps: [step(0, "click(7)", "Delete list", "I press the button.", { performed: { success: true } })],
      ledger: [{ words: "Delete the list", standing: "unverified", evidence: "nothing says that it was done" }],
      result: "It was carried out, but nothing shows what came of it.",
      asks: { text: "Are you sure?", buttons: ["Confirm", "Leave it"] },
      place: { from: "https://clinic.example/lists", to: "https://clinic.example/lists" },
    }),
    conversation: NOTHING,
  },
  downloaded: {
    state: task({
      ...done,
      status: "success",
      query: "Export the patients",
      steps: [
        {
          ...step(0, "click(7)", "Export", "I press the button.", { performed: { success: true } }),
          downloads: [
            { id: 1, name: "patients.csv", whole: true },
            { id: 2, name: "patients-of-the-first-quarter-with-all-their-pictures-2026-02-02.zip", whole: false },
          ],
        },
      ],
      ledger: [{ words: "Export the patients", standing: "verified", evidence: 'a file came: "patients.csv"' }],
      result: "Done: Export the patients.",
      place: { from: "https://clinic.example/patients", to: "https://clinic.example/patients" },
    }),
    conversation: NOTHING,
  },
  changed: {
    state: task({
      ...done,
      status: "success",
      query: "Enter Ines into Full name",
      steps: [
        {
          ...step(0, 'setValue(12, "Ines Moreau")', "Full name", "I fill in the name."),
          effects: [
            {
              action: 'setValue(12, "Ines Moreau")',
              target: "Full name",
              reach: "changes",
              change: { kind: "text", field: "Full name", before: "Inès Moreaux", after: "Ines Moreau" },
            },
          ],
        },
      ],
      ledger: [
        { words: "Enter Ines into Full name", standing: "verified", evidence: "“Full name” holds “Ines Moreau”" },
      ],
      result: "“Full name” holds “Ines Moreau”.",
      place: { from: "https://clinic.example/patients/new", to: "https://clinic.example/patients/new" },
    }),
    conversation: NOTHING,
  },
  declined: {
    state: task({
      ...done,
      status: "declined",
      steps: steps.slice(0, 2),
      ledger: HALF,
      result: "Not done: you said no.",
    }),
    conversation: atWork,
  },
  "question-which": {
    state: task({
      status: "waiting",
      activity: null,
      question: {
        text: 'I found 3 for "Add": which one? 1. the button "Add" in "Milk Add"; 2. the button "Add" in "Bread Add"; 3. the button "Add" in "Eggs Add"',
        missing: ["which one is meant"],
        offers: ["Milk", "Bread", "Eggs"].map((name, at) => ({
          words: `${at + 1}. the button "Add" in "${name} Add"`,
          elementId: at + 1,
        })),
        blocker: null,
      },
    }),
    conversation: NOTHING,
  },
  welcome: { state: signedIn, conversation: NOTHING, welcoming: true },
  examples: {
    state: {
      ...signedIn,
      knowledge: "none",
      examples: [
        'Search for "insulin"',
        'Enter "Ada Lovelace" into "Full name"',
        'Tick "Send the newsletter of the clinic"',
        'Go to "Patients"',
      ],
    },
    conversation: NOTHING,
  },
  "ask-without-model": { state: { ...signedIn, hasModel: false }, conversation: NOTHING, way: "ask" },
  stopped: { state: task({ ...done, status: "stopped", steps: steps.slice(0, 3) }), conversation: atWork },
  "chat-only": {
    state: task({
      ...done,
      status: "success",
      chatOnly: true,
      plan: null,
      steps: [],
      result: "A deductible is what you pay yourself before the insurance pays.",
      query: "What is a deductible?",
    }),
    conversation: talk(message(0, "user", "What is a deductible?")),
  },
  "no-knowledge": { state: task({ hasOrgKnowledge: false }), conversation: atWork },
  elsewhere: {
    state: {
      ...signedIn,
      elsewhere: [
        { tabId: 3, query: "Find the cheapest non-stop flight to London next Tuesday", status: "running" },
        { tabId: 5, query: "Book the meeting room", status: "waiting" },
      ],
    },
    conversation: atWork,
    press: ["2 other tabs"],
  },
  stress: {
    state: {
      ...task({
        query: `${LONG} عربي`,
        steps: [
          step(0, `setValue(1, "${LONG}")`, `${LONG} حفظ`, LONG, { verification: met(LONG, [LONG, "تم الحفظ بنجاح"]) }),
        ],
        ledger: [
          { words: LONG, standing: "unverified", evidence: LONG },
          { words: "حفظ", standing: "verified", evidence: "تم الحفظ بنجاح" },
        ],
      }),
      tab: { id: 1, url: `https://${"long".repeat(14)}.example/`, title: LONG, restricted: false },
    },
    conversation: talk(
      message(
        0,
        "user",
        `${LONG} https://user:secret@evil.example/ https://example.org/a/very/long/path?with=a&query=string-that-does-not-end#and-a-fragment`,
      ),
      message(1, "assistant", LONG, {
        actionString: `setValue(1, "${LONG}")`,
        metadata: { taskId: TASK, stepIndex: 0 },
      }),
      message(
        2,
        "assistant",
        "مرحبا، هذا نص من اليمين إلى اليسار. javascript:alert(1) <b>no tag</b> http://xn--e1awd7f.example/x.",
      ),
      message(3, "user", "ok"),
    ),
    press: ["Verified", "1 of 2 verified"],
  },
  "lease-asked": {
    state: {
      ...signedIn,
      leases: [
        lent({ state: "asked", tabId: null }),
        lent({
          id: "l2",
          state: "asked",
          client: LONG,
          purpose: `${LONG} حفظ`,
          url: `https://shop.example/${LONG}`,
          tabId: null,
        }),
      ],
    },
    conversation: atWork,
  },
  "lease-open": {
    state: {
      ...task({}),
      leases: [
        lent({ working: true }),
        lent({ id: "l2", client: "Clipper", mode: "observe", tabId: null }),
        lent({ id: "l3", client: "Desk", state: "paused" }),
      ],
    },
    conversation: atWork,
  },
  stop: { state: task({}), conversation: atWork, sheet: "stop" },
  history: { state: signedIn, conversation: atWork, sheet: "history" },
  "history-rename": {
    state: signedIn,
    conversation: atWork,
    sheet: "history",
    press: ["Rename Add a new patient named Ines Moreau"],
  },
  "history-archive": {
    state: signedIn,
    conversation: atWork,
    sheet: "history",
    press: ["Archive Add a new patient named Ines Moreau"],
  },
  "history-unreachable": { state: signedIn, conversation: atWork, sheet: "history", serverDown: true },
  debug: { state: task({}), conversation: atWork, sheet: "debug" },
  settings: { state: signedIn, conversation: atWork, sheet: "settings" },
  "settings-no-trusted": { state: { ...task({}), trusted: "unavailable" }, conversation: atWork, sheet: "settings" },
  menu: { state: signedIn, conversation: atWork, press: ["More"] },
};
