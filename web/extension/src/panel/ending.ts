/** What is told of a task that has ended: what was done, and how to get back. */
import { type Deed, hostOf, type Undo } from "@screen-agent/ui";
import type { Change, StepView, TaskView } from "../shared/protocol.ts";

type Effect = NonNullable<StepView["effects"]>[number];

/** The effects of all steps that worked, in order. */
function carriedOut(steps: readonly StepView[]): Effect[] {
  return steps.flatMap(({ effects = [], chain, performed, verification }) => {
    if (chain) return effects.slice(0, chain.done);
    // What was seen to have worked has worked, whatever the client knew of it.
    return performed?.success || verification?.success ? effects : [];
  });
}

/** What was done on the page, looking and waiting left out. */
export function deedsOf(steps: readonly StepView[]): Deed[] {
  const done = carriedOut(steps).filter(({ reach }) => reach !== "looks");
  return done.map(({ action, target, change }) => ({
    action,
    target,
    change: change?.kind === "text" ? change : null,
  }));
}

/** How a task can be undone; null where there is nothing to undo. */
export function undoOf({ steps, place }: Pick<TaskView, "steps" | "place">): Undo | null {
  const done = carriedOut(steps);
  const { from, to } = place;
  if (done.some(({ reach }) => reach === "sends"))
    return cannot(`What was sent to ${hostOf(to ?? from ?? "the site")} cannot be taken back from here.`);
  const acts = done.filter(({ reach }) => reach === "acts");
  if (acts.length > 0) {
    const names = [...new Set(acts.flatMap(({ target }) => target ?? []))].slice(0, 3);
    const what = names.map((name) => `“${name}”`).join(", ") || "this";
    return cannot(`What ${what} did cannot be undone from here, only on the site itself.`);
  }
  const changes = done.filter(({ reach }) => reach === "changes");
  if (changes.length > 0) return from === to ? putBack(changes) : null;
  return from && to && from !== to ? { kind: "say", label: "Go back", words: `Go to ${from}` } : null;
}

const cannot = (why: string): Undo => ({ kind: "cannot", why });

/** Everything as it was, where that is known of each field and can be said in words. */
function putBack(effects: readonly Effect[]): Undo | null {
  const first = new Map<string, Change>();
  for (const { change, target } of effects) {
    if (!change || !target || change.before.includes('"') || target.includes('"')) return null;
    if (!first.has(target)) first.set(target, change);
  }
  const words = [...first].map(([field, change]) => sayBack(field, change));
  if (words.some((word) => word === null)) return null;
  return { kind: "say", label: "Put it back", words: words.join(", then ") };
}

function sayBack(field: string, { kind, before }: Change): string | null {
  if (kind === "toggle") return `${before === "on" ? "Tick" : "Untick"} "${field}"`;
  if (kind === "choice") return before ? `Choose "${before}" in "${field}"` : null;
  return before ? `Enter "${before}" into "${field}"` : `Clear "${field}"`;
}
