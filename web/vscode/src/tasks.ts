/** What can be asked for. */
import type { IdeRequest, IdeTask } from "@screen-agent/api/ide";

/** Designs of Figma are named by an address and a job; what is asked here is words and a file. */
type Offered = Exclude<IdeTask, "figma_context_scan" | "figma_apply">;

/** A task as people know it, and the field of a request that the open file is, where it works on one. */
const TASKS: Record<Offered, readonly [title: string, about: string, field: keyof IdeRequest | null]> = {
  design_generate: ["A screen", "from words, or going on from the open one", "ui_json"],
  symbols_identify: ["Symbols and events", "what of the open screen is dynamic", "ui_json"],
  variables_derive: ["Variables", "of the open screen", "ui_json"],
  bdd_generate: ["Scenarios", "of the open screen", "ui_json"],
  bdd_refine: ["Better scenarios", "the open ones, refined by your words", "current_bdd"],
  actionflow_generate: ["A flow", "of the open scenarios", "bdd_text"],
  actionflow_refine: ["A better flow", "the open one, refined by your words", "current_flow"],
  data_action_generate: ["A call of an API", "from words", null],
};

/** A task to choose. */
export interface Choice {
  task: IdeTask;
  label: string;
  description: string;
  field: keyof IdeRequest | null;
}

/** Those that a server has. */
export function choices(known: readonly string[]): Choice[] {
  const all = Object.entries(TASKS) as [Offered, (typeof TASKS)[Offered]][];
  return all
    .filter(([task]) => known.includes(task))
    .map(([task, [label, description, field]]) => ({ task, label, description, field }));
}

/** A file as a request has it: what is JSON goes as JSON. */
export function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
