import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { clock, duration, veiled } from "./words.ts";

/** Where a task stands, as people are told. */
export type TaskStanding = "running" | "waiting" | Outcome;

/**
 * How a task ended. It is a success where nothing says that a part of it was not seen to be done, and declined where the
 * person said no.
 */
export type Outcome = "success" | "unverified" | "failed" | "stopped" | "declined";

/** What is being done at this moment. */
export type TaskActivity = "looking" | "thinking" | "acting" | "reconnecting";

const STANDINGS: Record<TaskStanding, { word: string; icon: IconName }> = {
  running: { word: "Running", icon: "go" },
  waiting: { word: "Waiting", icon: "question" },
  success: { word: "Completed", icon: "check" },
  unverified: { word: "Done, not verified", icon: "warn" },
  failed: { word: "Failed", icon: "cross" },
  stopped: { word: "Stopped", icon: "stop" },
  declined: { word: "Not done", icon: "stop" },
};

const ACTIVITIES: Record<TaskActivity, string> = {
  looking: "Looking at the page",
  thinking: "Thinking about the next step",
  acting: "Acting on the page",
  reconnecting: "Reconnecting to the server",
};

/** Where a task stands, for those who are told of it and do not see the badge. */
export const standingWord = (standing: TaskStanding): string => STANDINGS[standing].word;

export interface StandingBadgeProps {
  standing: TaskStanding;
  /** In place of the usual word. */
  said?: string;
}

export function StandingBadge({ standing, said }: StandingBadgeProps): JSX.Element {
  const { word, icon } = STANDINGS[standing];
  return (
    <span class={`standing ${standing}`}>
      {standing === "running" ? <span class="pulse" aria-hidden="true" /> : <Icon name={icon} />}
      {said ?? word}
    </span>
  );
}

export function StopButton({ onStop }: { onStop: () => void }): JSX.Element {
  return (
    <button type="button" class="stop" onClick={onStop} aria-keyshortcuts="Escape">
      <Icon name="stop" />
      Stop
    </button>
  );
}

export interface TaskHeaderProps {
  standing: TaskStanding;
  /** The words stand in the conversation; here they are a tip. */
  query: string;
  activity?: TaskActivity | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number | null;
  now: number;
  /** Omitted where the task cannot be stopped from here. */
  onStop?: () => void;
}

/** What is being done, since when, and how to stop it. */
export function TaskHeader(props: TaskHeaderProps): JSX.Element {
  const { standing, query, activity = null, startedAt, endedAt, now, onStop } = props;
  const ms = (endedAt ?? now) - startedAt;
  const open = standing === "running" || standing === "waiting";
  return (
    <section class="task-header" aria-label="Task" title={veiled(query)} tabIndex={-1}>
      <div class="task-line">
        <StandingBadge standing={standing} />
        <span class="elapsed" aria-label={`Time taken: ${duration(ms)}`} role="timer" aria-live="off">
          {clock(ms)}
        </span>
        {open && onStop && <StopButton onStop={onStop} />}
      </div>
      <p class="activity" role="status">
        {standing === "running" && activity ? `${ACTIVITIES[activity]} …` : ""}
        {standing === "waiting" ? "Waiting for you" : ""}
      </p>
    </section>
  );
}
