/** What the person does themselves, noted down so that it can be done again. */
import type { PageCapture, RecordedStep } from "@screen-agent/api";
import type { Noted } from "@screen-agent/page/noted";
import type { Problem } from "./protocol.ts";

export type { Noted };

/** Told by the page code of a document in which it is noted what the person does. */
export interface NotedMessage {
  noted: Noted;
}

/** Told by a document in which the person pointed at a control. */
export interface PointedMessage {
  pointed: { id: string; seen: PageCapture };
}

/** Has documents note down what the person does in them. */
export interface Recorder {
  /** In a frame, or in all of a tab; again in each document that comes. */
  begin(tabId: number, frameId?: number): Promise<void>;
  /** Ends it; answers what was still being written, by frame. */
  end(tabId: number): Promise<{ frameId: number; noted: Noted }[]>;
  /** The next click chooses a control, or, without `on`, none does any more. */
  point(tabId: number, on: boolean): Promise<void>;
}

/** One step, with what its control is called. */
export interface NamedStep extends RecordedStep {
  name: string | null;
  /** Id of its control. */
  control: string | null;
}

/** A recording as the panel shows it. */
export interface RecordingView {
  tabId: number;
  /** It goes on, it rests, it is over and to be looked through, or it is kept. */
  standing: "on" | "paused" | "done" | "kept";
  steps: { action: string; name: string | null; secret: boolean; varies: boolean; value: boolean }[];
  /** What could not be noted, a sentence each. */
  left: string[];
  /** Why it ended, where the person did not end it. */
  why: string | null;
  /** What it may be called; once kept, what it is. */
  name: string;
}

/** A step that is corrected by pointing, as the panel shows it. */
export interface PointingView {
  tabId: number;
  workflow: string;
  /** Counted from 1. */
  step: number;
  /** What is otherwise in the next version, once there is one; null as long as nothing was pointed at. */
  what: string[] | null;
  /** Why what was pointed at could not take its place. */
  problem: Problem | null;
}
