import type { TransformType } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Field, Select } from "../field.tsx";
import { oneLine } from "../render/text.ts";

/** How deep something is to go. */
export type Depth = "brief" | "standard" | "deep";
/** How it is to sound. */
export type Tone = "neutral" | "formal" | "friendly" | "plain";

/** How something is to be made; `count` of what its type counts, where that is not as usual. */
export interface Making {
  depth: Depth;
  tone: Tone;
  count?: number;
}

export interface TransformsProps {
  types: readonly TransformType[];
  busy: boolean;
  onRun: (type: string, config: Making) => void;
}

const DEPTHS: readonly { value: Depth; label: string }[] = [
  { value: "brief", label: "Only what matters most" },
  { value: "standard", label: "As usual" },
  { value: "deep", label: "With details" },
];

const TONES: readonly { value: Tone; label: string }[] = [
  { value: "neutral", label: "As usual" },
  { value: "formal", label: "Formal" },
  { value: "friendly", label: "Friendly" },
  { value: "plain", label: "Plain words" },
];

/** What a collection can be made into. */
export function Transforms({ types, busy, onRun }: TransformsProps): JSX.Element {
  const [depth, setDepth] = useState<Depth>("standard");
  const [tone, setTone] = useState<Tone>("neutral");
  const [count, setCount] = useState("");
  const id = useId();
  const how = (): Making => ({ depth, tone, ...(Number(count) >= 1 && { count: Math.round(Number(count)) }) });
  return (
    <div class="transforms">
      <Select class="depth" label="How deep" value={depth} options={DEPTHS} onChange={setDepth} />
      <Select class="depth" label="In which tone" value={tone} options={TONES} onChange={setTone} />
      <Field
        label="How many parts"
        type="number"
        inputMode="numeric"
        min={1}
        value={count}
        placeholder="As usual"
        onText={setCount}
      />
      <ul class="transform-list">
        {types.map(({ name, title, description }) => (
          <li key={name}>
            <button
              type="button"
              class="transform"
              disabled={busy}
              aria-describedby={`${id}${name}`}
              onClick={() => onRun(name, how())}
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
