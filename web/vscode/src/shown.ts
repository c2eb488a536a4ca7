/** What the view shows of a request: rows of words, made of what others wrote. */
import { type FileChange, outcomeOf, type PlanReport, sentenceOf, type TraceEvent } from "@screen-agent/api/ide";
import { plain } from "./plain.ts";
import type { Remedy } from "./trouble.ts";

export type Standing = "asking" | "answered" | "stopped" | "failed" | "applied" | "restored";

/** A request, and how far it has come. */
export interface Asked {
  words: string;
  standing: Standing;
  events: readonly TraceEvent[];
  report: PlanReport | null;
}

/** A row, and the command that it stands for. */
export interface Row {
  label: string;
  about: string;
  icon: string;
  rows?: readonly Row[];
  opens?: Remedy;
}

/** Events that are shown: the last ones. */
const EVENTS = 200;

const STANDINGS: Record<Standing, readonly [words: string, icon: string]> = {
  asking: ["asking", "loading~spin"],
  answered: ["answered", "pass"],
  stopped: ["stopped", "debug-stop"],
  failed: ["failed", "error"],
  applied: ["applied", "pass-filled"],
  restored: ["taken back", "discard"],
};

export function rowsOf({ words, standing, events, report }: Asked): Row[] {
  const [about, icon] = STANDINGS[standing];
  const { response, problem } = outcomeOf(events);
  // What a model says comes word by word, and stands whole at the end.
  const told = events.filter(({ event }) => event !== "llm.delta").slice(-EVENTS);
  const rows: Row[] = [{ label: plain(words), about, icon, rows: told.map(rowOf) }];
  if (problem) rows.push({ label: plain(problem), about: "", icon: "error" });
  if (response) rows.push({ label: plain(response), about: "", icon: "comment", opens: OPEN });
  if (report) rows.push(...changesOf(report));
  return rows;
}

function rowOf(event: TraceEvent): Row {
  return { label: plain(event.event, 60), about: plain(sentenceOf(event)), icon: "circle-small-filled" };
}

function changesOf({ files, plan }: PlanReport): Row[] {
  const changed = files.map(({ file, change }) => ({
    label: plain(file),
    about: change,
    icon: ICONS[change],
    opens: { title: "Preview Changes", command: "screenAgent.preview", about: file },
  }));
  const kept = plan.actions.flatMap(({ skipped }) => skipped);
  const notes = kept.map((place) => ({
    label: plain(place),
    about: "stays: something else stands there",
    icon: "circle-slash",
  }));
  const words = changed.length === 0 ? "Nothing would be changed" : "Changes";
  return [{ label: words, about: "", icon: "diff-multiple", rows: [...changed, ...notes] }];
}

const OPEN: Remedy = { title: "Open What Was Answered", command: "screenAgent.open" };

const ICONS: Record<FileChange["change"], string> = {
  added: "diff-added",
  modified: "diff-modified",
  removed: "diff-removed",
};

/** What was answered, whole: what actions show, or else what the server said. */
export function answerOf({ events, report }: Asked): string {
  const says = report?.plan.actions.flatMap(({ says }) => says ?? []) ?? [];
  return says.length > 0 ? says.join("\n\n") : outcomeOf(events).response;
}

/** Files by what becomes of them: "1 added, 2 modified". */
export function countsOf(files: readonly FileChange[]): string {
  const kinds = ["added", "modified", "removed"] as const;
  const counts = kinds.map((kind) => [files.filter(({ change }) => change === kind).length, kind] as const);
  return counts
    .filter(([number]) => number > 0)
    .map(([number, kind]) => `${number} ${kind}`)
    .join(", ");
}
