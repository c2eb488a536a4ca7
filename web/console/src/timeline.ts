import type { TaskInfo, TimelineData, TimelineStep } from "@screen-agent/api";
import { h, moment, words } from "./dom.ts";

/** Fetches a picture that needs the token; null when there is none. */
export type LoadPicture = (url: string) => Promise<string | null>;

/** One task: what was wanted, every step from thought to verdict, and what it came to. */
export function taskCard(timeline: TimelineData, loadPicture: LoadPicture): HTMLElement {
  const { task, steps } = timeline;
  const question = timeline.approval?.text ?? timeline.userQuestion;
  return h(
    "article",
    { class: "task", "aria-label": task.query },
    header(task),
    h("ol", { class: "steps" }, ...steps.map((step) => stepRow(step, loadPicture))),
    question && h("p", { class: "result" }, h("strong", {}, "Waiting for an answer: "), question),
    task.result && h("p", { class: "result" }, h("strong", {}, "Result: "), task.result),
  );
}

function header(task: TaskInfo): HTMLElement {
  return h(
    "header",
    {},
    h("h2", {}, task.query),
    h(
      "div",
      { class: "line soft small" },
      h("span", { class: `badge ${task.status}` }, words(task.status)),
      h("span", {}, `${task.stepCount} ${task.stepCount === 1 ? "step" : "steps"}`),
      h("time", { datetime: task.createdAt }, moment(task.createdAt)),
    ),
  );
}

function stepRow(step: TimelineStep, loadPicture: LoadPicture): HTMLElement {
  const verdict = step.verification;
  const state = verdict ? (verdict.success ? "met" : "missed") : "open";
  return h(
    "li",
    { class: `step ${state}` },
    h("span", { class: "number", "aria-hidden": "true" }, String(step.index + 1)),
    h(
      "div",
      { class: "what" },
      h("p", {}, step.thought),
      h("code", {}, step.action, step.target ? `  “${step.target}”` : ""),
      h("dl", {}, ...facts(step)),
    ),
    step.screenshotUrl ? picture(step, step.screenshotUrl, loadPicture) : null,
  );
}

function facts(step: TimelineStep): HTMLElement[] {
  const rows: [string, HTMLElement | string][] = [];
  const { verification: verdict, expectedOutcome: expected } = step;
  if (expected?.description) rows.push(["Expected", expected.description]);
  if (step.reported) rows.push(["Reported", step.reported]);
  if (verdict?.evidence?.length) rows.push(["Seen", seen(verdict.evidence)]);
  if (verdict) {
    const mark = verdict.success ? "verified" : "not verified";
    const text = `${mark} (${verdict.confidence.toFixed(2)}): ${verdict.reason}`;
    rows.push(["Verdict", h("span", { class: `verdict ${verdict.success ? "met" : "missed"}` }, text)]);
  }
  return rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
}

/** Changes that are shown before the rest is folded away. */
const SHOWN = 3;

function seen(evidence: string[]): HTMLElement | string {
  const first = evidence.slice(0, SHOWN).join(" · ");
  const rest = evidence.slice(SHOWN);
  if (rest.length === 0) return first;
  return h("details", {}, h("summary", {}, `${first} … and ${rest.length} more`), rest.join(" · "));
}

function picture(step: TimelineStep, url: string, load: LoadPicture): HTMLElement {
  const image = h("img", { class: "shot", alt: `The page before step ${step.index + 1}`, loading: "lazy" });
  const button = h("button", { class: "picture", type: "button", "aria-label": "Enlarge the picture" }, image);
  button.hidden = true;
  void load(url).then((source) => {
    if (!source) return;
    image.src = source;
    button.hidden = false;
  });
  button.addEventListener("click", () => enlarge(image));
  return button;
}

function enlarge(image: HTMLImageElement): void {
  const large = h("img", { src: image.src, alt: image.alt });
  const dialog = h("dialog", { click: () => dialog.close(), close: () => dialog.remove() }, large);
  document.body.append(dialog);
  dialog.showModal();
}
