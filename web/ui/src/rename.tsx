import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { onEscape } from "./dialog.tsx";

export interface RenameProps {
  /** What the field is called. */
  label: string;
  title: string;
  onDone: (title: string) => void;
  onCancel: () => void;
}

/** A new name for something, in the place of the old one. Escape leaves it, and closes nothing around it. */
export function Rename({ label, title, onDone, onCancel }: RenameProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  // Before the next key: Escape would close what stands around.
  useLayoutEffect(() => input.current?.select(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    const to = input.current?.value.trim() ?? "";
    if (to && to !== title) onDone(to);
    else onCancel();
  };
  return (
    <form class="rename" onSubmit={submit}>
      <input
        ref={input}
        type="text"
        dir="auto"
        aria-label={label}
        maxLength={500}
        defaultValue={title}
        onKeyDown={onEscape(onCancel)}
      />
      <Button submit kind="primary">
        Save
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}
