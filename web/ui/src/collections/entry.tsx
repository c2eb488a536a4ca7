import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { Rename } from "../rename.tsx";
import { oneLine } from "../render/text.ts";

export interface EntryProps {
  /** Somebody's words. */
  title: string;
  /** What else is known of it. */
  about: ComponentChildren;
  current?: boolean;
  onOpen: () => void;
  /** Omitted where it has no name to be changed. */
  onRename?: (title: string) => void;
  /** Omitted where it cannot be taken away from here. */
  onRemove?: () => void;
  /** What goes with it when it is removed. */
  warning?: string;
  /** More that can be done with it. */
  tools?: ComponentChildren;
}

/** One of a list: opened, renamed, removed after a second yes. */
export function Entry({
  title,
  about,
  current = false,
  onOpen,
  onRename,
  onRemove,
  warning = "It is removed for good.",
  tools,
}: EntryProps): JSX.Element {
  const [doing, setDoing] = useState<"rename" | "remove" | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const called = oneLine(title, 200) || "Untitled";
  const back = (): void => {
    setDoing(null);
    row.current?.querySelector<HTMLElement>("button")?.focus();
  };
  if (doing === "rename" && onRename) {
    return (
      <li ref={row} class="thing">
        <Rename
          label="New name"
          title={title}
          onDone={(to) => {
            onRename(to);
            back();
          }}
          onCancel={back}
        />
      </li>
    );
  }
  return (
    <li ref={row} class={current ? "thing current" : "thing"}>
      <div class="thing-row">
        <button type="button" class="thing-open" aria-current={current ? "true" : undefined} onClick={onOpen}>
          <span class="thing-title" dir="auto">
            {called}
          </span>
          <span class="soft small">{about}</span>
        </button>
        {tools}
        {onRename && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Rename ${called}`}
            title="Rename"
            onClick={() => setDoing("rename")}
          >
            <Icon name="edit" />
          </button>
        )}
        {onRemove && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Delete ${called}`}
            title="Delete"
            onClick={() => setDoing("remove")}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      {doing === "remove" && onRemove && (
        <Confirm label={`Delete ${called}?`} words={warning} verb="Delete" onYes={onRemove} onNo={back} />
      )}
    </li>
  );
}

export interface ConfirmProps {
  label: string;
  words: string;
  verb: string;
  onYes: () => void;
  onNo: () => void;
}

/** A second yes before something is gone. */
export function Confirm({ label, words, verb, onYes, onNo }: ConfirmProps): JSX.Element {
  return (
    <div
      class="confirm"
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // What stands around would close otherwise.
        event.preventDefault();
        event.stopPropagation();
        onNo();
      }}
    >
      <p class="small">{words}</p>
      <div class="buttons">
        <button type="button" class="button danger" onClick={onYes}>
          {verb}
        </button>
        <button type="button" class="button" ref={focusIt} onClick={onNo}>
          Keep
        </button>
      </div>
    </div>
  );
}

const focusIt = (element: HTMLElement | null): void => element?.focus();
