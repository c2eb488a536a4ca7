/** What the panel is shown, and what it may ask of the worker. The panel decides nothing. */
import type {
  Attachment,
  BlockerInfo,
  Language,
  LeaseMode,
  LeaseState,
  RagDebug,
  ReasoningInfo,
  TokenUsage,
  VerificationInfo,
  WireApprovalRequest,
  WireApprovalScope,
  WireClause,
  WireDomMode,
  WireOffer,
  WirePlan,
  WorkflowStart,
} from "@screen-agent/api";

import type { StepFacts, TaskActivity, TaskStanding } from "@screen-agent/ui";
import type { RowLine, Table } from "@screen-agent/ui/rows";
import type { Download } from "./action.ts";
import type { AskCommand, AskView, CollectionCommand, CollectionsView } from "./ask.ts";
import type { PointingView, RecordingView } from "./recording.ts";

/** Who is signed in. The token itself stays with worker and panel and is never shown. */
export interface Account {
  email: string;
  name: string | null;
  tenant: string;
}

/** Whether an organisation knows something of a site, of other sites only, or keeps no knowledge at all. */
export type SiteKnowledge = "here" | "elsewhere" | "none";

export type Theme = "light" | "dark" | "system";

/** How input is given: by DOM events, or by the browser itself through the debugger. */
export type InputMode = "events" | "trusted";

export interface Settings {
  /** Origin of the server, without a trailing slash. */
  server: string;
  theme: Theme;
  /** Outline on the page what is going to be acted on. */
  highlights: boolean;
  /** What models write is in this language; empty: in that of the person's own words. */
  language: Language | "";
  input: InputMode;
}

export const DEFAULT_SETTINGS: Settings = {
  server: "http://127.0.0.1:8787",
  theme: "system",
  highlights: true,
  language: "",
  input: "events",
};

/** Something went wrong: a stable code, what happened, and what to do. */
export interface Problem {
  code: string;
  message: string;
  /** What the person can do about it, as a sentence. */
  advice: string;
  /** Milliseconds since the epoch at which it is tried again without them. */
  retryAt?: number;
}

export function problem(code: string, message: string, advice: string): Problem {
  return { code, message, advice };
}

/** What is being done at this moment. */
export type Activity = TaskActivity;

export type TaskStatus = TaskStanding;

/** What a field, a list or a box held before an action, and holds since. */
export interface Change {
  kind: "text" | "choice" | "toggle";
  field: string;
  before: string;
  after: string;
}

/** How far an action reaches: it looks, leads elsewhere, changes what can be put back, does what a page alone can undo, sends a form. */
export type Reach = "looks" | "goes" | "changes" | "acts" | "sends";

/** One action of a task, as this client lived it. */
export interface StepView {
  index: number;
  thought: string;
  /** In the contract's form, with secrets masked. */
  action: string;
  /** Name of the control that it is aimed at. */
  target: string | null;
  /** Links of a chain that were performed, and how many there were. */
  chain?: { done: number; total: number };
  /** What each link does to the page, in order; a single action is one. Absent from what was kept before this was noted. */
  effects?: { action: string; target: string | null; reach: Reach; change: Change | null }[];
  performed: NonNullable<StepFacts["performed"]> | null;
  /** Files that the page gave the person. */
  downloads?: Download[];
  /** The server's verdict, which comes with the next look. */
  verification: VerificationInfo | null;
}

/** What is missing before the task can go on. */
export interface Question {
  text: string;
  missing: string[];
  /** What can be answered by choosing it; anything else may be said, too. */
  offers?: WireOffer[];
  /** Why it is asked, and what a search of the web brought before that. */
  why?: string;
  found?: string;
  /** Set when something on the page is in the way. */
  blocker: BlockerInfo | null;
}

