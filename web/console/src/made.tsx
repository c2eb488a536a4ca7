import { ArtifactList, ArtifactView, Notice, oneLine } from "@screen-agent/ui";
import type { JSX } from "preact";
import { beside, Columns, Head, Read, type ShelfProps } from "./columns.tsx";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";

/** All that was made or kept, to be read and taken away. */
export function Made({ chosen, onChoose }: ShelfProps): JSX.Element {
  const { packets } = useServer();
  const { problem, act } = useAct();
  const list = useLoaded("all", async (signal) => {
    const [{ artifacts }, { types }] = await Promise.all([
      packets.artifacts(undefined, signal),
      packets.transforms(signal),
    ]);
    return { artifacts, types };
  });
  const open = useLoaded(chosen, (signal) => packets.artifact(chosen ?? "", signal));
  const types = list.data?.types ?? [];
  const shown = (
    <Read loaded={list}>
      {({ artifacts }) => (
        <>
          <ArtifactList artifacts={artifacts} types={types} current={chosen} now={Date.now()} onOpen={onChoose} />
          {artifacts.length === 0 && (
            <p class="soft">Nothing was made yet. In the extension, create something from a collection.</p>
          )}
        </>
      )}
    </Read>
  );
  return (
    <Columns label="Artifacts" about="Artifact" list={shown}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Read loaded={open} icon="file" otherwise={beside(chosen, list.data?.artifacts, "Choose an artifact.")}>
        {(data) => (
          <>
            <Head title={oneLine(data.artifact.title, 300) || "Untitled"} />
            <ArtifactView
              data={data}
              types={types}
              onMarkdown={async () => (await packets.artifactFile(chosen ?? "", "markdown")).blob.text()}
              onDownload={(format) => chosen && void act(packets.artifactFile(chosen, format).then(save))}
            />
          </>
        )}
      </Read>
    </Columns>
  );
}
