/** What follows an answer, and what follows a tool. */
import type { Reply, ToolCall, ToolResultDocument } from "@screen-agent/api/packet";
import type { AskApproval, AskTool } from "../shared/ask.ts";
import { problem } from "../shared/protocol.ts";
import type { Advanced, Stamp } from "./event.ts";
import { type AskState, MAX_CALLS, MAX_STEPS, type Outcome, type Question } from "./state.ts";
import { done, idle, read, say, stay, to, withTool } from "./step.ts";
import { deedOf, needsYes } from "./tool.ts";

/** Shows the answer, then does what was decided of its tools. */
export function answered(before: AskState, packet: Reply, stamp: Stamp): Advanced {
  const { question } = before;
  if (!question) return stay(before);
  const calls = packet.tool_calls.filter((call) => call.policy !== undefined);
  const runId = packet.trace?.run_id ?? question.runId;
  let state = shown(
    { ...before, results: [], brought: [], answers: [], todo: [], asks: [], question: { ...question, runId } },
    packet,
    calls,
    stamp,
  );
  const open = calls.filter((call) => call.policy?.decision !== "deny");
  if (open.length === 0) return idle(state);
  // Without a run nobody waits for what they come to.
  if (runId === null) return idle(cancelled(state, open));
  if (question.step >= MAX_STEPS) {
    const why = problem(
      "MAX_STEPS_EXCEEDED",
      `Stopped after ${question.step} steps.`,
      "Ask a new question for the rest.",
    );
    return idle(cancelled(state, open), why);
  }
  for (const [at, call] of open.entries()) state = sorted(state, state.question ?? question, call, at);
  return next(state, stamp);
}

/** Into what is performed, what is asked, and what is neither. */
function sorted(state: AskState, question: Question, call: ToolCall, at: number): AskState {
  const policy = call.policy;
  const id = call.id ?? "";
  if (id === "" || !policy || at >= MAX_CALLS || state.todo.some((one) => one.id === id))
    return done(state, call, { status: "cancelled", code: "INVALID_CALL" });
  if (policy.decision === "ask") {
    const approval = approvalOf(call);
    return approval
      ? { ...state, asks: [...state.asks, approval] }
      : done(state, call, { status: "cancelled", code: "INVALID_CALL" });
  }
  if (!deedOf(call)) return done(state, call, { status: "error", code: "INVALID_ARGUMENTS" });
  // What was decided is held against what the person chose and said, before it is performed.
  if (needsYes(call.name, question.mode) && !question.allowed.includes(id))
    return done(state, call, { status: "error", code: "POLICY_DENIED" });
  return {
    ...state,
    todo: [...state.todo, call],
    question: { ...question, allowed: question.allowed.filter((one) => one !== id) },
  };
}

function approvalOf(call: ToolCall): AskApproval | null {
  const approval = call.policy?.approval;
  const expiresAt = Date.parse(approval?.expires_at ?? "");
  if (!approval || !call.policy || !Number.isFinite(expiresAt)) return null;
  return {
    callId: call.id ?? "",
    fingerprint: approval.fingerprint,
    name: call.name,
    text: call.policy.text,
    origin: approval.origin,
    arguments: call.arguments ?? {},
    expiresAt,
  };
}

function shown(state: AskState, packet: Reply, calls: readonly ToolCall[], stamp: Stamp): AskState {
  const { title = null, render, citations } = packet.assistant;
  const results = packet.tool_results ?? [];
  const fresh = calls.filter((call) => !isShown(state, call));
  const again = calls.filter((call) => isShown(state, call));
  const settled = settle(state, results, again);
  const known = again.reduce(
    (at, call) => withTool(at, call.id ?? "", { state: "waiting", decision: call.policy?.decision ?? "deny" }),
    settled,
  );
  // A call that comes back allowed is no new answer.
  if (again.length > 0 && fresh.length === 0 && results.length === 0) return known;
  return say(known, {
    from: "agent",
    id: packet.id,
    at: stamp.now,
    title,
    render,
    citations,
    tools: fresh.map(toolOf),
    ...(results.length > 0 && { results }),
  });
}

/** What the server was given a yes for has been done by now, or is not going to be. */
function settle(state: AskState, results: readonly ToolResultDocument[], again: readonly ToolCall[]): AskState {
  const waiting = state.messages.flatMap((message) =>
    message.from === "agent" ? message.tools.filter((tool) => tool.state === "waiting") : [],
  );
  return waiting
    .filter(({ callId }) => !again.some((call) => call.id === callId))
    .reduce((at, { callId }) => {
      const result = results.find((one) => one.call_id === callId);
      const code = result?.error?.code;
      return withTool(at, callId, {
        state: result ? STANDS[result.status] : "cancelled",
        ...(code !== undefined && { code }),
      });
    }, state);
}

const STANDS = { ok: "done", error: "failed", cancelled: "cancelled" } as const;

function isShown(state: AskState, call: ToolCall): boolean {
  return state.messages.some(
    (message) => message.from === "agent" && message.tools.some((tool) => tool.callId === call.id),
  );
}

const STATES = { allow: "waiting", ask: "asked", deny: "denied" } as const;

function toolOf({ id = "", name, arguments: given, policy }: ToolCall): AskTool {
  const decision = policy?.decision ?? "deny";
  return {
    callId: id,
    name,
    arguments: given ?? {},
    decision,
    reason: policy?.reason_code ?? "",
    text: policy?.text ?? "",
    state: STATES[decision],
  };
}

/** The next call; then the person; then the page as it is now, and the server again. */
export function next(state: AskState, stamp: Stamp): Advanced {
  const [call, ...todo] = state.todo;
  if (call) return perform({ ...state, todo }, call, stamp);
  if (state.asks.length > 0) return to({ ...state, turn: state.turn + 1 }, { name: "approving", asked: state.asks });
  return read(state, stamp);
}

function perform(state: AskState, call: ToolCall, stamp: Stamp): Advanced {
  if (deedOf(call)?.kind === "look") return next(done(state, call, { status: "ok" }), stamp);
  if (!state.seen) return next(done(state, call, { status: "error", code: "NO_CONTEXT" }), stamp);
  const turn = state.turn + 1;
  const { seen, at } = state;
  return to(
    withTool({ ...state, turn }, call.id ?? "", { state: "running" }),
    { name: "acting", call },
    { kind: "perform", turn, tabId: at, call, seen },
  );
}

/** Takes in what a call came to. What was decided beside one that failed is not done on a page that nobody has looked at. */
export function performed(before: AskState, call: ToolCall, outcome: Outcome, stamp: Stamp): Advanced {
  const noted = done(before, call, outcome);
  const state = { ...noted, at: outcome.tabId ?? noted.at };
  return next(outcome.status === "ok" ? state : skipped(state), stamp);
}

/** The rest of the calls is not performed. */
function skipped(state: AskState): AskState {
  const rest = state.todo.reduce((at, call) => done(at, call, { status: "cancelled", code: "SKIPPED" }), state);
  return { ...rest, todo: [] };
}

function cancelled(state: AskState, calls: readonly ToolCall[]): AskState {
  return calls.reduce((at, call) => withTool(at, call.id ?? "", { state: "cancelled" }), state);
}
