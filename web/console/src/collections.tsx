import { ArtifactList, CollectionList, count, oneLine, SourceList } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Columns, Unread } from "./columns.tsx";
import type { ShelfProps } from "./questions.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Collections, to be read: their sources, and what was made of them. */
export function Collections({
  packets,
  chosen,
  onChoose,
  onMade,
  onUnauthorized,
}: ShelfProps & { onMade: (id: string) => void }): JSX.Element {
  const list = useLoaded("all", (signal) => packets.collections(signal), onUnauthorized);
  const open = useLoaded(
    chosen,
    async (signal) => {
      const [collection, { artifacts }, { types }] = await Promise.all([
        packets.collection(chosen ?? "", signal),
        packets.artifacts(chosen ?? "", signal),
        packets.transforms(signal),
      ]);
      return { ...collection, artifacts, types };
    },
    onUnauthorized,
  );
  const now = Date.now();
  return (
    <Columns
      label="Collections"
      about="Collection"
      list={
        list.data ? (
          <>
            <CollectionList collections={list.data.collections} current={chosen} now={now} onOpen={onChoose} />
            {list.data.collections.length === 0 && (
              <p class="soft">There is no collection yet. Make one in the extension.</p>
            )}
          </>
        ) : (
          <Unread loaded={list} otherwise="Reading …" />
        )
      }
    >
      {open.data ? (
        <>
          <header class="work-head">
            <h2 dir="auto">{oneLine(open.data.collection.title, 300) || "Untitled"}</h2>
          </header>
          {open.data.artifacts.length > 0 && (
            <section class="shelf" aria-label="Made of it">
              <h3>Made of it</h3>
              <ArtifactList artifacts={open.data.artifacts} types={open.data.types} now={now} onOpen={onMade} />
            </section>
          )}
          <section class="shelf" aria-label="Sources">
            <h3>{count(open.data.sources.length, "source")}</h3>
            <SourceList sources={open.data.sources} />
          </section>
        </>
      ) : (
        <Unread loaded={open} icon="stack" otherwise={chosen ? "Reading …" : "Choose a collection."} />
      )}
    </Columns>
  );
}
