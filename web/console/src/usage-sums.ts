/** What was done and spent, summed up for plots and tables. Pure. */
import type { UsageData } from "@screen-agent/api";
import { standingOf } from "./standing.ts";

/** Which of it is looked at; empty for all. */
export interface UsageChoice {
  site: string;
  model: string;
}

export interface Series {
  name: string;
  /** One figure a day. */
  values: number[];
}

export interface UsageSums {
  days: string[];
  outcomes: Series[];
  checks: Series[];
  calls: Series[];
  tokens: Series[];
  /** In whole units of the price table. */
  cost: Series[];
  /** Seconds that models took. */
  time: Series[];
}

const DAY_MS = 86_400_000;
const MICROS = 1_000_000;
/** Models that have a line of their own; what others did is one line. */
const LINES = 5;

/** The days from the first to the last, as they are written. */
export function daysOf({ first, last }: Pick<UsageData, "first" | "last">): string[] {
  const from = Date.parse(`${first}T00:00:00Z`);
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - from) / DAY_MS) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10));
}

/** Sites and models that there are to choose from. */
export function choicesOf({ models, tasks, checks }: UsageData): { sites: string[]; models: string[] } {
  const sites = [...models, ...tasks, ...checks].map(({ site }) => site).filter(Boolean);
  return { sites: distinct(sites), models: distinct(models.map(({ model }) => model)) };
}

export function sumsOf(data: UsageData, choice: UsageChoice): UsageSums {
  const days = daysOf(data);
  const place = new Map(days.map((day, at) => [day, at]));
  const isChosen = (row: { site: string; model?: string }): boolean =>
    (!choice.site || row.site === choice.site) && (!choice.model || !row.model || row.model === choice.model);
  const series = <T extends { day: string; site: string; model?: string }>(
    rows: readonly T[],
    lines: readonly [string, (row: T) => number][],
  ): Series[] =>
    lines.map(([name, figure]) => {
      const values = days.map(() => 0);
      for (const row of rows.filter(isChosen)) {
        const at = place.get(row.day);
        if (at !== undefined) values[at] = (values[at] ?? 0) + figure(row);
      }
      return { name, values };
    });
  type Row = UsageData["models"][number];
  const used = choice.model ? [choice.model] : busiest(data.models);
  const byModel = (figure: (row: Row) => number): Series[] => {
    const lines = used.map((model): [string, (row: Row) => number] => [
      model,
      (row) => (row.model === model ? figure(row) : 0),
    ]);
    const rest: [string, (row: Row) => number] = ["Others", (row) => (used.includes(row.model) ? 0 : figure(row))];
    return series(data.models, lines.length < LINES ? lines : [...lines, rest]);
  };
  const stands =
    (...words: string[]) =>
    (row: UsageData["tasks"][number]): number =>
      words.includes(standingOf(row.status)) ? row.tasks : 0;
  return {
    days,
    outcomes: series(data.tasks, [
      ["Done", stands("success", "unverified")],
      ["Not done", stands("failed")],
      ["Stopped", stands("stopped")],
      ["Under way", stands("running", "waiting")],
    ]),
    checks: series(data.checks, [
      ["Seen to be so", (row) => row.met],
      ["Refused", (row) => row.refused],
    ]),
    calls: byModel((row) => row.calls),
    tokens: series(data.models, [
      ["Read", (row) => row.promptTokens],
      ["Written", (row) => row.completionTokens],
    ]),
    cost: byModel((row) => row.costMicros / MICROS),
    time: byModel((row) => row.duration / 1_000),
  };
}

export const total = (series: readonly Series[]): number =>
  series.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);

function busiest(rows: UsageData["models"]): string[] {
  const calls = new Map<string, number>();
  for (const { model, calls: more } of rows) calls.set(model, (calls.get(model) ?? 0) + more);
  return [...calls]
    .sort(([, one], [, other]) => other - one)
    .slice(0, LINES)
    .map(([model]) => model);
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)].sort();
