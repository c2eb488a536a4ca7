import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  checked: boolean;
  /** Keeps the choice; false where it could not be kept. */
  onChange: (checked: boolean) => Promise<boolean>;
  class?: string;
  children: ComponentChildren;
}

/** A box that shows the person's choice at once, while whoever keeps it is still asked; a refusal takes it back. */
export function Tick({ checked, onChange, class: kind, children }: Props): JSX.Element {
  const [shown, show] = useState(checked);
  useEffect(() => show(checked), [checked]);
  const choose = async (chosen: boolean): Promise<void> => {
    show(chosen);
    if (!(await onChange(chosen))) show(!chosen);
  };
  return (
    <label class={kind}>
      <input type="checkbox" checked={shown} onChange={(event) => void choose(event.currentTarget.checked)} />
      {children}
    </label>
  );
}
