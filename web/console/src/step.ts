import type { StepCorrection, StepMaker, TimelineStep, VerificationInfo } from "@screen-agent/api";
import { cost, costInFull } from "./cost.ts";
import { h, words } from "./dom.ts";
import { type LoadPicture, picture } from "./picture.ts";

/** One step from thought to verdict: who decided, why, what it cost, what was seen. */
export function stepRow(step: TimelineStep, loadPicture: LoadPicture): HTMLElement {
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
      h("ul", { class: "tags", "aria-label": "About this step" }, ...tags(step)),
      h("dl", {}, ...facts(step)),
    ),
    step.screenshotUrl ? picture(step.index, step.screenshotUrl, loadPicture) : null,
  );
}

const MAKERS: Record<StepMaker, string> = { engine: "command engine", model: "model", rule: "rule" };

function tags(step: TimelineStep): HTMLElement[] {
  const tag = (kind: string, text: string, title?: string): HTMLElement =>
    h("li", { class: `tag ${kind}`, title }, text);
  const spent = cost(step.usage).join(" · ");
  return [
    tag(step.by, MAKERS[step.by], "Who decided on it"),
    step.planStep === undefined ? null : tag("plan-step", `plan step ${step.planStep + 1}`),
    step.correction ? tag("correction", "correction") : null,
    spent ? tag("cost", spent, step.usage && costInFull(step.usage)) : null,
  ].filter((item) => item !== null);
}

function facts(step: TimelineStep): HTMLElement[] {
  const rows: [string, HTMLElement | string][] = [];
  const { verification: verdict, expectedOutcome: expected, correction } = step;
  if (correction) rows.push(["Puts right", correctionText(correction)]);
  if (expected?.description) rows.push(["Expected", expected.description]);
  // Why an action was not performed stands in the verdict, too.
  if (step.reported && !verdict?.reason.includes(step.reported)) rows.push(["Reported", step.reported]);
  if (verdict?.evidence?.length) rows.push(["Seen", seen(verdict.evidence)]);
  if (verdict) rows.push(["Verdict", verdictText(verdict)]);
  return rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
}

function correctionText({ failedStep, strategy, reason }: StepCorrection): string {
  return `step ${failedStep + 1} (${words(strategy).toLowerCase()}): ${reason}`;
}

/** What judged a step, by tier of verification. */
const TIERS = ["by looking", "by rules", "by a model’s glance", "by a model’s judgement"];

function verdictText(verdict: VerificationInfo): HTMLElement {
  const mark = verdict.success ? "verified" : "not verified";
  const text = `${mark} ${TIERS[verdict.tier] ?? ""} (tier ${verdict.tier}, ${verdict.confidence.toFixed(2)}): ${verdict.reason}`;
  return h("span", { class: `verdict ${verdict.success ? "met" : "missed"}` }, text);
}

/** Changes that are shown before the rest is folded away. */
const SHOWN = 3;

function seen(evidence: string[]): HTMLElement | string {
  const first = evidence.slice(0, SHOWN).join(" · ");
  const rest = evidence.slice(SHOWN);
  if (rest.length === 0) return first;
  return h("details", {}, h("summary", {}, `${first} … and ${rest.length} more`), rest.join(" · "));
}
