import type { ReportFormat, TaskInfo, TimelineData, TimelineStep, WorkflowShown } from "@screen-agent/api";
import {
  ago,
  count,
  duration,
  Icon,
  isSeenThrough,
  KeepTask,
  Ledger,
  Notice,
  PlanWidget,
  Prose,
  ReportMenu,
  Said,
  StandingBadge,
  veiled,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { cost, costInFull } from "./cost.ts";
import { Filmstrip } from "./filmstrip.tsx";
import type { Pictures } from "./pictures.ts";
import { hashOf } from "./place.ts";
import { useServer } from "./server.ts";
import { hasEnded, standingOf } from "./standing.ts";
import { StepRow } from "./step.tsx";
import { useAct } from "./use-act.ts";

interface TaskCardProps {
  task: TaskInfo;
  /** Null while it is not read. */
  timeline: TimelineData | null;
  openAtFirst: boolean;
  pictures: Pictures;
  onOpen: (open: boolean) => void;
  onStop: () => Promise<void>;
  onReport: (format: ReportFormat) => void;
}

/** One task: what was wanted, where it stands, and, unfolded, everything that was done. */
export function TaskCard(props: TaskCardProps): JSX.Element {
  const { task, timeline, openAtFirst, pictures, onOpen, onStop, onReport } = props;
  const [open, setOpen] = useState(openAtFirst);
  const [stopping, setStopping] = useState(false);
  const body = useId();
  useEffect(() => onOpen(open), [open]);

  const stop = (): void => {
    setStopping(true);
    void onStop().finally(() => setStopping(false));
  };
  const ended = hasEnded(task.status);
  return (
    <article class="task" aria-label={veiled(task.query)}>
      <header>
        <h3>
          <button
            type="button"
            class="unfold"
            aria-expanded={open}
            aria-controls={open ? body : undefined}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? "down" : "right"} />
            <span dir="auto">{veiled(task.query)}</span>
          </button>
        </h3>
        <div class="line">
          <StandingBadge standing={standingOf(task.status, timeline?.verified ?? task.verified)} />
          <About task={task} ended={ended} />
          <span class="tools">
            {ended ? (
              <ReportMenu onReport={onReport} />
            ) : (
              <button type="button" class="stop" disabled={stopping} onClick={stop}>
                <Icon name="stop" />
                {stopping ? "Stopping …" : "Stop"}
              </button>
            )}
          </span>
        </div>
      </header>
      {open && (
        <div id={body} class="task-body">
          {timeline ? <Timeline timeline={timeline} pictures={pictures} /> : <p class="soft section">Reading …</p>}
        </div>
      )}
    </article>
  );
}

function About({ task, ended }: { task: TaskInfo; ended: boolean }): JSX.Element {
  const took = Date.parse(task.updatedAt) - Date.parse(task.createdAt);
  const when = new Date(task.createdAt).toLocaleString();
  return (
    <span class="soft small">
      {count(task.stepCount, "step")} ·{" "}
      <time datetime={task.createdAt} title={when}>
        {ago(task.createdAt, Date.now())}
      </time>
      {ended && ` · took ${duration(took)}`}
    </span>
  );
}

function Timeline({ timeline, pictures }: { timeline: TimelineData; pictures: Pictures }): JSX.Element {
  const { task, steps, plan, ledger, searchSummary } = timeline;
  const question = timeline.approval?.text ?? timeline.userQuestion;
  return (
    <Said.Provider value={[task.query]}>
      {question && (
        <div class="section">
          <Notice kind="warn" icon={timeline.approval ? "shield" : "question"}>
            <strong>
              {timeline.approval ? "Waiting for a yes or a no" : "Waiting for an answer"}, where the task runs
            </strong>
            <Prose text={question} />
          </Notice>
        </div>
      )}
      {task.result && (
        <section class="section" aria-label="Result">
          <Prose text={task.result} />
        </section>
      )}
      {ledger && ledger.length > 0 && (
        <div class="section">
          <Ledger clauses={ledger} ended={hasEnded(task.status)} />
        </div>
      )}
      {plan && (
        <div class="section">
          <PlanWidget plan={plan} ended={hasEnded(task.status)} />
        </div>
      )}
      {searchSummary && <Searched summary={searchSummary} />}
      <Bill timeline={timeline} />
      {task.status === "completed" && isSeenThrough(ledger) && <Keep task={task} />}
      {steps.length > 0 && <Steps steps={steps} pictures={pictures} />}
    </Said.Provider>
  );
}

/** A task that was seen to be done can be kept, to be done again by a worker. */
function Keep({ task: { taskId, query } }: { task: TaskInfo }): JSX.Element {
  const { client } = useServer();
  const { problem, act } = useAct();
  const keep = async (name: string): Promise<WorkflowShown | null> => {
    let kept: WorkflowShown | null = null;
    await act(client.keepTask({ taskId, name }).then((shown) => (kept = shown)));
    return kept;
  };
  return (
    <div class="section">
      {problem && <Notice kind="bad">{problem}</Notice>}
      <KeepTask query={query} onKeep={keep} at={(id) => hashOf({ section: "workflows", id })} />
    </div>
  );
}

/** One below the other with everything of each, or side by side as pictures. */
function Steps({ steps, pictures }: { steps: readonly TimelineStep[]; pictures: Pictures }): JSX.Element {
  const [film, setFilm] = useState(false);
  const view = (label: string, on: boolean): JSX.Element => (
    <button type="button" aria-pressed={film === on} onClick={() => setFilm(on)}>
      {label}
    </button>
  );
  return (
    <>
      <fieldset class="section views">
        <legend class="unseen">How steps are shown</legend>
        {view("List", false)}
        {view("Filmstrip", true)}
      </fieldset>
      {film ? (
        <Filmstrip steps={steps} pictures={pictures} />
      ) : (
        <ol class="steps" aria-label="Steps">
          {steps.map((step) => (
            <StepRow key={step.index} step={step} pictures={pictures} />
          ))}
        </ol>
      )}
    </>
  );
}

/** What the web said is somebody else's words: shown as such, folded away. */
function Searched({ summary }: { summary: string }): JSX.Element {
  return (
    <details class="fold section">
      <summary>Searched the web</summary>
      <blockquote dir="auto">{summary}</blockquote>
    </details>
  );
}

function Bill({ timeline: { usage, steps } }: { timeline: TimelineData }): JSX.Element {
  const parts = cost(usage);
  const verified = steps.filter((step) => step.verification?.success).length;
  return (
    <p class="section soft small" title={usage && costInFull(usage)}>
      {[
        `${verified} of ${count(steps.length, "step")} verified`,
        ...(parts.length > 0 ? parts : ["no model called"]),
      ].join(" · ")}
    </p>
  );
}
