import type { WorkflowShown } from "@screen-agent/api";
import { Button, IconButton, ProblemNotice } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PointingView } from "../../shared/recording.ts";
import type { Panel } from "../panel.ts";

interface StepsProps {
  panel: Panel;
  id: string;
  version: number;
  steps: readonly string[];
}

/** The steps of a kept workflow, each of which can be corrected by pointing at its control. */
export function Steps({ panel, id, version, steps }: StepsProps): JSX.Element {
  return (
    <ol class="small">
      {steps.map((step, at) => (
        <li key={at} dir="auto">
          <div class="step-line">
            <span>{step}</span>
            <IconButton
              small
              icon="press"
              label={`Point at the right control for step ${at + 1}`}
              onClick={() =>
                panel.withTab((tabId) => ({ kind: "startPointing", tabId, workflow: id, version, step: at + 1 }))
              }
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** After a run that stopped: the right control can be pointed at. */
export function Correct({ panel, id }: { panel: Panel; id: string }): JSX.Element {
  const [shown, setShown] = useState<WorkflowShown | null>(null);
  const load = async (): Promise<void> => {
    const client = panel.outside.client();
    if (!client) return;
    await client.workflow(id).then(setShown, (error: unknown) => panel.tell(error));
  };
  return (
    <details class="fold kept" onToggle={({ currentTarget: { open } }) => open && void load()}>
      <summary>Correct a step by pointing</summary>
      <p class="soft small">Choose the step, then click on the right control on the page.</p>
      {shown && <Steps panel={panel} id={id} version={shown.version} steps={shown.steps} />}
    </details>
  );
}

/** What is pointed at, and what came of it: the new version is always shown. */
export function PointingBanner({ panel, pointing }: { panel: Panel; pointing: PointingView }): JSX.Element {
  const { step, what, problem } = pointing;
  const close = (): void => void panel.ask({ kind: "endPointing" });
  if (problem) return <ProblemNotice {...problem} now={panel.outside.now.value} onDismiss={close} />;
  return (
    <section class={what ? "recording" : "recording on"} aria-label="Correcting a step">
      {what === null ? (
        <p role="status">
          <strong>Click on the right control for step {step}.</strong>{" "}
          <span class="small">The page does not receive that click.</span>
        </p>
      ) : (
        <>
          <p role="status">
            {what.length > 0
              ? `Step ${step} is corrected, as a new version:`
              : `Step ${step} meant that control already.`}
          </p>
          {what.length > 0 && (
            <ul class="small">
              {what.map((words) => (
                <li key={words} dir="auto">
                  {words}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <div class="buttons">
        <Button onClick={close}>{what === null ? "Cancel" : "Close"}</Button>
      </div>
    </section>
  );
}
