/** How an action went, and what follows it. */
import type { ElementId, PageCapture } from "@screen-agent/api";
import type { Noticed, Performed } from "../shared/action.ts";
import type { Look } from "../shared/look.ts";
import type { StepView } from "../shared/protocol.ts";
import { check } from "./check.ts";
import type { Advanced, Effect } from "./event.ts";
import { perform } from "./follow.ts";
import { type Link, linkOf, type Report, type Run, type TaskState, type Watch } from "./state.ts";
import { look, MOMENT_MS, to } from "./step.ts";

/** Code of a link whose check was not passed. */
const UNCHECKED = "CHAIN_FAILED";

/** Takes in what became of the present link. */
export function performed(before: TaskState, run: Run, went: Performed): Advanced {
  const moved: Effect[] =
    went.tabId !== undefined && went.tabId !== before.tabId
      ? [{ kind: "moved", from: before.tabId, to: went.tabId }]
      : [];
  const left = moved.length > 0 ? [...new Set([...before.left, before.tabId])] : before.left;
  const state: TaskState = {
    ...before,
    tabId: went.tabId ?? before.tabId,
    left,
    report: { ...before.report, ...reportOf(run, went) },
  };
  // Nothing is changed by a link that may fail, so those after it are as they were decided.
  const mayFail = run.chained && linkOf(run).chain?.canFail === true;
  const next = went.success
    ? succeeded(state, run, went)
    : mayFail
      ? passed(state, run, went)
      : broke(state, run, went.error?.code ?? "UNEXPECTED_ERROR", went.error?.message ?? "It did not work.", went);
  return { state: next.state, effects: [...moved, ...next.effects] };
}

function succeeded(state: TaskState, run: Run, went: Performed): Advanced {
  const checks = linkOf(run).chain?.clientVerificationChecks ?? [];
  if (!run.chained || checks.length === 0) return passed(state, run, went);
  const turn = state.turn + 1;
  const about = state.query;
  const effect: Effect = { kind: "look", turn, tabId: state.tabId, about, settle: false, pauseMs: MOMENT_MS };
  return to({ ...state, turn }, { name: "checking", run, noticed: went.noticed }, effect);
}

/** The look after a link: is what was to be so, so? */
export function checked(state: TaskState, run: Run, noticed: Noticed, seen: Look): Advanced {
  const before = run.seen ?? state.look?.capture;
  const checks = linkOf(run).chain?.clientVerificationChecks ?? [];
  const went: Performed = { success: true, noticed };
  for (const wanted of before ? checks : []) {
    const why = before && check(wanted, before, seen.capture);
    if (why) return broke(state, run, UNCHECKED, why, { ...went, success: false });
  }
  return passed(state, { ...run, seen: seen.capture }, went);
}

/** The page could not be seen after a link, so nobody knows whether it took. */
export function uncheckable(state: TaskState, run: Run, noticed: Noticed, message: string): Advanced {
  return broke(state, run, UNCHECKED, message, { success: false, noticed });
}

function passed(before: TaskState, run: Run, went: Performed): Advanced {
  const done = run.at + 1;
  const state = { ...before, steps: shown(before.steps, run, done, went) };
  if (done < run.links.length) return perform(state, { ...run, at: done });
  const report: Report = run.chained ? { ...state.report, lastExecutedActionIndex: run.at } : state.report;
  return look({ ...state, report, watch: watchOf(state, run, went) });
}

/** A link that fails its check has failed, though it was performed. */
function broke(before: TaskState, run: Run, code: string, message: string, went: Performed): Advanced {
  const failed: Performed = { ...went, success: false, error: { code: "ACTION_FAILED", message, ...went.error } };
  const steps = shown(before.steps, run, run.at, failed, code);
  const link = linkOf(run);
  const elementId = idOf(link);
  const error = { action: link.action, message, code, ...(elementId === undefined ? {} : { elementId }) };
  const report: Report = {
    ...before.report,
    lastActionStatus: "failure",
    lastActionError: error,
    ...(run.chained ? { ...partly(run), chainError: { ...error, failedIndex: run.at } } : {}),
  };
  if (run.chained) delete report.lastActionResult;
  return look({ ...before, steps, report, watch: null });
}

/** How far a chain got: what was performed and passed its checks. */
export function partly(run: Run): Report {
  const executed = run.links.slice(0, run.at).map((link) => link.action);
  const report: Report = { chainPartialState: { executedActions: executed, totalActionsInChain: run.links.length } };
  return executed.length > 0 ? { ...report, lastExecutedActionIndex: executed.length - 1 } : report;
}

function reportOf(run: Run, went: Performed): Report {
  const link = linkOf(run);
  const report: Report = {
    lastActionStatus: went.success ? "success" : "failure",
    lastActionResult: { success: went.success, actualState: went.state },
    clientObservations: {
      didNetworkOccur: went.noticed.network,
      didDomMutate: went.noticed.dom,
      didUrlChange: went.noticed.url,
      ...(went.downloads && { downloads: went.downloads.slice(0, 20).map(({ name }) => name) }),
    },
  };
  if (went.picture) {
    report.screenshot = went.picture.data;
    report.screenshotHash = went.picture.hash;
  }
  if (went.error) {
    const elementId: ElementId | undefined = went.error.elementId ?? idOf(link);
    report.lastActionError = { message: went.error.message, code: went.error.code, action: link.action, elementId };
  }
  return report;
}

function idOf(link: Link): ElementId | undefined {
  return link.chain?.targetElementId ?? link.details?.elementId;
}

function shown(steps: StepView[], run: Run, done: number, went: Performed, code?: string): StepView[] {
  const last = steps.at(-1);
  if (!last) return steps;
  const outcome = {
    success: went.success,
    code: went.success ? undefined : (code ?? went.error?.code),
    message: went.error?.message,
    state: went.state,
  };
  const downloads = [...(last.downloads ?? []), ...(went.downloads ?? [])];
  const step: StepView = { ...last, performed: outcome, ...(downloads.length > 0 && { downloads }) };
  return [...steps.slice(0, -1), run.chained ? { ...step, chain: { done, total: run.links.length } } : step];
}

function watchOf(state: TaskState, run: Run, went: Performed): Watch | null {
  const before: PageCapture | undefined = run.seen ?? state.look?.capture;
  if (!before) return null;
  return { before, action: linkOf(run).action, expected: run.expected, noticed: went.noticed };
}
