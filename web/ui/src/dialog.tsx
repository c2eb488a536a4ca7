import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./button.tsx";

/** Escape leaves what is nearest, and closes nothing around it. */
export const onEscape =
  (leave: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** A sheet fills the panel; a box asks one thing. */
  kind?: "sheet" | "box";
  /** What stands beside the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** Over everything else: the browser keeps the focus inside, and gives it back afterwards. */
export function Dialog({ title, onClose, kind = "sheet", tools, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      leaving.current = true;
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The browser may close it without asking, as on a second Escape in a row.
      onClose={() => !leaving.current && onClose()}
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        {tools}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
