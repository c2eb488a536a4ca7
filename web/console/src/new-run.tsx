/** A task for a worker. */
import type { RunApproval, RunData } from "@screen-agent/api";
import { Button, Field, Form, Select, TextArea } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Outcome, Told, useOutcome } from "./account.tsx";
import { Bringing, brings, ProfileField } from "./bringing.tsx";
import { Head } from "./columns.tsx";
import { useServer } from "./server.ts";

export const APPROVALS: readonly { value: RunApproval; label: string }[] = [
  { value: "nothing", label: "Nothing: ask me each time" },
  { value: "changes", label: "Changes on the sites of the task" },
  { value: "all", label: "Everything: files, secrets and other sites, too" },
];

/** Kinds of files that the server reads. */
const READ = ".pdf,.docx,.csv,.json,.xml,.md,.txt";

export function NewRunForm({ onDone }: { onDone: (run: RunData) => void }): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const [approve, setApprove] = useState<RunApproval>("nothing");
  const [busy, setBusy] = useState(false);
  const submit = async (words: (name: string) => string, form: HTMLFormElement): Promise<Outcome | null> => {
    setBusy(true);
    try {
      const files = await uploaded(form);
      const seconds = Number(words("minutes")) * 60;
      const callback = words("callback").trim();
      const profile = words("profile").trim();
      onDone(
        await client.submitRun({
          instruction: words("instruction").trim(),
          url: words("url").trim(),
          inputs: {},
          priority: Number(words("priority")),
          approve,
          ...(seconds > 0 && { seconds }),
          ...(callback && { callback }),
          ...(profile && { profile }),
          ...(files.length > 0 && { files }),
          ...brings(words),
        }),
      );
      return null;
    } finally {
      setBusy(false);
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
          <Button submit kind="primary" disabled={busy}>
            {busy ? "Submitting …" : "Submit"}
          </Button>
        </Form>
        <Told outcome={outcome} />
      </section>
    </>
  );
}
