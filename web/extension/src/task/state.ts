/** A task on a tab, as data: everything that is needed to go on with it after the worker was killed. */
import type {
  ActionDetails,
  Attachment,
  ChainAction,
  DecisionBasis,
  ExpectedOutcome,
  InteractData,
  InteractRequest,
  PageCapture,
  RagDebug,
  ReasoningInfo,
  TokenUsage,
  UnderLease,
  WireApprovalAnswer,
  WireClause,
  WireDomMode,
  WirePlan,
  WorkflowStart,
} from "@screen-agent/api";
import type { Outcome } from "@screen-agent/ui";
import type { Noticed } from "../shared/action.ts";
import type { Look } from "../shared/look.ts";
import type { Problem, Question, StepView } from "../shared/protocol.ts";

/** Most steps of a task, and most times that more of one look is sent. */
export const MAX_STEPS = 50;
export const MAX_MORE = 3;
/** As often as this the same action may be done to the same screen, and no more. */
export const MAX_SAME = 5;
/** A chain longer than this is refused whole. */
export const MAX_LINKS = 20;

/** How the action before went, for the next request. It is told once. */
export type Report = Pick<InteractRequest, (typeof REPORTED)[number]>;

export const REPORTED = [
  "previousUrl",
  "lastActionStatus",
  "lastActionError",
  "lastActionResult",
  "clientObservations",
  "lastExecutedActionIndex",
  "chainPartialState",
  "chainError",
  "screenshot",
  "screenshotHash",
] as const;

/** What was seen before the action, and what was to be seen after it, for this client's own check. */
export interface Watch {
  before: PageCapture;
  action: string;
  expected?: ExpectedOutcome;
  noticed: Noticed;
}

/** More of a page that the server asked for. */
export interface Want {
  mode: WireDomMode;
  skeleton: boolean;
  dom: boolean;
  picture: boolean;
}

/** A request under way. Repeated with the same key it gets the same answer. */
export interface Asking {
  /** The body as text: what storage gives back may have its keys in another order, and the server compares bytes. */
  body: string;
  mode: WireDomMode;
  key: string;
  /** How often more of this look was sent. */
  more: number;
  /** The picture in it, or that its hash stands for. */
  picture?: Sent;
}

/** A picture that was sent: what it is known again by. */
export interface Sent {
  hash: string;
  print: string;
}

/** Actions to perform one after the other; a single one is a chain of one that nothing is checked of. */
export interface Run {
  links: Links;
  /** The one that is performed or checked now. */
  at: number;
  /** Origin of the page that the server decided on. */
  origin: string;
  chained: boolean;
  /** The look before the present link, when one was taken since the decision. */
  seen?: PageCapture;
  expected?: ExpectedOutcome;
}

/** At least one action; only a chain has more. */
export type Links = readonly [Link, ...Link[]];

/** The action that is performed or checked now. */
export function linkOf({ links, at }: Run): Link {
  return links[at] ?? links[0];
}

/** One action of a run. */
export interface Link {
  action: string;
  details?: ActionDetails;
  chain?: ChainAction;
  basis?: DecisionBasis;
}

/** What it would do once it may try again. */
export type Again =
  | { kind: "look" }
  /** The same request with the same key. */
  | { kind: "ask"; asking: Asking };

/** Where a task stands. Exactly one thing is under way in each, or none. */
export type Phase =
  | { name: "looking" }
  | { name: "asking"; asking: Asking }
  | { name: "fetching"; asking: Asking; want: Want }
  /** `closed`: the tab went away meanwhile. */
  | { name: "acting"; run: Run; closed?: boolean }
  /** A link was performed; its checks need a look. */
  | { name: "checking"; run: Run; noticed: Noticed }
  | { name: "waiting"; question: Question; approval: InteractData["approval"] | null; asking: Asking | null }
  /** What the person gave is on its way to the server; it is not kept here. */
  | { name: "resuming"; question: Question }
  | { name: "pausing"; until: number; again: Again; problem: Problem }
  | { name: "stuck"; again: Again; problem: Problem }
  | { name: "ended"; status: Outcome };

export interface TaskState {
  tabId: number;
  /** Tabs that it has been in before. */
  left: number[];
  sessionId: string;
  taskId: string | null;
  /** Whoever signed in when it began; nobody else goes on with it. */
  owner: string;
  query: string;
  attachment: Attachment | null;
  /** The row of a table that it is for, counted from 0. */
  row?: number;
  /** The kept workflow that it carries out; the server knows it once it knows the task. */
  workflow?: WorkflowStart;
  /** What another program wants done, and under which lease. */
  lease?: UnderLease;
  phase: Phase;
  /** Grows with every effect that reports back; a report with another number is ignored. */
  turn: number;
  /** What the person has just said; it is sent once, in place of the query. */
  said: string | null;
  /** What they have just decided; it is sent once, with a look that was taken since. */
  decided: WireApprovalAnswer | null;
  report: Report;
  /** The step that was performed last, as the server counts them: which one a report is about. */
  step: number | null;
  watch: Watch | null;
  /** The picture that the server keeps with a step of this task. */
  pictured: Sent | null;
  /** The last look, and how long it took. */
  look: Look | null;
  /** Origin of the page that was looked at last, also where nothing could be seen of it. */
  origin: string;
  /** Address of the page that was looked at first. */
  from?: string;
  /** What a dialog asked that stood open before anything was done. */
  stood?: string;
  /** The person said no last, and nothing was done since. */
  declined?: boolean;
  /** Failures in a row of the same thing. */
  tries: number;
  /** The action done last, and how often in a row without anything changing. */
  same: { action: string; hash: string; times: number } | null;
  /** Actions that were performed. */
  acts: number;
  startedAt: number;
  endedAt: number | null;
  plan: WirePlan | null;
  steps: StepView[];
  /** What was asked for, part by part. */
  ledger: WireClause[];
  result: string | null;
  /** What is wrong with how it ended, when it is the client that ended it. */
  problem: Problem | null;
  hasOrgKnowledge: boolean | null;
  chatOnly: boolean;
  /** What the server last said of where its answers come from; absent where it never did. */
  reasoning?: ReasoningInfo;
  found?: string;
  knowledge?: RagDebug;
  usage: TokenUsage;
  modelCalls: number;
  sent: number;
  mode: WireDomMode;
  roundMs: number;
}

/** True when nothing more will happen. */
export function hasEnded(state: TaskState): boolean {
  return state.phase.name === "ended";
}
