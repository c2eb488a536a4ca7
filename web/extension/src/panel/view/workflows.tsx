import type { WorkflowData, WorkflowShown } from "@screen-agent/api";
import { Button, Form, isSeenThrough, KeepTask, WorkflowValues, workflowInputs } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PanelState, TaskView } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";
import { Steps } from "./pointing.tsx";

/** A task of which every part was seen to be done can be kept, to be done again without a model. */
export function Keep({ panel, task }: { panel: Panel; task: TaskView }): JSX.Element | null {
  const { taskId, ledger, query } = task;
  if (!taskId || !isSeenThrough(ledger) || task.chatOnly || task.workflow || task.status !== "success") return null;
  const keep = async (name: string): Promise<WorkflowShown | null> => {
    try {
      return (await panel.outside.client()?.keepTask({ taskId, name })) ?? null;
    } catch (error) {
      panel.tell(error);
      return null;
    }
  };
  return <KeepTask query={query} onKeep={keep} />;
}

/** What is kept for the site in the tab, to be run. What needs a secret is run from the console. */
export function Offers({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element | null {
  const [all, setAll] = useState<WorkflowData[]>([]);
  const url = state.tab && !state.tab.restricted ? new URL(state.tab.url).origin : "";
  useEffect(() => {
    const until = new AbortController();
    const client = url && panel.outside.client();
    // What is kept is offered where it can be had, and missed by nobody.
    if (client)
      client.workflows(url, until.signal).then(
        (found) => until.signal.aborted || setAll(found),
        () => [],
      );
    return () => until.abort();
    // What was recorded or corrected just now is offered as it is now.
  }, [panel, url, state.recording?.standing === "kept", state.pointing?.what]);
  // What was loaded for the tab before is none of this one's.
  const here = all.filter(({ start }) => URL.canParse(start) && new URL(start).origin === url);
  const offered = here.filter(({ parameters }) => parameters.every(({ type }) => type !== "secret"));
  if (offered.length === 0) return null;
  return (
    <section class="offers" aria-label="Kept for this site">
      <h3>Kept for this site</h3>
      {offered.map((one) => (
        <Offer key={one.id} panel={panel} workflow={one} />
      ))}
    </section>
  );
}

function Offer({ panel, workflow }: { panel: Panel; workflow: WorkflowData }): JSX.Element {
  const { id, name, version, start, steps, parameters } = workflow;
  const run = (words: (name: string) => string): void => {
    const inputs = workflowInputs(parameters, words);
    panel.withTab((tabId) => ({ kind: "startWorkflow", tabId, url: start, workflow: { id, inputs } }));
  };
  return (
    <details class="fold">
      <summary>
        <bdi>{name}</bdi>
      </summary>
      <Steps panel={panel} id={id} version={version} steps={steps} />
      <Form onWords={run}>
        <WorkflowValues parameters={parameters} />
        <Button submit kind="primary" icon="go" disabled={panel.busy.value}>
          Run
        </Button>
      </Form>
    </details>
  );
}
