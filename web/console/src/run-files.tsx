/** A run's files: what it was given, and what pages gave during it. */
import type { RunFile } from "@screen-agent/api";
import { Button, bytes, Notice } from "@screen-agent/ui";
import type { JSX } from "preact";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";

export function RunFiles({ files }: { files: readonly RunFile[] }): JSX.Element {
  const { client } = useServer();
  const { problem, act } = useAct();
  // Links end after a while, so one is asked for when it is wanted.
  const keep = ({ key, name }: RunFile): Promise<void> =>
    act(client.uploaded(key).then((blob) => save({ blob, filename: name })));
  return (
    <section class="shelf" aria-label="Files">
      <h3>Files</h3>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <ul class="made-files">
        {files.map((file) => (
          <li key={file.key} class="row">
            <span dir="auto">{file.name}</span>
            <span class="soft small">
              {`${file.received ? "given by a page" : "given to it"} · ${bytes(file.size)} · ${file.mimeType}`}
            </span>
            <Button icon="file" aria-label={`Save ${file.name}`} onClick={() => void keep(file)}>
              Save
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
