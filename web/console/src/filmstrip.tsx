/** A task's steps as pictures side by side: under each, what was expected and what was seen. */
import type { ExpectedOutcome, TimelineStep } from "@screen-agent/api";
import { ActionBadge, VerdictBadge } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Picture } from "./picture.tsx";
import type { Pictures } from "./pictures.ts";

export function Filmstrip({ steps, pictures }: { steps: readonly TimelineStep[]; pictures: Pictures }): JSX.Element {
  return (
    <ol class="film" aria-label="Filmstrip" tabIndex={0}>
      {steps.map((step) => (
        <Frame key={step.index} step={step} pictures={pictures} />
      ))}
    </ol>
  );
}

function Frame({ step, pictures }: { step: TimelineStep; pictures: Pictures }): JSX.Element {
  const { verification: verdict, expectedOutcome: expected } = step;
  const wanted = expected ? expectations(expected) : [];
  return (
    <li class={`frame ${verdict ? (verdict.success ? "met" : "missed") : "open"}`}>
      <p class="line">
        <span class="number" aria-hidden="true">
          {step.index + 1}
        </span>
        <ActionBadge action={step.action} target={step.target ?? null} />
      </p>
      {step.screenshotUrl ? (
        <Picture path={step.screenshotUrl} step={step.index} pictures={pictures} />
      ) : (
        <p class="blank soft small">No picture</p>
      )}
      <div class="sides">
        <section aria-label={`Expected of step ${step.index + 1}`}>
          <h4>Expected</h4>
          {wanted.length > 0 ? <Lines lines={wanted} /> : <p class="soft small">Some change</p>}
        </section>
        <section aria-label={`Seen after step ${step.index + 1}`}>
          <h4>Seen</h4>
          {verdict ? (
            <>
              <VerdictBadge verification={verdict} />
              <Lines lines={[verdict.reason, ...verdict.evidence].filter(Boolean)} />
            </>
          ) : (
            <p class="soft small">Not looked at yet</p>
          )}
        </section>
      </div>
    </li>
  );
}

function Lines({ lines }: { lines: readonly string[] }): JSX.Element {
  return (
    <ul class="small">
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** What a step was meant to bring about, in words. */
function expectations({ description, domChanges }: ExpectedOutcome): string[] {
  const parts = [description ?? ""];
  if (domChanges?.urlShouldChange) parts.push("the address changes");
  for (const text of domChanges?.textToAppear ?? []) parts.push(`“${text}” appears`);
  return [...new Set(parts.filter(Boolean))];
}
