/** What may be said at a moment, and why not. */
import { hostOf } from "@screen-agent/ui";
import type { PanelState } from "../shared/protocol.ts";

export type Composing =
  | { kind: "start"; hint: string }
  | { kind: "answer"; hint: string }
  | { kind: "closed"; why: string };

/** What the composer is for. */
export function composingOf(state: PanelState): Composing {
  const { tab, task } = state;
  if (!state.account) return { kind: "closed", why: "Sign in to say what you want done." };
  if (!tab) return { kind: "closed", why: "This tab is gone. Open the panel beside another one." };
  if (task?.status === "waiting" && !task.problem) {
    if (task.approval) return { kind: "closed", why: "Allow or deny above, or stop the task." };
    if (task.question && !asksInCard(task.question.blocker)) return { kind: "answer", hint: "Your answer" };
    if (task.question) return { kind: "closed", why: "See to it above, or stop the task." };
  }
  if (task?.status === "waiting") return { kind: "closed", why: task.problem ? "Retry above, or stop the task." : "The task waits. Stop it to ask for something else." };
  if (task?.status === "running") return { kind: "closed", why: "The agent is at work. Stop it to ask for something else." };
  if (tab.restricted) return { kind: "start", hint: "Ask something, or say which website to open" };
  return { kind: "start", hint: `What do you want done on ${hostOf(tab.url) || "this page"}?` };
}

/** A blocker with fields, or one that is seen to on the page, has its own card; for any other the answer is words. */
const asksInCard = (blocker: { resolutionMethods: string[]; requiredFields: unknown[] } | null): boolean =>
  blocker !== null && (blocker.requiredFields.length > 0 || blocker.resolutionMethods.includes("user_action_on_web"));
