import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";

export interface SwitchOption<Value extends string> {
  value: Value;
  /** What it is called in full. */
  label: string;
  /** The same where there is little room; part of the label. */
  short?: string;
  icon?: IconName;
  /** Something goes on there. */
  busy?: boolean;
}

export interface SwitchProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly SwitchOption<Value>[];
  onChange: (value: Value) => void;
}

/** One of a few, all in view: arrows move between them, as between any radio buttons. */
export function Switch<Value extends string>({ label, value, options, onChange }: SwitchProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="switch">
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? "chosen" : undefined}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-label={option.busy ? `${option.label}, at work` : option.label}
            onChange={() => onChange(option.value)}
          />
          {option.busy ? <span class="pulse" aria-hidden="true" /> : option.icon && <Icon name={option.icon} />}
          <span class="switch-words">
            <span class={option.short ? "switch-long" : undefined}>{option.label}</span>
            {option.short && <span class="switch-short">{option.short}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
