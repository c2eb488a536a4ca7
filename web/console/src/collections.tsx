import { ArtifactList, CollectionList, count, oneLine, SourceList } from "@screen-agent/ui";
import type { JSX } from "preact";
import { beside, Columns, Head, Read, type ShelfProps } from "./columns.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

/** Collections, to be read: their sources, and what was made of them. */
export function Collections({ chosen, onChoose, onMade }: ShelfProps & { onMade: (id: string) => void }): JSX.Element {
  const { packets } = useServer();
  const list = useLoaded("all", (signal) => packets.collections(signal));
  const open = useLoaded(chosen, async (signal) => {
    const [collection, { artifacts }, { types }] = await Promise.all([
      packets.collection(chosen ?? "", signal),
      packets.artifacts(chosen ?? "", signal),
      packets.transforms(signal),
    ]);
    return { ...collection, artifacts, types };
  });
  const now = Date.now();
  const shown = (
    <Read loaded={list}>
      {({ collections }) => (
        <>
          <CollectionList collections={collections} current={chosen} now={now} onOpen={onChoose} />
          {collections.length === 0 && <p class="soft">There is no collection yet. Make one in the extension.</p>}
        </>
      )}
    </Read>
  );
  return (
    <Columns label="Collections" about="Collection" list={shown}>
      <Read loaded={open} icon="stack" otherwise={beside(chosen, list.data?.collections, "Choose a collection.")}>
        {({ collection, artifacts, types, sources }) => (
          <>
            <Head title={oneLine(collection.title, 300) || "Untitled"} />
            {artifacts.length > 0 && (
              <section class="shelf" aria-label="Created from it">
                <h3>Created from it</h3>
                <ArtifactList artifacts={artifacts} types={types} now={now} onOpen={onMade} />
              </section>
            )}
            <section class="shelf" aria-label="Sources">
              <h3>{count(sources.length, "source")}</h3>
              <SourceList sources={sources} />
            </section>
          </>
        )}
      </Read>
    </Columns>
  );
}
