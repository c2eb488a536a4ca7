/** What follows an answer of the server. */
import type { ChainAction, DecisionBasis, InteractData, SemanticNode, VerificationInfo } from "@screen-agent/api";
import type { Decision } from "../shared/action.ts";
import { type Problem, problem, type StepView } from "../shared/protocol.ts";
import { changeOf, reachOf } from "./effect.ts";
import type { Advanced, Effect, Stamp } from "./event.ts";
import { wanted } from "./request.ts";
import { shown } from "./secret.ts";
import {
  type Asking,
  type Link,
  type Links,
  linkOf,
  MAX_LINKS,
  MAX_MORE,
  MAX_SAME,
  MAX_STEPS,
  type Run,
  type TaskState,
} from "./state.ts";
import { addUsage, end, giveUp, to } from "./step.ts";

/** Takes in what the server says, then does what it says. */
export function follow(before: TaskState, asking: Asking, data: InteractData, ms: number, stamp: Stamp): Advanced {
  const state = takeIn(before, asking, data, ms);
  switch (data.status) {
    case "completed":
      return end(state, data.verified === false ? "unverified" : "success", stamp.now, said(data));
    case "failed":
      return end(state, state.declined ? "declined" : "failed", stamp.now, said(data));
    case "interrupted":
      return end(state, "stopped", stamp.now, said(data));
    case "needs_context":
    case "needs_full_dom":
      return sendMore(state, asking, data, stamp);
    case "needs_user_input":
      return wait(state, asking, data);
    case "active":
    case "planning":
    case "executing":
    case "verifying":
    case "correcting":
    case "needs_scroll":
      return act(state, data, stamp);
  }
}

function takeIn(state: TaskState, asking: Asking, data: InteractData, ms: number): TaskState {
  const capture = state.look?.capture;
  return {
    ...state,
    taskId: data.taskId,
    tries: 0,
    roundMs: ms,
    plan: data.plan ?? state.plan,
    ledger: data.ledger ?? state.ledger,
    steps: verified(state.steps, data.verification),
    // An organisation that lists no sites keeps no knowledge, so nothing is missing here.
    hasOrgKnowledge: data.ragDebug?.allowedDomains?.length ? data.hasOrgKnowledge : null,
    chatOnly: data.taskType === "chat_only",
    ...(data.reasoning && { reasoning: data.reasoning }),
    ...(data.webSearchSummary && { found: data.webSearchSummary }),
    ...(data.ragDebug && { knowledge: data.ragDebug }),
    usage: addUsage(state.usage, data.usage),
    modelCalls: state.modelCalls + (data.usage ? 1 : 0),
    // Kept with a step, and only where there is one.
    pictured: data.action ? (asking.picture ?? state.pictured) : state.pictured,
    said: null,
    step: data.action ? (data.metrics?.stepIndex ?? null) : state.step,
    decided: null,
    report: capture ? { previousUrl: capture.url } : {},
  };
}

/** The verdict is on the step before. */
function verified(steps: StepView[], verdict: VerificationInfo | undefined): StepView[] {
  const last = steps.at(-1);
  if (!verdict || !last || last.performed === null) return steps;
  return [...steps.slice(0, -1), { ...last, verification: verdict }];
}

/** What it came to: the words of the closing action, else the thought. */
function said(data: InteractData): string | null {
  const { text, reason } = data.actionDetails?.args ?? {};
  const words = [text, reason, data.thought].find(
    (word): word is string => typeof word === "string" && word.trim() !== "",
  );
  return words ?? null;
}

function sendMore(state: TaskState, asking: Asking, data: InteractData, stamp: Stamp): Advanced {
  if (asking.more >= MAX_MORE) {
    return giveUp(
      state,
      stamp.now,
      problem(
        "NEGOTIATION_ENDLESS",
        "The server asked for more of the page again and again.",
        "Start the task again, or say it in other words.",
      ),
    );
  }
  const turn = state.turn + 1;
  const want = wanted(data, asking);
  return to({ ...state, turn }, { name: "fetching", asking, want }, { kind: "fetch", turn, tabId: state.tabId, want });
}

function wait(state: TaskState, asking: Asking, data: InteractData): Advanced {
  const question = {
    text: data.approval?.text ?? data.userQuestion ?? data.blockerInfo?.userMessage ?? data.thought ?? "",
    missing: data.missingInformation ?? [],
    offers: data.offers ?? [],
    ...(data.context?.reasoning && { why: data.context.reasoning }),
    ...(data.context?.searchSummary && { found: data.context.searchSummary }),
    blocker: data.blockerInfo ?? null,
  };
  const approval = data.approval ?? null;
  // Only an approval is answered on the same look.
  return to(
    { ...state, turn: state.turn + 1 },
    { name: "waiting", question, approval, asking: approval ? asking : null },
  );
}

function act(state: TaskState, data: InteractData, stamp: Stamp): Advanced {
  const links = linksOf(data);
  const refusal = links ? refuse(state, data, links) : NO_ACTION;
  if (!links || refusal) return giveUp(state, stamp.now, refusal ?? NO_ACTION);
  const [first] = links;
  const name = first.details?.name ?? first.chain?.actionType ?? nameOf(first.action);
  // The server closes a task by its status. An end that it does not bear out is no success.
  if (name === "finish" || name === "fail") return giveUp({ ...state, result: said(data) }, stamp.now, UNCONFIRMED);
  const run: Run = { links, at: 0, origin: state.origin, chained: links.length > 1, expected: data.expectedOutcome };
  const acting = { ...state, declined: false, steps: [...state.steps, stepOf(state, data, run)] };
  return perform(counted(acting, first.action), run);
}

