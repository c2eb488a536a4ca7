import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../button.tsx";
import { onEscape } from "../dialog.tsx";
import type { IconName } from "../icon.tsx";
import { Rename } from "../rename.tsx";
import { oneLine } from "../render/text.ts";

export interface EntryProps {
  /** Stands over it, where it is the first of its kind. */
  heading?: string | null;
  /** Somebody's words. */
  title: string;
  /** What else is known of it. */
  about: ComponentChildren;
  current?: boolean;
  onOpen: () => void;
  /** Omitted where it has no name to be changed. */
  onRename?: (title: string) => void | Promise<void>;
  /** What its name is called, and what stands in the field at first, where that is not the title. */
  naming?: { label: string; from: string };
  /** Omitted where it cannot be taken away from here. */
  onRemove?: () => void;
  /** How taking it away is called, where it is not deleted. */
  removal?: Removal;
  /** What goes with it when it is removed. */
  warning?: string;
  /** More that can be done with it. */
  tools?: ComponentChildren;
}

export interface Removal {
  verb: string;
  icon: IconName;
  /** What is asked before. */
  label: (called: string) => string;
}

const DELETION: Removal = { verb: "Delete", icon: "trash", label: (called) => `Delete ${called}?` };

/** One of a list: opened, renamed, removed after a second yes. */
export function Entry({
  heading = null,
  title,
  about,
  current = false,
  onOpen,
  onRename,
  naming = { label: "New name", from: title },
  onRemove,
  removal = DELETION,
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
  return (
    <li ref={row} class={current ? "thing current" : "thing"}>
      {heading && <h3 class="thing-day">{heading}</h3>}
      {doing === "rename" && onRename ? (
        <Rename
          label={naming.label}
          title={naming.from}
          onDone={(to) => void Promise.resolve(onRename(to)).then(back)}
          onCancel={back}
        />
      ) : (
        <div class="thing-row">
          <button type="button" class="thing-open" aria-current={current ? "true" : undefined} onClick={onOpen}>
            <span class="thing-title" dir="auto">
              {called}
            </span>
            <span class="soft small">{about}</span>
          </button>
          {tools}
          {onRename && (
            <IconButton icon="edit" label={`Rename ${called}`} title="Rename" onClick={() => setDoing("rename")} />
          )}
          {onRemove && (
            <IconButton
              icon={removal.icon}
              label={`${removal.verb} ${called}`}
              title={removal.verb}
              onClick={() => setDoing("remove")}
            />
          )}
        </div>
      )}
      {doing === "remove" && onRemove && (
        <Confirm label={removal.label(called)} words={warning} verb={removal.verb} onYes={onRemove} onNo={back} />
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
    <div class="confirm" role="group" aria-label={label} onKeyDown={onEscape(onNo)}>
      <p class="small">{words}</p>
      <div class="buttons">
        <Button kind="danger" onClick={onYes}>
          {verb}
        </Button>
        <Button ref={focusIt} onClick={onNo}>
          Keep
        </Button>
      </div>
    </div>
  );
}

const focusIt = (element: HTMLElement | null): void => element?.focus();
