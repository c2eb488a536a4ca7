import type { JSX } from "preact";
import { Icon } from "../icon.tsx";
import { oneLine } from "../render/text.ts";

/** What is being done for an answer. */
export type AskActivity = "reading" | "thinking" | "acting" | "reconnecting";

const ACTIVITIES: Record<AskActivity, string> = {
  reading: "Reading the page",
  thinking: "Thinking",
  acting: "Acting on the page",
  reconnecting: "Reconnecting to the server",
};

export interface AskProgressProps {
  /** Null while nothing goes on. */
  activity: AskActivity | null;
  /** What the server says it is doing. */
  progress: string | null;
  /** Not yet over; false shows nothing, and stays to be filled. */
  open: boolean;
  /** The person is waited for. */
  waiting: boolean;
  onStop: () => void;
}

/** One line on what is being done, told politely, and the way to stop it. It always stands there: a line that comes with its words is not read aloud. */
export function AskProgress({ activity, progress, open, waiting, onStop }: AskProgressProps): JSX.Element {
  const told = waiting ? "Waiting for you" : oneLine(progress, 160) || (activity ? `${ACTIVITIES[activity]} …` : "");
  return (
    <div class={open ? "ask-progress" : "ask-progress over"}>
      {open && !waiting && <span class="pulse" aria-hidden="true" />}
      <p role="status" dir="auto">
        {open ? told : ""}
      </p>
      {open && (
        <button type="button" class="stop" onClick={onStop} aria-keyshortcuts="Escape">
          <Icon name="stop" />
          Stop
        </button>
      )}
    </div>
  );
}
