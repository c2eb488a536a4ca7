import type { PlanStepStatus, WirePlan } from "@screen-agent/api";
import { h } from "./dom.ts";

/** What is going to be done, as a list: what is done, what is now, what is to come. */
export function planList(plan: WirePlan): HTMLElement {
  const done = plan.steps.filter((step) => step.status === "completed").length;
  return h(
    "section",
    { class: "plan", "aria-label": "Plan" },
    h("h3", { class: "small" }, `Plan: ${done} of ${plan.steps.length} done`),
    h("ol", {}, ...plan.steps.map(planStep)),
  );
}

const WORDS: Record<PlanStepStatus, string> = {
  pending: "to come",
  active: "now",
  completed: "done",
  failed: "given up",
};

const MARKS: Record<PlanStepStatus, string> = { pending: "", active: "", completed: "✓", failed: "✕" };

function planStep(step: WirePlan["steps"][number]): HTMLElement {
  return h(
    "li",
    { class: step.status, "aria-current": step.status === "active" ? "step" : undefined, title: step.reasoning },
    h("span", { class: "mark", "aria-hidden": "true" }, MARKS[step.status] || String(step.index + 1)),
    h("span", {}, step.description, h("span", { class: "unseen" }, ` (${WORDS[step.status]})`)),
  );
}
