import type { TransformType } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Select } from "../field.tsx";
import { oneLine } from "../render/text.ts";

/** How deep something is to go. */
export type Depth = "brief" | "standard" | "deep";

export interface TransformsProps {
  types: readonly TransformType[];
  busy: boolean;
  onRun: (type: string, depth: Depth) => void;
}

const DEPTHS: readonly { value: Depth; label: string }[] = [
  { value: "brief", label: "Only what matters most" },
  { value: "standard", label: "As usual" },
  { value: "deep", label: "With details" },
];

/** What a collection can be made into. */
export function Transforms({ types, busy, onRun }: TransformsProps): JSX.Element {
  const [depth, setDepth] = useState<Depth>("standard");
  const id = useId();
  return (
    <div class="transforms">
      <Select class="depth" label="How deep" value={depth} options={DEPTHS} onChange={setDepth} />
      <ul class="transform-list">
        {types.map(({ name, title, description }) => (
          <li key={name}>
            <button
              type="button"
              class="transform"
              disabled={busy}
              aria-describedby={`${id}${name}`}
              onClick={() => onRun(name, depth)}
            >
              <strong>{oneLine(title, 80)}</strong>
            </button>
            <span class="soft small" id={`${id}${name}`}>
              {oneLine(description, 200)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
