import type { PlanStepStatus, WirePlan } from "@screen-agent/api";
import { h } from "./dom.ts";

/** What is going to be done, as a list: what is done, what is now, what is to come. Nothing is now once the task has ended. */
export function planList(plan: WirePlan, ended: boolean): HTMLElement {
  const done = plan.steps.filter((step) => step.status === "completed").length;
  return h(
    "section",
    { class: "plan", "aria-label": "Plan" },
    h("h3", { class: "small" }, `Plan: ${done} of ${plan.steps.length} done`),
    h("ol", {}, ...plan.steps.map((step) => planStep(step, ended))),
  );
}

/** How a step stands to the reader; `left` when the task ended before it was told done. */
type Standing = PlanStepStatus | "left";

const WORDS: Record<Standing, string> = {
  pending: "to come",
  active: "now",
  completed: "done",
  failed: "given up",
  left: "left over",
};

const MARKS: Partial<Record<Standing, string>> = { completed: "✓", failed: "✕" };

function planStep(step: WirePlan["steps"][number], ended: boolean): HTMLElement {
  const open = step.status === "active" || step.status === "pending";
  const standing: Standing = ended && open ? "left" : step.status;
  return h(
    "li",
    { class: standing, "aria-current": standing === "active" ? "step" : undefined, title: step.reasoning },
    h("span", { class: "mark", "aria-hidden": "true" }, MARKS[standing] ?? String(step.index + 1)),
    h("span", {}, step.description, h("span", { class: "unseen" }, ` (${WORDS[standing]})`)),
  );
}
