import type { WireClause } from "@screen-agent/api";
import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { Ledger } from "./ledger.tsx";
import { Menu } from "./menu.tsx";
import { type Outcome, StandingBadge } from "./task-header.tsx";
import { Prose } from "./text.tsx";
import { count, duration } from "./words.ts";

export type ReportFormat = "json" | "csv" | "markdown";

export interface TaskCompletedCardProps {
  standing: Outcome;
  /** What it came to, in the agent's words. */
  result: string | null;
  durationMs: number;
  steps: { total: number; verified: number; failed: number };
  /** What was asked for, part by part; empty where it was not taken apart. */
  ledger: readonly WireClause[];
  /** Omitted where there is nothing to report. */
  onReport?: (format: ReportFormat) => void;
  /** Omitted where it cannot be asked again from here. */
  onAgain?: () => void;
}

const WITHOUT_RESULT = {
  success: "The task is done.",
  unverified: "Everything was carried out, but not all of it was seen to be done.",
  failed: "The task could not be completed.",
  stopped: "You stopped the task. What was done before stays done.",
};

const FORMATS: readonly { format: ReportFormat; label: string }[] = [
  { format: "markdown", label: "Markdown, to read" },
  { format: "csv", label: "CSV, for a spreadsheet" },
  { format: "json", label: "JSON, for programs" },
];

/** What was done, as a file. */
export function ReportMenu({ onReport }: { onReport: (format: ReportFormat) => void }): JSX.Element {
  return (
    <Menu label="Report" icon="report" class="button">
      {FORMATS.map(({ format, label }) => ({ label, onChoose: () => onReport(format) }))}
    </Menu>
  );
}

/** What a task came to, said honestly. */
export function TaskCompletedCard(props: TaskCompletedCardProps): JSX.Element {
  const { standing, result, durationMs, steps, ledger, onReport, onAgain } = props;
  return (
    <section class={`card outcome ${standing}`} aria-label="What the task came to">
      <header>
        <StandingBadge standing={standing} />
        <span class="soft">{duration(durationMs)}</span>
      </header>
      {standing === "stopped" && <p>{WITHOUT_RESULT.stopped}</p>}
      {standing !== "stopped" && (result ? <Prose text={result} /> : <p>{WITHOUT_RESULT[standing]}</p>)}
      <Ledger clauses={ledger} ended />
      <p class="soft small">{tally(steps)}</p>
      {(onReport || onAgain) && (
        <div class="buttons">
          {onAgain && (
            <Button icon="renew" onClick={onAgain}>
              {standing === "success" || standing === "unverified" ? "Do it again" : "Try again"}
            </Button>
          )}
          {onReport && <ReportMenu onReport={onReport} />}
        </div>
      )}
    </section>
  );
}

function tally({ total, verified, failed }: TaskCompletedCardProps["steps"]): string {
  if (total === 0) return "Nothing was done on the page.";
  const parts = [count(total, "step"), `${verified} verified`];
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(", ");
}
