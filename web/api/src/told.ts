/** What a trace told, as people read it: JSON of anybody's, so nothing of it is taken for granted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Something that a trace told. */
export interface TraceEvent {
  event: string;
  /** Its number, from 1. */
  seq: number;
  fields: Fields;
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

const LAST = ["done", "error", "aborted"];

/** A trace tells nothing of its own after this. */
export function isLast({ event }: TraceEvent): boolean {
  return LAST.includes(event);
}

/** What came of a trace, as far as it has told. */
export interface Outcome {
  title: string;
  response: string;
  problem: string;
  over: boolean;
  /** Actions that an IDE may carry out. */
  plan: readonly Fields[];
  screen: Fields | null;
  flow: Fields | null;
  diff: string;
}

export function outcomeOf(events: readonly TraceEvent[]): Outcome {
  const fields = (name: string): Fields => events.findLast(({ event }) => event === name)?.fields ?? {};
  const done = fields("done");
  const [result, artifacts] = [fieldsOf(done.result), fieldsOf(done.artifacts)];
  const first = (...places: unknown[]): Fields | null =>
    places.map(fieldsOf).find((place) => Object.keys(place).length > 0) ?? null;
  const diff = result.diff ?? artifacts.diff;
  return {
    title: textOf(done.title),
    response: textOf(done.response),
    problem: textOf(fields("error").message) || (events.some(({ event }) => event === "aborted") ? "Broken off." : ""),
    over: events.some(isLast),
    plan: listOf(fields("cli.plan").actions ?? done.cli_actions).map(fieldsOf),
    screen: first(result.cogo_ui_json, fields("ui.generate").result, artifacts.cogo_ui_json_preview),
    flow: first(result.actionflow, result.flow, artifacts.actionflow),
    diff: textOf(diff) || textOf(fieldsOf(diff).unified),
  };
}

/** An event in a few words. */
export function sentenceOf({ event, fields }: TraceEvent): string {
  const said = ["note", "message", "text", "response", "reason", "status", "storage_key", "key"];
  if (event === "meta") return textOf(fields.task_type) || textOf(fields.operation);
  if (event === "done") return textOf(fields.response);
  if (event === "cli.plan")
    return listOf(fields.actions)
      .map((action) => textOf(fieldsOf(action).command))
      .join(", ");
  return said.map((name) => textOf(fields[name])).find((text) => text !== "") ?? "";
}
