/** What the person says and decides while a task is under way. */
import type { ResumeRequest, WireApprovalScope } from "@screen-agent/api";
import { problem } from "../shared/protocol.ts";
import type { Advanced, Failure, Stamp } from "./event.ts";
import { reported, requestOf } from "./request.ts";
import type { Phase, TaskState } from "./state.ts";
import { again, giveUp, look, stay, to } from "./step.ts";

type Waiting = Extract<Phase, { name: "waiting" }>;

/** An answer is sent once, with a fresh look. */
export function said(state: TaskState, text: string): Advanced {
  if (state.phase.name !== "waiting" || state.phase.approval || text.trim() === "") return stay(state);
  return look({ ...state, said: text, problem: null });
}

/** What they gave goes straight to the server and is kept nowhere. */
export function helped(state: TaskState, values: Record<string, string> | undefined): Advanced {
  if (state.phase.name !== "waiting" || state.phase.approval || state.taskId === null) return stay(state);
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== "");
  const body: ResumeRequest =
    given.length > 0
      ? { resolutionMethod: "provide_in_chat", resolutionData: Object.fromEntries(given) }
      : { resolutionMethod: "user_action_on_web" };
  const turn = state.turn + 1;
  const { sessionId, taskId } = state;
  return to(
    { ...state, turn, problem: null },
    { name: "resuming", question: state.phase.question },
    { kind: "resume", turn, sessionId, taskId, body },
  );
}

/** The question stands again: what was given is not kept, so it cannot be sent again. */
export function notResumed(state: TaskState, failure: Failure): Advanced {
  if (state.phase.name !== "resuming") return stay(state);
  const code = failure.kind === "network" ? "NETWORK_ERROR" : failure.code;
  // The task waits no more: somebody has helped already.
  if (code === "INVALID_TASK_STATE") return look(state);
  const message = failure.kind === "network" ? "The server cannot be reached." : failure.message;
  const why = problem(code, message, "What you entered was not kept. Please enter it again.");
  const next = to({ ...state, turn: state.turn + 1, problem: why }, waiting(state.phase.question));
  if (code !== "UNAUTHORIZED") return next;
  const signedOut = problem(code, "You are signed out.", "Sign in again, then answer again.");
  return { state: next.state, effects: [{ kind: "signedOut", problem: signedOut }] };
}

export function waiting(question: Waiting["question"]): Waiting {
  return { name: "waiting", question, approval: null, asking: null };
}

/**
 * A yes counts for exactly what was asked, in time, and comes with what is on the screen by then: the page may have changed while the
 * person thought. One that is late is asked again, never sent.
 */
export function decided(
  state: TaskState,
  answer: { fingerprint: string; allow: boolean; scope: WireApprovalScope },
  stamp: Stamp,
): Advanced {
  const { phase } = state;
  if (phase.name !== "waiting" || !phase.approval || phase.approval.fingerprint !== answer.fingerprint)
    return stay(state);
  if (!phase.asking || (answer.allow && stamp.now > phase.approval.expiresAt)) return look(state);
  const { fingerprint, allow, scope } = answer;
  // How the action before went was told with the question, and may not have been judged yet.
  const report = reported(requestOf(phase.asking));
  return look({ ...state, report, decided: { fingerprint, allow, scope }, declined: !allow });
}

/** Stops here at once, whatever is under way, and everywhere else as soon as the server hears it. */
export function stop(state: TaskState, stamp: Stamp): Advanced {
  const stopped = giveUp(state, stamp.now, problem("", "", ""), "stopped");
  return { ...stopped, state: { ...stopped.state, problem: null } };
}

/** Goes on after a problem, or has what was not answered in time asked again. */
export function retry(state: TaskState, stamp: Stamp): Advanced {
  const { phase } = state;
  if (phase.name === "waiting" && phase.approval && stamp.now > phase.approval.expiresAt) return look(state);
  if (phase.name !== "stuck" && phase.name !== "pausing") return stay(state);
  return again({ ...state, tries: 0 }, phase.again);
}
