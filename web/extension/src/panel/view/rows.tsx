import type { ComponentChildren, JSX } from "preact";

interface RowsProps {
  class: string;
  rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
}

/** Names, and what stands for each. */
export function Rows({ rows, class: look }: RowsProps): JSX.Element {
  return (
    <dl class={look}>
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
