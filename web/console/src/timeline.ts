import type { InteractStatus, TimelineData } from "@screen-agent/api";
import { cost, costInFull, count } from "./cost.ts";
import { h, moment, words } from "./dom.ts";
import type { LoadPicture } from "./picture.ts";
import { planList } from "./plan.ts";
import { stepRow } from "./step.ts";

/** Nothing more is done in a task that stands so. */
const ENDED: ReadonlySet<string> = new Set<InteractStatus>(["completed", "failed", "interrupted"]);

/** One task: what was wanted, what it came to, what was planned, and every step. */
export function taskCard(timeline: TimelineData, loadPicture: LoadPicture): HTMLElement {
  const { task, steps } = timeline;
  const question = timeline.approval?.text ?? timeline.userQuestion;
  return h(
    "article",
    { class: "task", "aria-label": task.query },
    header(timeline),
    question && h("p", { class: "result asks" }, h("strong", {}, "Waiting for an answer: "), question),
    task.result && h("p", { class: "result" }, h("strong", {}, "Result: "), task.result),
    timeline.plan && planList(timeline.plan, ENDED.has(task.status)),
    timeline.searchSummary && searched(timeline.searchSummary),
    h("ol", { class: "steps", "aria-label": "Steps" }, ...steps.map((step) => stepRow(step, loadPicture))),
  );
}

function header({ task, usage }: TimelineData): HTMLElement {
  const totals = cost(usage);
  return h(
    "header",
    {},
    h("h2", {}, task.query),
    h(
      "div",
      { class: "line soft small" },
      h("span", { class: `badge ${task.status}` }, words(task.status)),
      h("span", {}, count(task.stepCount, "step")),
      h("time", { datetime: task.createdAt }, moment(task.createdAt)),
      h("span", { title: usage && costInFull(usage) }, totals.length ? totals.join(" · ") : "no model called"),
    ),
  );
}

/** What the web said is somebody else's words: shown as such, folded away. */
function searched(summary: string): HTMLElement {
  return h(
    "details",
    { class: "searched" },
    h("summary", {}, "Searched the web"),
    h("blockquote", {}, summary),
  );
}
