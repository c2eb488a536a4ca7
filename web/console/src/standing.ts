/** Where a task stands, in the words that panel and console share. */
import type { InteractStatus } from "@screen-agent/api";
import type { TaskStanding } from "@screen-agent/ui";

const STANDINGS: Partial<Record<InteractStatus, TaskStanding>> = {
  completed: "success",
  failed: "failed",
  interrupted: "stopped",
  needs_user_input: "waiting",
};

/** Whatever is none of these goes on. */
export const standingOf = (status: InteractStatus, verified?: boolean): TaskStanding =>
  status === "completed" && verified === false ? "unverified" : (STANDINGS[status] ?? "running");

/** Nothing more is done in it. */
export const hasEnded = (status: InteractStatus): boolean => !["running", "waiting"].includes(standingOf(status));
