import type { CollectionInfo } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { ago, count } from "../words.ts";
import { Entry } from "./entry.tsx";

export interface CollectionListProps {
  collections: readonly CollectionInfo[];
  current?: string | null;
  now: number;
  onOpen: (id: string) => void;
  onRename?: (id: string, title: string) => void;
  onRemove?: (id: string) => void;
}

/** Collections, the latest change first. */
export function CollectionList(props: CollectionListProps): JSX.Element {
  const { collections, current = null, now, onOpen, onRename, onRemove } = props;
  return (
    <ul class="things">
      {collections.map(({ id, title, sourceCount, updatedAt }) => (
        <Entry
          key={id}
          title={title}
          about={`${count(sourceCount, "source")}, ${ago(updatedAt, now)}`}
          current={id === current}
          onOpen={() => onOpen(id)}
          warning="Its sources and what was captured from them are deleted, too."
          {...(onRename && { onRename: (to: string) => onRename(id, to) })}
          {...(onRemove && { onRemove: () => onRemove(id) })}
        />
      ))}
    </ul>
  );
}
