import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface Labelled {
  label: string;
  /** What helps to fill it in. */
  hint?: ComponentChildren;
  /** Hears each change of its words. */
  onText?: (text: string) => void;
}

export type FieldProps = Labelled & JSX.IntrinsicElements["input"];

/** A field under its name. */
export function Field({ label, hint, onText, ...input }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <label class="field">
      {label}
      <input
        {...input}
        aria-describedby={hint === undefined ? undefined : id}
        onInput={(event) => onText?.(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <span class="soft small" id={id}>
          {hint}
        </span>
      )}
    </label>
  );
}

export type TextAreaProps = Omit<Labelled, "hint"> & JSX.IntrinsicElements["textarea"];

/** A field of several lines under its name. */
export function TextArea({ label, onText, ...input }: TextAreaProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <textarea {...input} onInput={(event) => onText?.(event.currentTarget.value)} />
    </label>
  );
}

export interface FindFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onText: (text: string) => void;
  autofocus?: boolean;
}

/** Where words are typed that a list is searched for. */
export function FindField({ label, onText, ...input }: FindFieldProps): JSX.Element {
  return (
    <label class="find">
      <Icon name="search" />
      <span class="unseen">{label}</span>
      <input type="search" {...input} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}
