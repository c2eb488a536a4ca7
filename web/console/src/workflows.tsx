/** Workflows: what was done and verified once, with its versions, to be done again without a model. */
import type { RunApproval, WorkflowCause, WorkflowData, WorkflowShown } from "@screen-agent/api";
import {
  ago,
  Button,
  count,
  Entry,
  Form,
  hostOf,
  Select,
  TextArea,
  WorkflowValues,
  workflowInputs,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Told, useOutcome } from "./account.tsx";
import { beside, Columns, Head, Read, type ShelfProps } from "./columns.tsx";
import { Sure } from "./listed.tsx";
import { APPROVALS } from "./new-run.tsx";
import { save } from "./save.ts";
import { CronFields } from "./schedules.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

const CAUSES: Record<WorkflowCause, string> = { saved: "Saved", edited: "Edited", healed: "Healed" };

const FORMS = [
  { form: "toml", label: "Download" },
  { form: "devtools", label: "Download for the developer tools" },
  { form: "playwright", label: "Download for Playwright" },
] as const;

interface WorkflowsProps extends ShelfProps {
  onRun: (id: string) => void;
}

export function Workflows({ chosen, onChoose, onRun }: WorkflowsProps): JSX.Element {
  const { client } = useServer();
  const list = useLoaded("workflows", (signal) => client.workflows(undefined, signal));
  const read = useLoaded(chosen, (signal) => client.workflow(chosen ?? "", signal));
  return (
    <Columns
      label="Workflows"
      about="Workflow"
      list={
        <Read loaded={list}>
          {(all) => (
            <>
              <p class="unseen" role="status">
                {count(all.length, "workflow")}
              </p>
              {all.length === 0 && (
                <p class="soft">
                  Nothing is kept yet. In the extension, keep a task that was done and verified; or bring a file with
                  screen-agent workflow push.
                </p>
              )}
              <ul class="things">
                {all.map((one) => (
                  <Entry
                    key={one.id}
                    title={one.name}
                    about={aboutOf(one)}
                    current={one.id === chosen}
                    onOpen={() => onChoose(one.id)}
                  />
                ))}
              </ul>
            </>
          )}
        </Read>
      }
    >
      <Read loaded={read} icon="history" otherwise={beside(chosen, list.data ?? undefined, "Choose a workflow.")}>
        {(shown) => (
          <Page
            key={shown.id}
            shown={shown}
            onRun={onRun}
            onChanged={() => {
              list.reload();
              read.reload();
            }}
            onRemoved={() => {
              list.reload();
              onChoose(null);
            }}
          />
        )}
      </Read>
    </Columns>
  );
}

function aboutOf(one: WorkflowData): string {
  const version = `version ${one.version}, ${CAUSES[one.cause].toLowerCase()}`;
  return [hostOf(one.start), version, ago(one.updatedAt, Date.now())].join(" · ");
}

interface PageProps {
  shown: WorkflowShown;
  onRun: (id: string) => void;
  onChanged: () => void;
  onRemoved: () => void;
}

function Page({ shown, onRun, onChanged, onRemoved }: PageProps): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const fetch = (form: (typeof FORMS)[number]["form"]): Promise<void> =>
    act(async () => {
      save(await client.workflowFile(shown.id, form));
      return null;
    });
  const remove = (): Promise<void> =>
    act(async () => {
      await client.removeWorkflow(shown.id);
      onRemoved();
      return null;
    });
  return (
    <>
      <Head title={shown.name} />
      <section class="shelf" aria-label="What it does">
        <p class="soft">
          Begins at {shown.start}; touches {shown.sites.join(", ")}.
        </p>
        <ol>
          {shown.steps.map((step, index) => (
            <li key={index} dir="auto">
              {step}
            </li>
          ))}
        </ol>
        <div class="row">
          {FORMS.map(({ form, label }) => (
            <Button key={form} onClick={() => void fetch(form)}>
              {label}
            </Button>
          ))}
          <Sure
            label={`Remove ${shown.name}`}
            words="All of its versions are removed. Schedules no longer start it."
            verb="Remove"
            onYes={() => void remove()}
          >
            {(asking) => <Button {...asking}>Remove</Button>}
          </Sure>
        </div>
        <Told outcome={outcome} />
      </section>
      <Start shown={shown} onRun={onRun} />
      <section class="shelf" aria-label="Versions">
        <h3>Versions</h3>
        <ol class="things" reversed>
          {shown.versions.map((one) => (
            <li key={one.version}>
              <strong>
                {one.version} · {CAUSES[one.cause]}
              </strong>{" "}
              <span class="soft small">{ago(one.at, Date.now())}</span>
              <ul>
                {one.what.map((what) => (
                  <li key={what} dir="auto">
                    {what}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
      <Text key={shown.version} shown={shown} onChanged={onChanged} />
    </>
  );
}

/** Have it done now, or by the clock. */
function Start({ shown, onRun }: Pick<PageProps, "shown" | "onRun">): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const [approve, setApprove] = useState<RunApproval>("nothing");
  const [when, setWhen] = useState<"now" | "clock">("now");
  const start = (words: (name: string) => string): Promise<void> =>
    act(async () => {
      const inputs = workflowInputs(shown.parameters, words);
      const run = { instruction: "", url: "", workflow: { id: shown.id }, inputs, approve, priority: 0 };
      if (when === "now") {
        onRun((await client.submitRun(run)).id);
        return null;
      }
      const [cron, zone] = [words("cron").trim(), words("zone").trim()];
      await client.addSchedule({ cron, zone, overlap: false, run });
      return { good: true, words: "It now runs on a schedule. Runs → Schedules shows when." };
    });
  return (
    <section class="shelf" aria-label="Run it">
      <h3>Run it</h3>
      <p class="soft">
        A worker goes through these steps in a browser of its own and asks no model, but for a control that it does not
        find any more. A kept workflow is nobody's consent: what changes something is asked, unless you approve it here.
      </p>
      <Form class="narrow" onWords={(words) => void start(words)}>
        <WorkflowValues parameters={shown.parameters} />
        <Select label="Approved in advance" value={approve} options={APPROVALS} onChange={setApprove} />
        <Select
          label="When"
          value={when}
          options={[
            { value: "now", label: "Now" },
            { value: "clock", label: "By the clock" },
          ]}
          onChange={setWhen}
        />
        {when === "clock" && <CronFields />}
        <Button submit kind="primary" icon="go">
          {when === "now" ? "Run" : "Schedule"}
        </Button>
      </Form>
      <Told outcome={outcome} />
    </section>
  );
}

/** The file, to be changed by hand. */
function Text({ shown, onChanged }: Pick<PageProps, "shown" | "onChanged">): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const change = (words: (name: string) => string): Promise<void> =>
    act(async () => {
      await client.changeWorkflow(shown.id, { text: words("text"), version: shown.version });
      onChanged();
      return null;
    });
  return (
    <section class="shelf" aria-label="The file">
      <details>
        <summary>Change the file</summary>
        <Form onWords={(words) => void change(words)}>
          <TextArea label="The file" name="text" class="code" rows={20} defaultValue={shown.text} spellcheck={false} />
          <Button submit>Keep as version {shown.version + 1}</Button>
        </Form>
        <Told outcome={outcome} />
      </details>
    </section>
  );
}
