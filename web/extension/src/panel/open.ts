import type { PanelState } from "../shared/protocol.ts";

/** True while a task of the tab goes on, or waits for the person. */
export const isOpen = (state: PanelState): boolean =>
  state.task?.status === "running" || state.task?.status === "waiting";

/** True while a question of the tab is being answered, or waits for the person. */
export const isAnswering = (state: PanelState): boolean =>
  state.ask?.status === "running" || state.ask?.status === "waiting";
