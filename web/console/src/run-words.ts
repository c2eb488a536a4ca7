/** How a run stands, in words, and as badges show it. */
import type { RunStatus } from "@screen-agent/api";
import type { TaskStanding } from "@screen-agent/ui";

export const RUN_WORDS: Record<RunStatus, { word: string; standing: TaskStanding }> = {
  queued: { word: "Queued", standing: "waiting" },
  running: { word: "Running", standing: "running" },
  waiting: { word: "Needs an answer", standing: "waiting" },
  done: { word: "Done", standing: "success" },
  done_unverified: { word: "Done, not verified", standing: "unverified" },
  failed: { word: "Failed", standing: "failed" },
  cancelled: { word: "Cancelled", standing: "stopped" },
};

/** Nothing more comes of it, unless it is wanted again. */
export const isOver = (status: RunStatus): boolean =>
  ["done", "done_unverified", "failed", "cancelled"].includes(status);
