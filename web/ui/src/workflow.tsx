import type { WireClause, WorkflowParameter, WorkflowShown } from "@screen-agent/api";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Field, Form } from "./field.tsx";
import { oneLine } from "./render/text.ts";
import { veiled } from "./words.ts";

/** Longest name that is suggested. */
const SUGGESTED = 80;

export interface WorkflowValuesProps {
  parameters: readonly WorkflowParameter[];
}

/** What whoever starts a workflow gives, a field each, for a form. */
export function WorkflowValues({ parameters }: WorkflowValuesProps): JSX.Element {
  return (
    <>
      {parameters.map((one) => (
        <Value key={one.name} one={one} />
      ))}
    </>
  );
}

function Value({ one }: { one: WorkflowParameter }): JSX.Element {
  const { name, example, choices, default: otherwise } = one;
  const field = {
    label: labelOf(one),
    name,
    required: otherwise === undefined,
    defaultValue: otherwise,
    hint: example === undefined ? undefined : `Such as ${example}`,
    autocomplete: "off" as const,
  };
  switch (one.type) {
    case "choice":
      return (
        <label class="field">
          {field.label}
          <select name={name}>
            {choices.map((choice) => (
              <option key={choice} selected={choice === (otherwise ?? example)}>
                {choice}
              </option>
            ))}
          </select>
        </label>
      );
    case "number":
      return <Field {...field} type="number" step="any" />;
    case "date":
      return <Field {...field} type="date" />;
    case "secret":
      return <Field {...field} type="password" maxLength={500} />;
    case "text":
      return <Field {...field} maxLength={500} />;
  }
}

/** What a parameter is called: what it is for, where that is known. */
function labelOf({ about, name }: WorkflowParameter): string {
  return about || name.replaceAll("_", " ");
}

/** What a form says of parameters; what was left empty is not given. */
export function workflowInputs(
  parameters: readonly WorkflowParameter[],
  words: (name: string) => string,
): Record<string, string> {
  const given = parameters.map((one) => [one.name, words(one.name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/** Whether each part of what was asked was seen to be done: such a task can be kept. */
export function isSeenThrough(ledger: readonly WireClause[] | undefined): boolean {
  return !!ledger?.length && ledger.every(({ standing }) => standing === "verified");
}

export interface KeepTaskProps {
  /** The person's words, of which a name is suggested. */
  query: string;
  /** Keeps it; null where that was refused, and told. */
  onKeep: (name: string) => Promise<WorkflowShown | null>;
  /** The address at which what was kept is shown. */
  at?: (id: string) => string;
}

/** A task that was seen to be done is kept, to be done again without a model. */
export function KeepTask({ query, onKeep, at }: KeepTaskProps): JSX.Element {
  const [kept, setKept] = useState<WorkflowShown | null>(null);
  const [busy, setBusy] = useState(false);
  const keep = async (name: string): Promise<void> => {
    setBusy(true);
    setKept(await onKeep(name));
    setBusy(false);
  };
  if (kept)
    return (
      <section class="keep" aria-label="Kept as a workflow">
        <p role="status">
          Kept as <bdi>“{kept.name}”</bdi>. {askedOf(kept.parameters)}
        </p>
        {at && <a href={at(kept.id)}>Show it</a>}
      </section>
    );
  return (
    <details class="fold keep">
      <summary>Keep as a workflow</summary>
      <Form onWords={(words) => void keep(words("name").trim())}>
        <p class="soft small">These steps can then be done again, here or by a worker, without a model.</p>
        <Field
          label="What it is called"
          name="name"
          required
          maxLength={200}
          defaultValue={oneLine(veiled(query), SUGGESTED)}
          autocomplete="off"
        />
        <Button submit kind="primary" disabled={busy}>
          Keep
        </Button>
      </Form>
    </details>
  );
}

function askedOf(parameters: readonly WorkflowParameter[]): string {
  const names = parameters.map((one) => `${labelOf(one)}${one.example ? ` (“${one.example}”)` : ""}`);
  return names.length > 0 ? `Asked for each time: ${names.join(", ")}.` : "It asks for nothing each time.";
}
