import { ArtifactList, ArtifactView, Notice, oneLine } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Columns, Unread } from "./columns.tsx";
import type { ShelfProps } from "./questions.tsx";
import { save } from "./save.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";

/** All that was made or kept, to be read and taken away. */
export function Made({ packets, chosen, onChoose, onUnauthorized }: ShelfProps): JSX.Element {
  const { problem, act } = useAct();
  const list = useLoaded(
    "all",
    async (signal) => {
      const [{ artifacts }, { types }] = await Promise.all([
        packets.artifacts(undefined, signal),
        packets.transforms(signal),
      ]);
      return { artifacts, types };
    },
    onUnauthorized,
  );
  const open = useLoaded(chosen, (signal) => packets.artifact(chosen ?? "", signal), onUnauthorized);
  const types = list.data?.types ?? [];
  return (
    <Columns
      label="Artifacts"
      about="Artifact"
      list={
        list.data ? (
          <>
            <ArtifactList
              artifacts={list.data.artifacts}
              types={types}
              current={chosen}
              now={Date.now()}
              onOpen={onChoose}
            />
            {list.data.artifacts.length === 0 && <p class="soft">Nothing was made yet.</p>}
          </>
        ) : (
          <Unread loaded={list} otherwise="Reading …" />
        )
      }
    >
      {problem && <Notice kind="bad">{problem}</Notice>}
      {open.data ? (
        <>
          <header class="work-head">
            <h2 dir="auto">{oneLine(open.data.artifact.title, 300) || "Untitled"}</h2>
          </header>
          <ArtifactView
            data={open.data}
            types={types}
            onMarkdown={async () => (await packets.artifactFile(chosen ?? "", "markdown")).blob.text()}
            onDownload={(format) => chosen && void act(packets.artifactFile(chosen, format).then(save))}
          />
        </>
      ) : (
        <Unread loaded={open} icon="file" otherwise={chosen ? "Reading …" : "Choose an artifact."} />
      )}
    </Columns>
  );
}
