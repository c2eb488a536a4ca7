/** What this client looks at after an action of a chain. Spec 001 §9.4. */
import type { ClientCheck, ElementId, PageCapture, SemanticNode } from "@screen-agent/api";
import { statesOf } from "../look/sentinel.ts";
import { sameValue } from "./same_value.ts";

/**
 * Says why a check is not passed; null when it is. What the page holds is not repeated.
 * `before` is the look before the action, `after` the one after it.
 */
export function check(wanted: ClientCheck, before: PageCapture, after: PageCapture): string | null {
  switch (wanted.type) {
    case "value_matches":
      return onNode(after, wanted.elementId, (node) =>
        holds(node, wanted.expectedValue) ? null : "the field does not hold what was entered",
      );
    case "state_changed":
      return onNode(after, wanted.elementId, (now) =>
        onNode(before, wanted.elementId, (was) => (lasting(was) === lasting(now) ? "its state is what it was" : null)),
      );
    case "element_visible":
      return onNode(after, wanted.elementId, (node) => (node.occ ? "something lies over it" : null));
    case "element_enabled":
      return onNode(after, wanted.elementId, (node) =>
        statesOf(node).includes("disabled") ? "it cannot be used" : null,
      );
  }
}

function onNode(look: PageCapture, id: ElementId, judge: (node: SemanticNode) => string | null): string | null {
  const node = look.interactiveTree.find((node) => node.i === String(id));
  return node ? judge(node) : "the control is not in view any more";
}

/** Of a secret field it is only told that it is filled. */
function holds(node: SemanticNode, value: string): boolean {
  return statesOf(node).includes("filled") ? value !== "" : sameValue(value, node.v ?? "");
}

/** Everything about a control that an action may change; not that it has the keyboard now. */
function lasting(node: SemanticNode): string {
  const kept = statesOf(node).filter((state) => state !== "" && state !== "focused");
  return JSON.stringify([kept.sort(), node.v ?? null]);
}
