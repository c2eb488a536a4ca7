/** Workflows: what was done and verified once, with its versions, to be done again without a model. */
import type {
  RunApproval,
  WorkflowCause,
  WorkflowData,
  WorkflowForm,
  WorkflowParameter,
  WorkflowShown,
} from "@screen-agent/api";
import {
  ago,
  Button,
  count,
  Entry,
  Field,
  Form,
  hostOf,
  Select,
  TextArea,
  WorkflowValues,
  workflowInputs,
} from "@screen-agent/ui";
import type { Table } from "@screen-agent/ui/rows";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Told, useOutcome } from "./account.tsx";
import { batchPlace } from "./batch.tsx";
import { beside, Columns, Head, Read, type ShelfProps } from "./columns.tsx";
import { type Batch, submitEach, TableField } from "./each-row.tsx";
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
                  Nothing is kept yet. A task of which every part was seen to be done can be kept where it is shown,
                  here and in the extension.
                </p>
              )}
              <Bring
                onBrought={(id) => {
                  list.reload();
                  onChoose(id);
                }}
              />
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
  const [batch, setBatch] = useState<Batch | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const columns = batch?.table.columns ?? [];
  const asked = shown.parameters.filter(({ name }) => !columns.includes(name));
  const strange = columns.filter((column) => !shown.parameters.some(({ name }) => name === column));
  const start = (words: (name: string) => string): Promise<void> =>
    act(async () => {
      const inputs = workflowInputs(asked, words);
      const run = { instruction: "", url: "", workflow: { id: shown.id }, inputs, approve, priority: 0 };
      if (batch) {
        if (strange.length > 0) return { good: false, words: strangeIn(strange, shown.parameters) };
        const runs = batch.table.rows.map((cells) => ({ ...run, inputs: { ...inputs, ...rowOf(batch.table, cells) } }));
        try {
          await submitEach(client, batch.id, runs, (row) => setBusy(`Submitting row ${row} of ${runs.length} …`));
        } finally {
          setBusy(null);
        }
        onRun(batchPlace(batch.id));
        return null;
      }
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
        <WorkflowValues parameters={asked} />
        {shown.parameters.length > 0 && (
          <TableField
            hint={`CSV or a JSON list, whose columns are called as what differs: ${shown.parameters.map(({ name }) => name).join(", ")}.`}
            onBatch={setBatch}
          />
        )}
        <Select label="Approved in advance" value={approve} options={APPROVALS} onChange={setApprove} />
        {!batch && (
          <Select
            label="When"
            value={when}
            options={[
              { value: "now", label: "Now" },
              { value: "clock", label: "By the clock" },
            ]}
            onChange={setWhen}
          />
        )}
        {!batch && when === "clock" && <CronFields />}
        <Button submit kind="primary" icon="go" disabled={busy !== null}>
          {busy ?? (batch || when === "now" ? "Run" : "Schedule")}
        </Button>
      </Form>
      <Told outcome={outcome} />
    </section>
  );
}

/** A row by the names of what differs; what is empty is not given. */
function rowOf({ columns }: Table, cells: readonly string[]): Record<string, string> {
  const named = columns.map((name, at) => [name, cells[at] ?? ""] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ""));
}

function strangeIn(strange: readonly string[], parameters: readonly WorkflowParameter[]): string {
  const names = parameters.map(({ name }) => name).join(", ");
  return `Nothing of this workflow is called ${strange.join(", ")}; what differs is called ${names}.`;
}

/** The endings of files, and how what is in them is written. */
const WRITTEN: readonly [RegExp, WorkflowForm][] = [
  [/\.toml$/i, "toml"],
  [/\.json$/i, "devtools"],
  [/\.[cm]?[jt]s$/i, "playwright"],
];

/** Brings a workflow that is in a file. */
function Bring({ onBrought }: { onBrought: (id: string) => void }): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const bring = (form: HTMLFormElement, name: string): Promise<void> =>
    act(async () => {
      const file = new FormData(form).get("file");
      if (!(file instanceof File)) return null;
      const written = WRITTEN.find(([ending]) => ending.test(file.name))?.[1];
      if (!written)
        return { good: false, words: "A workflow ends in .toml, a recording in .json, a script in .js or .ts." };
      const body = { text: await file.text(), form: written, ...(name && { name }) };
      onBrought((await client.addWorkflow(body)).id);
      form.reset();
      return null;
    });
  return (
    <details class="fold bring">
      <summary>Bring one in a file</summary>
      <Form onWords={(words, form) => void bring(form, words("name").trim())}>
        <Field
          label="File"
          name="file"
          type="file"
          required
          accept=".toml,.json,.js,.mjs,.cjs,.ts,.mts,.cts"
          hint="A workflow, a recording of the Recorder in Chrome's developer tools, or a script of Playwright's codegen."
        />
        <Field
          label="What it is called"
          name="name"
          maxLength={200}
          autocomplete="off"
          hint="As it calls itself, if left empty. A workflow has its name in its file."
        />
        <Button submit>Bring it</Button>
      </Form>
      <Told outcome={outcome} />
    </details>
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
