import type { ComponentChildren, JSX, TargetedEvent } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface Labelled {
  label: ComponentChildren;
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

/** What somebody answers to a run of a worker's, in a form's `answer`. */
export function AnswerField(): JSX.Element {
  return (
    <Field
      label="Your answer"
      name="answer"
      required
      maxLength={10_000}
      autocomplete="off"
      hint="To something that is to be approved: yes, or anything else for no."
    />
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

export type FormProps = Omit<JSX.IntrinsicElements["form"], "onSubmit"> & {
  /** Hears what was typed, by the names of the fields. */
  onWords: (words: (name: string) => string, form: HTMLFormElement) => void;
};

/** A form that nothing but its hearer sends. */
export function Form({ onWords, children, ...form }: FormProps): JSX.Element {
  const submit = (event: TargetedEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onWords((name) => String(given.get(name) ?? ""), event.currentTarget);
  };
  return (
    <form {...form} onSubmit={submit}>
      {children}
    </form>
  );
}

export interface SelectProps<Value extends string> {
  label: string;
  class?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of a few, to be unfolded, under its name. */
export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { label, class: more = "", value, options, onChange } = props;
  return (
    <label class={`field ${more}`}>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
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
