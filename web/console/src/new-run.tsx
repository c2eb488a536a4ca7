/** A task for a worker. */
import type { NewRun, RunApproval } from "@screen-agent/api";
import { Button, Field, Form, Select, TextArea } from "@screen-agent/ui";
import { missingColumn, namesColumns, orderOf } from "@screen-agent/ui/rows";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Outcome, Told, useOutcome } from "./account.tsx";
import { batchPlace } from "./batch.tsx";
import { Bringing, brings, ProfileField } from "./bringing.tsx";
import { Head } from "./columns.tsx";
import { type Batch, submitEach, TableField } from "./each-row.tsx";
import { useServer } from "./server.ts";

export const APPROVALS: readonly { value: RunApproval; label: string }[] = [
  { value: "nothing", label: "Nothing: ask me each time" },
  { value: "changes", label: "Changes on the sites of the task" },
  { value: "all", label: "Everything: files, secrets and other sites, too" },
];

/** Kinds of files that the server reads. */
const READ = ".pdf,.docx,.csv,.json,.xml,.md,.txt";

/** `onDone` is told where among the runs what was submitted is shown. */
export function NewRunForm({ onDone }: { onDone: (place: string) => void }): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const [approve, setApprove] = useState<RunApproval>("nothing");
  const [batch, setBatch] = useState<Batch | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const submit = async (words: (name: string) => string, form: HTMLFormElement): Promise<Outcome | null> => {
    const instruction = words("instruction").trim();
    const refused = batch && unfit(`${instruction} ${words("questions")}`, batch);
    if (refused) return { good: false, words: refused };
    setBusy("Submitting …");
    try {
      const files = await uploaded(form);
      const seconds = Number(words("minutes")) * 60;
      const callback = words("callback").trim();
      const profile = words("profile").trim();
      const run = {
        instruction,
        url: words("url").trim(),
        inputs: {},
        priority: Number(words("priority")),
        approve,
        ...(seconds > 0 && { seconds }),
        ...(callback && { callback }),
        ...(profile && { profile }),
        ...(files.length > 0 && { files }),
        ...brings(words),
      };
      if (!batch) {
        onDone((await client.submitRun(run)).id);
        return null;
      }
      const runs = ofRows(run, batch);
      await submitEach(client, batch.id, runs, (row) => setBusy(`Submitting row ${row} of ${runs.length} …`));
      onDone(batchPlace(batch.id));
      return null;
    } finally {
      setBusy(null);
    }
  };
  const uploaded = async (form: HTMLFormElement): Promise<string[]> => {
    const keys: string[] = [];
    for (const file of new FormData(form).getAll("files")) {
      // A field without a file holds a nameless one.
      if (file instanceof File && file.name !== "") keys.push((await client.upload(file)).s3Key);
    }
    return keys;
  };
  return (
    <>
      <Head title="New task" />
      <section class="shelf" aria-label="New task">
        <p class="soft">A worker does it in a browser of its own. Your own browser is not touched.</p>
        <Form class="narrow" onWords={(...given) => void act(() => submit(...given))}>
          <TextArea label="What to do" name="instruction" rows={4} maxLength={10_000} />
          <Bringing />
          <TableField
            hint="CSV or a JSON list. Where a row's value belongs, the order names its column in braces: Set the price of {article} to {price}."
            onBatch={setBatch}
          />
          <Field label="Where to begin" name="url" type="url" required placeholder="https://" autocomplete="off" />
          <Field
            label="Files that it may hand to pages"
            name="files"
            type="file"
            multiple
            accept={READ}
            hint="PDF, DOCX, CSV, JSON, XML, Markdown or text, 10 MB each at most. The order says where they go."
          />
          <ProfileField hint="The next task with this profile starts signed in as this one ended. None, if left empty." />
          <Select label="Approved in advance" value={approve} options={APPROVALS} onChange={setApprove} />
          <Field label="Minutes that it may take" name="minutes" type="number" min={1} max={360} defaultValue="30" />
          <Field
            label="Priority"
            name="priority"
            type="number"
            min={-10}
            max={10}
            defaultValue="0"
            hint="Higher ones come first."
          />
          <Field
            label="Address that is told"
            name="callback"
            type="url"
            placeholder="https:// or mailto:"
            autocomplete="off"
            hint="Each change of the run's state is posted there, signed; or mailed to you, with mailto: and your own address. None, if left empty."
          />
          <Button submit kind="primary" disabled={busy !== null}>
            {busy ?? "Submit"}
          </Button>
        </Form>
        <Told outcome={outcome} />
      </section>
    </>
  );
}

/** Why the words do not go with the table; null where they do. */
function unfit(words: string, { table }: Batch): string | null {
  const named = table.columns.map((name) => `{${name}}`).join(", ");
  if (!namesColumns(words)) return `Say where the values of a row belong: the order names none of ${named}.`;
  const missing = missingColumn(words, table);
  return missing === null ? null : `The table has no column {${missing}}, but ${named}.`;
}

/** A run for each row, whose values stand in its words. */
function ofRows(run: NewRun, { table }: Batch): NewRun[] {
  return table.rows.map((cells) => ({
    ...run,
    instruction: orderOf(run.instruction, table, cells),
    ...(run.questions && { questions: run.questions.map((question) => orderOf(question, table, cells)) }),
  }));
}
