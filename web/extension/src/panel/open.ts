import type { PanelState, TaskView } from "../shared/protocol.ts";

/** True while a task goes on, or waits for the person. */
export const goesOn = (task: TaskView | null): task is TaskView =>
  task?.status === "running" || task?.status === "waiting";

/** True while a task of the tab is open, or another follows for the next row of a table. */
export const isOpen = ({ task, rows }: PanelState): boolean => goesOn(task) || rows?.standing === "running";

/** True while a question of the tab is being answered, or waits for the person. */
export const isAnswering = (state: PanelState): boolean =>
  state.ask?.status === "running" || state.ask?.status === "waiting";
