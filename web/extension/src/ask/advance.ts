/**
 * Asking about pages: read, ask the server, perform what it allows, and again. Pure: what happens comes
 * in, what is to be done comes out, and everything that is needed to go on stands in the state.
 */
import type { Advanced, Event, Happening, Stamp } from "./event.ts";
import { answered, performed } from "./follow.ts";
import { revived } from "./revive.ts";
import { type AskState, MAX_MESSAGES } from "./state.ts";
import { ask, idle, read, say, send, stay, to, withTool } from "./step.ts";
import { refused, unread } from "./trouble.ts";

/** A conversation in which nothing has been said. */
export function fresh(tabId: number, owner: string, conversationId: string): AskState {
  return {
    tabId,
    at: tabId,
    owner,
    conversationId,
    said: 0,
    messages: [],
    question: null,
    phase: { name: "idle" },
    turn: 0,
    todo: [],
    asks: [],
    results: [],
    brought: [],
    answers: [],
    seen: null,
    progress: null,
    tries: 0,
    problem: null,
  };
}

/** What follows an event. What comes too late, or does not fit where it stands, changes nothing. */
export function advance(state: AskState, event: Event): Advanced {
  if ("turn" in event && event.turn !== state.turn) return stay(state);
  const { stamp } = event;
  const { phase } = state;
  switch (event.kind) {
    case "asked":
      return phase.name === "idle" ? asked(state, event, stamp) : stay(state);
    case "read":
      if (phase.name !== "reading") return stay(state);
      return ask(
        {
          ...state,
          seen: { tabId: event.page.tabId, generation: event.page.capture.generation, origin: event.page.origin },
        },
        event.page,
        stamp,
      );
    case "unread":
      return phase.name === "reading" ? unread(state, event, stamp) : stay(state);
    case "told":
      return phase.name === "asking" ? stay({ ...state, progress: event.text.slice(0, 300) }) : stay(state);
    case "answered":
      return phase.name === "asking"
        ? answered({ ...state, progress: null, tries: 0 }, event.packet, stamp)
        : stay(state);
    case "refused":
      return phase.name === "asking" ? refused(state, phase.body, event.failure, stamp) : stay(state);
    case "performed":
      return phase.name === "acting" ? performed(state, phase.call, event.outcome, stamp) : stay(state);
    case "approval":
      return phase.name === "approving" ? decided(state, phase.asked, event, stamp) : stay(state);
    case "opened":
      return phase.name === "idle"
        ? stay({
            ...state,
            conversationId: event.conversationId,
            said: event.said,
            messages: event.messages.slice(-MAX_MESSAGES),
            problem: null,
          })
        : stay(state);
    case "stop":
      return stop(state);
    case "retry":
      return retry(state, stamp);
    case "tick":
      return phase.name === "pausing" && stamp.now >= phase.until ? again(state, phase.body, stamp) : stay(state);
    case "revived":
      return revived(state, stamp);
    case "tabClosed":
      return closed(state, event.tabId, stamp);
  }
}

function asked(before: AskState, event: Extract<Happening, { kind: "asked" }>, stamp: Stamp): Advanced {
  const { text, task, collectionId, mode } = event;
  const args = collectionId === null ? event.args : { ...event.args, collection_id: collectionId };
  const state: AskState = {
    ...say(before, { from: "person", id: stamp.id, at: stamp.now, text, task }),
    at: before.tabId,
    seen: null,
    problem: null,
    question: {
      message: { id: stamp.id, text },
      task: { name: task, args },
      mode,
      collectionId,
      runId: null,
      step: 0,
      allowed: [],
    },
  };
  return read(state, stamp);
}

type Asked = Extract<AskState["phase"], { name: "approving" }>["asked"];

/** Notes one answer; when all are given, the server is told. A yes is for exactly what was shown. */
function decided(
  before: AskState,
  asked: Asked,
  event: Extract<Happening, { kind: "approval" }>,
  stamp: Stamp,
): Advanced {
  const one = asked.find(({ callId, fingerprint }) => callId === event.callId && fingerprint === event.fingerprint);
  if (!one || !before.question) return stay(before);
  // What the server would not take any more is no yes.
  const allow = event.allow && stamp.now < one.expiresAt;
  const rest = asked.filter((other) => other !== one);
  const late = event.allow && !allow;
  const state: AskState = {
    ...withTool(before, one.callId, {
      state: allow ? "waiting" : "cancelled",
      ...(late && { code: "APPROVAL_EXPIRED" }),
    }),
    asks: rest,
    answers: [...before.answers, { call_id: one.callId, fingerprint: one.fingerprint, allow }],
    question: allow ? { ...before.question, allowed: [...before.question.allowed, one.callId] } : before.question,
  };
  return rest.length > 0 ? to(state, { name: "approving", asked: rest }) : read(state, stamp);
}

function stop(state: AskState): Advanced {
  if (state.phase.name === "idle") return stay(state);
  const stopped = idle(unfinished(state));
  return { state: stopped.state, effects: [{ kind: "abort" }, ...stopped.effects] };
}

/** What was not done is shown so. What is under way may have happened. */
function unfinished(state: AskState): AskState {
  const open = state.messages.flatMap((message) => (message.from === "agent" ? message.tools : []));
  return open.reduce((at, { callId, state: stands }) => {
    if (stands === "running") return withTool(at, callId, { state: "failed", code: "UNKNOWN" });
    return stands === "waiting" || stands === "asked" ? withTool(at, callId, { state: "cancelled" }) : at;
  }, state);
}

function retry(state: AskState, stamp: Stamp): Advanced {
  const { phase } = state;
  return phase.name === "stuck" || phase.name === "pausing"
    ? again({ ...state, tries: 0 }, phase.body, stamp)
    : stay(state);
}

function again(state: AskState, body: string | null, stamp: Stamp): Advanced {
  return body ? send(state, body) : read(state, stamp);
}

/** The panel's own tab is gone, or one that was worked in: there the question goes back to where it began. */
function closed(state: AskState, tabId: number, stamp: Stamp): Advanced {
  if (tabId === state.tabId) return stop(state);
  if (tabId !== state.at) return stay(state);
  const back = { ...state, at: state.tabId, seen: null };
  return state.phase.name === "reading" ? read(back, stamp) : stay(back);
}
