/**
 * The task loop: look, ask the server, perform, and again. Pure: what happens comes in, what is to be
 * done comes out, and everything that is needed to go on stands in the state.
 */
import type { Attachment, UnderLease, WorkflowStart } from "@screen-agent/api";
import type { Outcome } from "@screen-agent/ui";
import { type Checked, sentinel } from "../look/sentinel.ts";
import type { Performed } from "../shared/action.ts";
import type { Look } from "../shared/look.ts";
import { originOf } from "../shared/origin.ts";
import { problem } from "../shared/protocol.ts";
import { dialogOf } from "./dialog.ts";
import type { Advanced, Event, Happening, Stamp } from "./event.ts";
import { follow, nameOf } from "./follow.ts";
import { checked, performed, uncheckable } from "./perform.ts";
import { decided, helped, notResumed, retry, said, stop } from "./person.ts";
import { printOf, requestFor, requestForNothing, requestOf, requestWithoutPage, withMore } from "./request.ts";
import { revived } from "./revive.ts";
import { hasEnded, linkOf, type Run, type TaskState } from "./state.ts";
import { again, ask, end, giveUp, look, stay, to } from "./step.ts";
import { refused, unseen } from "./trouble.ts";

export interface Start {
  tabId: number;
  sessionId: string;
  owner: string;
  query: string;
  attachment: Attachment | null;
  /** The row of a table that it is for, counted from 0. */
  row?: number;
  /** The kept workflow that it carries out. */
  workflow?: WorkflowStart;
  /** What another program wants done, and under which lease. */
  lease?: UnderLease;
}

/** A task begins with a look. */
export function begin(start: Start, stamp: Stamp): Advanced {
  return look({
    ...start,
    left: [],
    taskId: null,
    phase: { name: "looking" },
    turn: 0,
    said: null,
    decided: null,
    report: {},
    step: null,
    watch: null,
    pictured: null,
    look: null,
    origin: "null",
    tries: 0,
    same: null,
    acts: 0,
    startedAt: stamp.now,
    endedAt: null,
    plan: null,
    steps: [],
    ledger: [],
    result: null,
    problem: null,
    hasOrgKnowledge: null,
    chatOnly: false,
    usage: { promptTokens: 0, completionTokens: 0 },
    modelCalls: 0,
    sent: 0,
    mode: "semantic",
    roundMs: 0,
  });
}

/** What follows an event. What comes too late, or does not fit where the task stands, changes nothing. */
export function advance(state: TaskState, event: Event): Advanced {
  if (hasEnded(state)) return event.kind === "told" ? tallied(state, event) : stay(state);
  if ("turn" in event && event.turn !== state.turn) return stay(state);
  const { stamp } = event;
  switch (event.kind) {
    case "looked":
      return looked(state, event, stamp);
    case "unseen":
      return notSeen(state, event, stamp);
    case "answered":
      return state.phase.name === "asking"
        ? follow(state, state.phase.asking, event.data, event.ms, stamp)
        : stay(state);
    case "refused":
      return state.phase.name === "asking" ? refused(state, state.phase.asking, event.failure, stamp) : stay(state);
    case "fetched":
      return fetched(state, event, stamp);
    case "performed":
      return acted(state, event.performed, stamp);
    case "resumed":
      return state.phase.name === "resuming" ? look({ ...state, problem: null }) : stay(state);
    case "notResumed":
      return notResumed(state, event.failure);
    case "said":
      return said(state, event.text);
    case "helped":
      return helped(state, event.values);
    case "approval":
      return decided(state, event, stamp);
    case "stop":
      return stop(state, stamp);
    case "retry":
      return retry(state, stamp);
    case "tick":
      return state.phase.name === "pausing" && stamp.now >= state.phase.until
        ? again(state, state.phase.again)
        : stay(state);
    case "heard":
      return heard(state, event);
    case "told":
      return told(state, event, stamp);
    case "revived":
      return revived(state);
    case "tabClosed":
      // The action itself may have closed it; it says where the task goes on.
      if (state.phase.name === "acting") return to(state, { ...state.phase, closed: true });
      return closed(state, stamp);
  }
}

function looked(state: TaskState, event: Extract<Happening, { kind: "looked" }>, stamp: Stamp): Advanced {
  const { phase } = state;
  if (phase.name === "checking") return checked(state, phase.run, phase.noticed, event.look);
  if (phase.name !== "looking") return stay(state);
  const request = requestFor(state, event.look, checkOf(state, event.look), stamp);
  const { url } = event.look.capture;
  const before = state.from === undefined ? dialogOf(event.look.capture)?.text : state.stood;
  const stood = before === undefined ? {} : { stood: before };
  const seen = { ...state, look: event.look, origin: originOf(url), from: state.from ?? url, ...stood };
  return ask(seen, request, stamp.id);
}

