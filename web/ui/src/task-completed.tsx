import type { WireClause } from "@screen-agent/api";
import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Ledger } from "./ledger.tsx";
import { Menu } from "./menu.tsx";
import { type Outcome, StandingBadge } from "./task-header.tsx";
import { ActionWords, Name, Prose } from "./text.tsx";
import { count, duration, shortAddress } from "./words.ts";

export type ReportFormat = "json" | "csv" | "markdown";

/** Something that was done on the page. */
export interface Deed {
  action: string;
  target: string | null;
  /** What a field held before, and holds since. */
  change: { before: string; after: string } | null;
}

/** How it can be undone: by saying so, or not from here. */
export type Undo = { kind: "say"; label: string; words: string } | { kind: "cannot"; why: string };

export interface TaskCompletedCardProps {
  standing: Outcome;
  /** What it came to, in the agent's words. */
  result: string | null;
  durationMs: number;
  /** What was done on the page, looking and waiting left out. */
  deeds: readonly Deed[];
  /** What was asked for, part by part; empty where it was not taken apart. */
  ledger: readonly WireClause[];
  /** Address of the page that it led to. */
  led?: string | null;
  /** What a dialog asks that stands open on the page. */
  asks?: { text: string; buttons: readonly string[] } | null;
  /** Files that it brought. */
  downloads?: readonly { id: number; name: string; whole: boolean }[];
  /** One of them is to be shown where it is. */
  onShow?: (id: number) => void;
  undo?: Undo | null;
  /** Says something as a task of its own; omitted where nothing can be asked for from here. */
  onSay?: (words: string) => void;
  /** Omitted where there is nothing to report. */
  onReport?: (format: ReportFormat) => void;
  /** Omitted where it cannot be asked again from here. */
  onAgain?: () => void;
  /** The words come back to be changed. */
  onRephrase?: () => void;
}

/** How a task stands that the page asks something about first. */
export const NOT_YET = "Not done yet";

interface PageAsksProps extends NonNullable<TaskCompletedCardProps["asks"]> {
  deed: Deed | null;
  onSay: TaskCompletedCardProps["onSay"];
}

const WITHOUT_RESULT: Record<Outcome, string> = {
  success: "The task is done.",
  unverified: "Everything was carried out, but not all of it was seen to be done.",
  failed: "The task could not be completed.",
  stopped: "You stopped the task. What was done before stays done.",
  declined: "Not done: you said no.",
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

/** What a task came to, said honestly: what is so now, what was changed on the way, and how to get back. */
export function TaskCompletedCard(props: TaskCompletedCardProps): JSX.Element {
  const { standing, result, durationMs, deeds, ledger, led = null, asks = null, undo = null } = props;
  const { downloads = [], onSay, onShow, onReport, onAgain, onRephrase } = props;
  const done = standing === "success" || standing === "unverified";
  const own = standing === "stopped" || standing === "declined";
  // One part that was seen to be done is the whole of it: the sentence says so already.
  const told = ledger.length > 1 || ledger.some((clause) => clause.standing !== "verified");
  return (
    <section class={`card outcome ${standing}`} aria-label="What the task came to">
      <header>
        {asks ? <StandingBadge standing="waiting" said={NOT_YET} /> : <StandingBadge standing={standing} />}
        <span class="soft">{duration(durationMs)}</span>
      </header>
      {!asks && (own || !result ? <p>{WITHOUT_RESULT[standing]}</p> : <Prose text={result} />)}
      {asks && <PageAsks {...asks} deed={deeds.at(-1) ?? null} onSay={onSay} />}
      {asks && result && (
        <div class="soft small">
          <Prose text={result} />
        </div>
      )}
      {told && !own && <Ledger clauses={ledger} ended />}
      {led && (
        <p class="small">
          It led to{" "}
          <a href={led} target="_blank" rel="noopener noreferrer">
            <bdi>{shortAddress(led)}</bdi>
          </a>
        </p>
      )}
      {downloads.map(({ id, name, whole }) => (
        <p key={id} class="download small">
          <Icon name="file" />
          <span>
            {whole ? "Downloaded" : "Still downloading:"} <bdi>{name}</bdi>
          </span>
          {onShow && <Button onClick={() => onShow(id)}>Show in folder</Button>}
        </p>
      ))}
      <Deeds deeds={deeds} open={!done && deeds.length > 0 && standing !== "failed"} />
      {undo?.kind === "cannot" && !asks && <p class="soft small">{undo.why}</p>}
      <div class="buttons">
        {onRephrase && !done && (
          <Button icon="edit" onClick={onRephrase}>
            Rephrase
          </Button>
        )}
        {onAgain && standing !== "declined" && !asks && (
          <Button icon="renew" onClick={onAgain}>
            {done ? "Do it again" : "Try again"}
          </Button>
        )}
        {undo?.kind === "say" && onSay && (
          <Button icon="back" title={undo.words} onClick={() => onSay(undo.words)}>
            {undo.label}
          </Button>
        )}
        {onReport && <ReportMenu onReport={onReport} />}
      </div>
    </section>
  );
}

/** What a dialog of the page asks before it does what was wanted, to be answered by its own buttons. */
function PageAsks({ text, buttons, deed, onSay }: PageAsksProps): JSX.Element {
  return (
    <div class="page-asks">
      <p>
        {deed ? (
          <>
            <ActionWords action={deed.action} target={deed.target} />: the site asks{" "}
          </>
        ) : (
          "The site asks "
        )}
        {text ? (
          <>
            “<Name text={text} />”
          </>
        ) : (
          "something"
        )}
      </p>
      {onSay && (
        <div class="buttons">
          {buttons.map((name) => (
            <Button key={name} onClick={() => onSay(`Click "${name}"`)}>
              <Name text={name} />
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** All that was done on the page, and what fields held before. */
function Deeds({ deeds, open }: { deeds: readonly Deed[]; open: boolean }): JSX.Element {
  if (deeds.length === 0) return <p class="soft small">Nothing was changed on the page.</p>;
  return (
    <details class="fold deeds" open={open}>
      <summary>{count(deeds.length, "thing")} done on the page</summary>
      <ol>
        {deeds.map(({ action, target, change }) => (
          <li>
            <ActionWords action={action} target={target} />
            {change && (
              <span class="soft">
                {" "}
                (before:{" "}
                {change.before ? (
                  <>
                    “<Name text={change.before} />”
                  </>
                ) : (
                  "empty"
                )}
                )
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