/** Figures of the last exchange, for the debug view. */
export interface DebugView {
  mode: WireDomMode;
  controls: number;
  lines: number;
  /** Bytes of the request's body. */
  sent: number;
  lookMs: number;
  roundMs: number;
  /** Tokens of the whole task so far. */
  usage: TokenUsage;
  modelCalls: number;
  /** Where what is needed comes from, as a model judged it; null where none was asked. */
  reasoning: ReasoningInfo | null;
  /** What a search of the web brought. */
  found: string | null;
  /** Whether the organisation's knowledge was used, and why. */
  knowledge: RagDebug | null;
  /** The last capture's tree, as it was sent. */
  tree: { id: string; role: string; name: string; state?: string; covered?: boolean }[];
}

/** A task on a tab. */
export interface TaskView {
  taskId: string | null;
  query: string;
  attachment: Attachment | null;
  status: TaskStatus;
  activity: Activity | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number | null;
  plan: WirePlan | null;
  steps: StepView[];
  /** What was asked for, part by part, as the server last told it. */
  ledger: WireClause[];
  question: Question | null;
  approval: WireApprovalRequest | null;
  /** The whole address that what is asked for leads to, or that its form goes to. */
  leads: string | null;
  /** What it came to, in the agent's words. */
  result: string | null;
  /** Addresses of the pages that it began and stands on; null where none was seen. */
  place: { from: string | null; to: string | null };
  /** What a dialog of the page asks, and its buttons by name, where one stands open at the end. */
  asks: { text: string; buttons: string[] } | null;
  problem: Problem | null;
  /** False when everything rests on public knowledge; null before the first answer. */
  hasOrgKnowledge: boolean | null;
  /** `chat_only`: nothing is done on the page. */
  chatOnly: boolean;
  /** Id of the kept workflow that it carries out. */
  workflow?: string;
  debug: DebugView | null;
}

/** An order that is carried out for each row of a table. */
export interface RowsView {
  /** Name of the table's file. */
  file: string;
  standing: "running" | "stopped" | "done";
  /** The row that is under way, or was last; counted from 1. */
  row: number;
  /** How many rows there are. */
  total: number;
  /** What came of those that were begun. */
  lines: RowLine[];
  /** Why it stopped, where the person did not stop it. */
  why: string | null;
}

/** A lease on a tab, or the wish for one. */
export interface LeaseView {
  id: string;
  /** Who, and what for: a program's own words. */
  client: string;
  purpose: string;
  sites: string[];
  mode: LeaseMode;
  minutes: number;
  /** A new tab is wanted, at this address. */
  url: string | null;
  state: LeaseState;
  /** ISO 8601. */
  expiresAt: string;
  /** Something is under way. */
  working: boolean;
  /** Its tab; null where it was allowed in another browser, or not yet. */
  tabId: number | null;
}

/** The tab that the panel is about. */
export interface TabView {
  id: number;
  url: string;
  title: string;
  /** The browser does not let extensions see this page. */
  restricted: boolean;
}

/** All that the panel shows. The worker sends it whole whenever something in it changes. */
export interface PanelState {
  settings: Settings;
  account: Account | null;
  /** Why there is no account any more, if it was taken away. */
  signedOut: Problem | null;
  tab: TabView | null;
  /** The conversation of the tab; the server knows it by now. */
  sessionId: string | null;
  task: TaskView | null;
  /** The rows that the task, or the one before, was one of. */
  rows: RowsView | null;
  /** Whether the browser lets us see this page and reach the server: the person may have told it not to. */
  access: boolean;
  /** Other tabs that something is being done on. */
  elsewhere: { tabId: number; query: string; status: TaskStatus }[];
  /** What the person does on the tab is noted, or was; of a tab that is gone, too. */
  recording: RecordingView | null;
  /** A step of a kept workflow is corrected by pointing, or was. */
  pointing: PointingView | null;
  /** What other programs may do in tabs, or ask to. */
  leases: LeaseView[];
  /** Whether a model stands behind the server; null before it said so. */
  hasModel: boolean | null;
  /** What the organisation knows of the site in the tab; null where that is not known. */
  knowledge: SiteKnowledge | null;
  /** What could be asked for on the page in the tab; empty before it was looked at. */
  examples: string[];
  /** Whether the browser lets us give trusted input. */
  trusted: "granted" | "unavailable";
  /** What was asked about pages in this tab; null when nobody is signed in. */
  ask: AskView | null;
  /** Null when nobody is signed in. */
  collections: CollectionsView | null;
}