/** This client's own check of the action before. It informs the server and decides nothing. */
function checkOf({ watch }: TaskState, now: Look): Checked | null {
  if (!watch) return null;
  return sentinel({ action: watch.action, outcome: watch.expected, noticed: watch.noticed }, watch.before, now.capture);
}

function notSeen(state: TaskState, event: Extract<Happening, { kind: "unseen" }>, stamp: Stamp): Advanced {
  const { phase } = state;
  if (phase.name === "checking") return uncheckable(state, phase.run, phase.noticed, event.message);
  if (phase.name !== "looking") return stay(state);
  const blind = { ...state, look: null, origin: originOf(event.url) };
  switch (event.why) {
    case "restricted":
      // The words alone can still be answered, or be about going elsewhere.
      return ask(blind, requestWithoutPage(state, stamp), stamp.id);
    case "failed":
      return ask(blind, requestForNothing(state, event.url, event.message, stamp), stamp.id);
    case "silent":
      return unseen(state, event.message, stamp);
  }
}

function acted(state: TaskState, went: Performed, stamp: Stamp): Advanced {
  const { phase } = state;
  if (phase.name !== "acting") return stay(state);
  return phase.closed && !goesOn(state, phase.run, went) ? closed(state, stamp) : performed(state, phase.run, went);
}

/** A window that closes itself leads back to where it was opened. A tab that the person closed leads nowhere. */
function goesOn({ left }: TaskState, run: Run, { tabId }: Performed): boolean {
  return tabId !== undefined && (left.includes(tabId) || nameOf(linkOf(run).action) === "close");
}

function closed(state: TaskState, stamp: Stamp): Advanced {
  const why = problem("TAB_CLOSED", "The tab was closed.", "Open the page again and start the task there.");
  return giveUp(state, stamp.now, why, "stopped");
}

function fetched(state: TaskState, event: Extract<Happening, { kind: "fetched" }>, stamp: Stamp): Advanced {
  if (state.phase.name !== "fetching") return stay(state);
  const { asking, want } = state.phase;
  // Asked for again after its hash was sent, it is sent whole: the server has it no longer.
  const known = asking.picture ? null : state.pictured;
  const request = withMore(requestOf(asking), state.taskId, want, event.more, known);
  const picture = event.more.picture && printOf(event.more.picture);
  return ask(state, request, stamp.id, asking.more + 1, picture ?? asking.picture);
}

/**
 * While an answer is on its way it says all; otherwise an end elsewhere, or help from elsewhere, is
 * looked up: what comes over the stream is a hint and no more.
 */
function heard(state: TaskState, event: Extract<Happening, { kind: "heard" }>): Advanced {
  const { phase, taskId, sessionId } = state;
  const concerns = isTerminal(event.status) || (phase.name === "waiting" && event.status !== "needs_user_input");
  if (!concerns || taskId === null || phase.name === "asking") return stay(state);
  return { state, effects: [{ kind: "inquire", sessionId, taskId }] };
}

function told(state: TaskState, event: Extract<Happening, { kind: "told" }>, stamp: Stamp): Advanced {
  if (isTerminal(event.status)) {
    const ended = end(state, outcomeOf(event), stamp.now, event.result);
    return {
      state: tallied(ended.state, event).state,
      effects: ended.effects.filter((effect) => effect.kind !== "inquire"),
    };
  }
  // Somebody answered elsewhere: the question is no more.
  if (state.phase.name === "waiting" && !state.phase.approval && !event.asks) return look(state);
  return stay(state);
}

function outcomeOf({ status, verified }: Extract<Happening, { kind: "told" }>): Outcome {
  if (status === "completed") return verified === false ? "unverified" : "success";
  return status === "failed" ? "failed" : "stopped";
}

/** The server's own figures are the right ones. */
function tallied(state: TaskState, event: Extract<Happening, { kind: "told" }>): Advanced {
  return stay({
    ...state,
    usage: event.usage ?? state.usage,
    modelCalls: event.modelCalls ?? state.modelCalls,
    ledger: event.ledger ?? state.ledger,
  });
}

function isTerminal(status: string): boolean {
  return status === "completed" || status === "failed" || status === "interrupted";
}