function linksOf(data: InteractData): Links | null {
  const [first, second, ...rest] = data.actions ?? [];
  if (first && second) {
    const details = data.action === first.action ? data.actionDetails : undefined;
    return [{ ...linkFrom(first), details }, linkFrom(second), ...rest.map(linkFrom)];
  }
  if (!data.action) return null;
  return [{ action: data.action, details: data.actionDetails, ...(data.basis && { basis: data.basis }) }];
}

function linkFrom(chain: ChainAction): Link {
  return { action: chain.action, chain, ...(chain.basis && { basis: chain.basis }) };
}

const NO_ACTION = problem("NO_ACTION", "The server answered without an action.", "Start the task again.");

/** Why nothing is done, if so. */
function refuse(state: TaskState, data: InteractData, links: Links): Problem | null {
  const [first] = links;
  if (links.length > MAX_LINKS || links.some((link, at) => link.chain && link.chain.index !== at)) {
    return problem("INVALID_CHAIN", "The server sent an invalid chain of actions.", "Start the task again.");
  }
  const known = data.actionDetails;
  if (known && known.name !== nameOf(data.action ?? "")) {
    return problem("INVALID_ACTION_FORMAT", "The server's action and its description differ.", "Start the task again.");
  }
  if (state.acts + links.length > MAX_STEPS) {
    return problem("MAX_STEPS_EXCEEDED", `Stopped after ${state.acts} steps.`, "Start a new task for the rest.");
  }
  const same = state.same;
  if (same && same.action === first.action && same.hash === (state.look?.hash ?? "") && same.times >= MAX_SAME) {
    return problem(
      "GOING_IN_CIRCLES",
      "The same action was repeated without any effect.",
      "Do this step on the page yourself, then go on with a new task.",
    );
  }
  return null;
}

function counted(state: TaskState, action: string): TaskState {
  const hash = state.look?.hash ?? "";
  const again = state.same?.action === action && state.same.hash === hash;
  return { ...state, same: { action, hash, times: again ? (state.same?.times ?? 0) + 1 : 1 } };
}

function stepOf(state: TaskState, data: InteractData, run: Run): StepView {
  const [link] = run.links;
  const step: StepView = {
    // As the server counts them: each link of a chain before it was one.
    index: state.step ?? state.steps.length,
    thought: data.thought ?? "",
    action: shown(link.action, detailsOf(link), state.look?.capture ?? null),
    target: nodeOf(state, link)?.n || null,
    effects: run.links.map((each) => effectOf(state, each)),
    performed: null,
    verification: null,
  };
  return run.chained ? { ...step, chain: { done: 0, total: run.links.length } } : step;
}

/** What a link does to the page; what is typed into a secret field is not told. */
function effectOf(state: TaskState, link: Link): NonNullable<StepView["effects"]>[number] {
  const node = nodeOf(state, link);
  const action = shown(link.action, detailsOf(link), state.look?.capture ?? null);
  const change = action === link.action ? changeOf(action, node) : null;
  return { action, target: node?.n || null, reach: reachOf(action, node), change };
}

/** Performs the run's present link. */
export function perform(state: TaskState, run: Run): Advanced {
  const link = linkOf(run);
  const turn = state.turn + 1;
  const effect: Effect = { kind: "perform", turn, tabId: state.tabId, decision: decisionOf(state, run, link) };
  return to({ ...state, turn, acts: state.acts + 1 }, { name: "acting", run }, effect);
}

function decisionOf(state: TaskState, run: Run, link: Link): Decision {
  const decision: Decision = { action: link.action, origin: run.origin };
  if (link.details) decision.details = link.details;
  const node = nodeOf(state, link);
  if (node) decision.expected = node.xy ? { role: node.r, name: node.n, xy: node.xy } : { role: node.r, name: node.n };
  if (link.basis) decision.basis = withKeyboard(link.basis, state);
  return decision;
}

/** Where the keyboard was at the look that was decided on. */
function withKeyboard(basis: DecisionBasis, { look }: TaskState): NonNullable<Decision["basis"]> {
  const known = look && basis.document !== "" && look.capture.document === basis.document;
  return known && look.capture.keyboard ? { ...basis, keyboard: look.capture.keyboard } : basis;
}

/** What the target was taken for, in the look that was sent. */
function nodeOf(state: TaskState, link: Link): SemanticNode | undefined {
  const id = detailsOf(link)?.elementId;
  return id === undefined ? undefined : state.look?.capture.interactiveTree.find((node) => node.i === String(id));
}

function detailsOf(link: Link) {
  if (link.details || !link.chain) return link.details;
  return { name: link.chain.actionType, elementId: link.chain.targetElementId };
}

export function nameOf(action: string): string {
  return /^\s*(\w+)/.exec(action)?.[1] ?? "";
}

const UNCONFIRMED = problem(
  "UNCONFIRMED_END",
  "It ended, but the server did not confirm that it was completed.",
  "Look at the page before you rely on it.",
);
