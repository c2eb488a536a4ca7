/** What may be said at a moment, and why not. */
import { hostOf, oneLine } from "@screen-agent/ui";
import type { PanelState } from "../shared/protocol.ts";
import type { About } from "./asking.ts";
import { isAnswering, isOpen } from "./open.ts";

export type Composing =
  | { kind: "start"; hint: string }
  | { kind: "answer"; hint: string }
  /** A question about the page, or a collection. */
  | { kind: "ask"; hint: string }
  | { kind: "closed"; why: string };

/** What the composer is for where things are done. */
export function composingOf(state: PanelState): Composing {
  const { tab, task } = state;
  if (!state.account) return { kind: "closed", why: "Sign in to say what you want done." };
  if (!tab) return { kind: "closed", why: "This tab is gone. Open the panel beside another one." };
  if (task?.status === "waiting" && !task.problem) {
    if (task.approval) return { kind: "closed", why: "Allow or deny above, or stop the task." };
    if (task.question && !asksInCard(task.question.blocker)) return { kind: "answer", hint: "Your answer" };
    if (task.question) return { kind: "closed", why: "See to it above, or stop the task." };
  }
  if (task?.status === "waiting")
    return {
      kind: "closed",
      why: task.problem ? "Retry above, or stop the task." : "The task waits. Stop it to ask for something else.",
    };
  if (isOpen(state)) return { kind: "closed", why: "The agent is at work. Stop it to ask for something else." };
  if (isAnswering(state))
    return { kind: "closed", why: "A question is being answered. Stop it to have something done." };
  if (tab.restricted) return { kind: "start", hint: "Ask something, or say which website to open" };
  return { kind: "start", hint: `What do you want done on ${hostOf(tab.url) || "this page"}?` };
}

/** What the composer is for where questions are asked. */
export function askingOf(state: PanelState, about: About | null): Composing {
  const { tab, ask } = state;
  if (!state.account) return { kind: "closed", why: "Sign in to ask." };
  if (!tab) return { kind: "closed", why: "This tab is gone. Open the panel beside another one." };
  if (isOpen(state)) return { kind: "closed", why: "The agent is at work on this page. Stop it to ask a question." };
  if (ask?.status === "running")
    return { kind: "closed", why: "Your question is being answered. Stop it to ask another one." };
  if (ask?.status === "waiting")
    return { kind: "closed", why: ask.problem ? "Retry above, or stop." : "Allow or deny above, or stop." };
  if (about) return { kind: "ask", hint: `Ask about “${oneLine(about.title, 60)}”` };
  if (tab.restricted)
    return { kind: "closed", why: "This page cannot be read. Ask on another one, or about a collection." };
  return { kind: "ask", hint: `Ask about ${hostOf(tab.url) || "this page"}` };
}

/** A blocker with fields, or one that is seen to on the page, has its own card; for any other the answer is words. */
const asksInCard = (blocker: { resolutionMethods: string[]; requiredFields: unknown[] } | null): boolean =>
  blocker !== null && (blocker.requiredFields.length > 0 || blocker.resolutionMethods.includes("user_action_on_web"));
