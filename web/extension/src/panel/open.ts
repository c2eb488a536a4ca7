import type { PanelState } from "../shared/protocol.ts";

/** True while a task of the tab goes on, or waits for the person. */
export const isOpen = (state: PanelState): boolean => state.task?.status === "running" || state.task?.status === "waiting";
