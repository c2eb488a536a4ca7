import type { WorkflowParameter } from "@screen-agent/api";
import type { JSX } from "preact";
import { Field } from "./field.tsx";

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
