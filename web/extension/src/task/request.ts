/** What a look becomes on the wire. */
import type { ClientInfo, ClientVerification, InteractData, InteractRequest, WireDomMode } from "@screen-agent/api";
import type { Checked } from "../look/sentinel.ts";
import type { Look, Picture } from "../shared/look.ts";
import type { More, Stamp } from "./event.ts";
import { type Asking, REPORTED, type Report, type Sent, type TaskState, type Want } from "./state.ts";

/** What this client can do, as it says with every request. */
const CAPABILITIES = ["approvals", "user_input_forms", "negotiate", "scroll_retry", "chain"];
const CLIENT_VERSION = "0.1.0";

/** The request for a look. */
export function requestFor(state: TaskState, look: Look, check: Checked | null, stamp: Stamp): InteractRequest {
  const { hash: _, ...page } = look.capture;
  return defined({
    ...words(state, stamp),
    ...page,
    domMode: "semantic" as WireDomMode,
    ...filtered(look),
    ...checked(check, stamp.now),
  });
}

/** The request where there is no page to be seen: the words alone. */
export function requestWithoutPage(state: TaskState, stamp: Stamp): InteractRequest {
  return defined(words(state, stamp));
}

/** The request where a page could not be loaded: the browser shows its own in its place, which says so. */
export function requestForNothing(state: TaskState, url: string, message: string, stamp: Stamp): InteractRequest {
  const begun = words(state, stamp);
  const address = /^https?:/.test(url)
    ? { url, domMode: "semantic" as WireDomMode, interactiveTree: [], pageText: [{ k: "alert", c: [message] }] }
    : {};
  return defined({ ...begun, ...address, recentEvents: [message.slice(0, 200)], hasErrors: true });
}

/** The person, the task, and how the action before went. */
function words(state: TaskState, stamp: Stamp): InteractRequest {
  const { attachment } = state;
  const client: ClientInfo = {
    name: "screen-agent-extension",
    version: CLIENT_VERSION,
    capabilities: CAPABILITIES,
    ...(attachment && { files: [attachment.filename] }),
  };
  return {
    query: state.said ?? state.query,
    lease: state.lease,
    taskId: state.taskId ?? undefined,
    sessionId: state.sessionId,
    tabId: state.tabId,
    attachment: state.taskId === null ? (state.attachment ?? undefined) : undefined,
    workflow: state.taskId === null ? state.workflow : undefined,
    answersStep: state.step ?? undefined,
    ...state.report,
    approval: state.decided ?? undefined,
    client,
    localDate: stamp.today,
  };
}

function filtered(look: Look): Partial<InteractRequest> {
  if (!look.filtered) return {};
  const { reason, originalNodes, reduction } = look.filtered;
  return {
    dom_filtered: true,
    filter_reason: reason.slice(0, 200),
    original_node_count: originalNodes,
    token_reduction: Math.round(Math.min(100, Math.max(0, reduction))),
  };
}

function checked(check: Checked | null, now: number): Partial<InteractRequest> {
  if (!check) return {};
  const lines = (said: string[]) => said.slice(0, 10).map((line) => line.slice(0, 200));
  return {
    verification_passed: check.passed,
    verification_message: check.message.slice(0, 500),
    errors_detected: lines(check.errors),
    success_messages: lines(check.successes),
    clientVerification: verified(check, now),
  };
}

function verified({ found, moved }: Checked, now: number): ClientVerification {
  return { ...(found !== null && { elementFound: found }), urlChanged: moved, timestamp: now };
}

/** What exactly is asked for in addition. */
export function wanted(data: InteractData, asking: Asking): Want {
  const mode = data.requestedDomMode ?? "full";
  return {
    mode,
    dom: data.status === "needs_full_dom" || mode === "full",
    skeleton: data.needsSkeletonDom ?? false,
    picture: (data.needsScreenshot ?? false) && requestOf(asking).screenshot === undefined,
  };
}

/**
 * The same request with more. What cannot be had is left out: the server goes on with what there is. It has the picture
 * that it was sent last, so of one just like it the hash is enough.
 */
export function withMore(
  request: InteractRequest,
  taskId: string | null,
  want: Want,
  more: More,
  sent: Sent | null = null,
): InteractRequest {
  const same = sent !== null && more.picture !== undefined && printOf(more.picture).print === sent.print;
  return defined({
    ...request,
    taskId: taskId ?? undefined,
    domMode: modeOf(want.mode, more),
    dom: more.dom ?? request.dom,
    skeletonDom: more.skeleton ?? request.skeletonDom,
    screenshot: same ? undefined : (more.picture?.data ?? request.screenshot),
    screenshotHash: more.picture?.hash ?? request.screenshotHash,
  });
}

/** What is kept of a picture that was sent, to know it again. */
export function printOf({ data, hash }: Picture): Sent {
  return { hash, print: `${data.length}-${digestOf(data)}` };
}

/** FNV-1a over the text: it tells one picture from the next, and keeps nobody from anything. */
function digestOf(text: string): string {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return (digest >>> 0).toString(16);
}

/** A mode is only said when what it stands for is there. */
function modeOf(mode: WireDomMode, more: More): WireDomMode {
  if (more.dom !== undefined) return mode;
  if (more.skeleton === undefined) return "semantic";
  return mode === "full" ? "skeleton" : mode;
}

export function asking(request: InteractRequest, key: string, more: number): Asking {
  return { body: JSON.stringify(request), mode: request.domMode ?? "semantic", key, more };
}

export function requestOf(asking: Asking): InteractRequest {
  return JSON.parse(asking.body) as InteractRequest;
}

/** How the action before went, as a request told it. */
export function reported(request: InteractRequest): Report {
  return defined(Object.fromEntries(REPORTED.map((name) => [name, request[name]])));
}

function defined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