/** Asked by the panel with `runtime.sendMessage`; answered with `Answer`. */
export type Command =
  | { kind: "signIn"; server: string; email: string; password: string; code?: string }
  | { kind: "signOut" }
  /** The panel was told that it is not signed in: ask the server whether the token still counts. */
  | { kind: "checkAccount" }
  | { kind: "start"; tabId: number; query: string; attachment?: Attachment }
  /** Carries a kept workflow out, from the page that it begins on. */
  | { kind: "startWorkflow"; tabId: number; url: string; workflow: WorkflowStart }
  /** The same for each row of a table, which begins where the tab is now. */
  | { kind: "startRows"; tabId: number; query: string; file: string; table: Table }
  /** Goes on with rows that are not done; one that was under way when it broke off only if it is to be done again. */
  | { kind: "goOnWithRows"; tabId: number; again: boolean }
  | { kind: "forgetRows"; tabId: number }
  /** Notes what the person does themselves on the tab, to be done again. */
  | { kind: "startRecording"; tabId: number }
  | { kind: "pauseRecording"; tabId: number; paused: boolean }
  | { kind: "finishRecording"; tabId: number }
  /** A step of what was recorded is left out; counted from 0. */
  | { kind: "dropStep"; tabId: number; step: number }
  /** What was entered in it is asked for each time. */
  | { kind: "varyStep"; tabId: number; step: number; varies: boolean }
  | { kind: "keepRecording"; tabId: number; name: string }
  | { kind: "forgetRecording"; tabId: number }
  /** The next click on the page chooses the control of a workflow's step, counted from 1. */
  | { kind: "startPointing"; tabId: number; workflow: string; version: number; step: number }
  /** None does any more; or what came of it was read. */
  | { kind: "endPointing" }
  /** What the person says to a question. */
  | { kind: "answer"; tabId: number; text: string }
  /** What they give to get past a blocker, by field; or, without values, that they saw to it on the page. */
  | { kind: "resume"; tabId: number; values?: Record<string, string> }
  | { kind: "approve"; tabId: number; fingerprint: string; allow: boolean; scope: WireApprovalScope }
  /** Looks at the page, here alone, for what could be asked for on it. */
  | { kind: "glance"; tabId: number }
  /** Outlines on the page what is being asked about; none takes the outlines away. */
  | { kind: "mark"; tabId: number; ids: string[] }
  /** Shows a file that the task brought, in the folder that it is in. */
  | { kind: "showDownload"; tabId: number; id: number }
  | { kind: "stop"; tabId: number }
  /** Try again now after a problem. */
  | { kind: "retry"; tabId: number }
  | { kind: "newSession"; tabId: number }
  | { kind: "openSession"; tabId: number; sessionId: string }
  /** What is to be otherwise. */
  | { kind: "settings"; settings: Partial<Settings> }
  /** Something arrived over the live stream that may concern the task: look whether it still goes on. */
  | { kind: "heard"; tabId: number; taskId: string; status: string }
  /** Another program may have this tab, or the one that it asked to be opened. */
  | { kind: "allowLease"; tabId: number; id: string }
  | { kind: "pauseLease"; id: string; paused: boolean }
  /** It is refused, or over. */
  | { kind: "endLease"; id: string }
  /** Looks whether anything is asked for. */
  | { kind: "checkLeases" }
  | AskCommand
  | CollectionCommand;

/** Told by what outlines on a page: the person clicked on a control, by the id of the last look. */
export interface Chosen {
  chosen: string;
}

export type Answer = { ok: true } | { ok: false; problem: Problem };

/** Name of the port on which the worker sends `PanelState`; the panel's first message names its tab. */
export const PANEL_PORT = "panel";

/** What the panel says on its port. */
export type PanelHello = { tabId: number | null; windowId: number | null };
