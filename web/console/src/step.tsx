import type { StepMaker, TimelineStep } from "@screen-agent/api";
import { ActionBadge, codeWords, Evidence, Prose, VerdictBadge } from "@screen-agent/ui";
import type { JSX } from "preact";
import { cost, costInFull } from "./cost.ts";
import { Picture } from "./picture.tsx";
import type { Pictures } from "./pictures.ts";

const MAKERS: Record<StepMaker, string> = { engine: "Command engine", model: "Model", rule: "Rule" };

/** One step from thought to verdict: what was done, who decided on it and why, what it cost, what was seen. */
export function StepRow({ step, pictures }: { step: TimelineStep; pictures: Pictures }): JSX.Element {
  const { verification: verdict } = step;
  return (
    <li class={`step ${verdict ? (verdict.success ? "met" : "missed") : "open"}`}>
      <span class="number" aria-hidden="true">
        {step.index + 1}
      </span>
      <div class="what">
        <ActionBadge action={step.action} target={step.target ?? null} />
        {step.correction && (
          <p class="small correction" dir="auto">
            Puts step {step.correction.failedStep + 1} right ({codeWords(step.correction.strategy)}):{" "}
            {step.correction.reason}
          </p>
        )}
        {step.thought && <Prose text={step.thought} />}
        {verdict ? (
          <details class="fold verdict-fold">
            <summary>
              <VerdictBadge verification={verdict} />
            </summary>
            <Evidence verification={verdict} />
          </details>
        ) : (
          <p class="soft small">Not judged yet</p>
        )}
        <Facts step={step} />
      </div>
      {step.screenshotUrl && <Picture path={step.screenshotUrl} step={step.index} pictures={pictures} />}
    </li>
  );
}

/** The small print, folded away: it is long, and wanted when something went wrong. */
function Facts({ step }: { step: TimelineStep }): JSX.Element {
  const { usage, expectedOutcome: expected, verification: verdict, reported } = step;
  const spent = cost(usage).join(" · ");
  const rows: [string, JSX.Element | string][] = [
    ["Action", <code>{step.action}</code>],
    ["Page", <bdi>{step.url}</bdi>],
  ];
  if (expected?.description) rows.push(["Expected", expected.description]);
  // Why an action was not performed stands in the verdict, too.
  if (reported && !verdict?.reason.includes(reported)) rows.push(["Reported", reported]);
  if (usage && spent) rows.push(["Cost", `${spent} (${costInFull(usage)})`]);
  return (
    <details class="fold">
      <summary>
        {MAKERS[step.by]}
        {step.planStep !== undefined && ` · plan step ${step.planStep + 1}`}
        {spent && ` · ${spent}`}
      </summary>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
