import type { Box } from "../dom/box.ts";

/** A control as one pass found it, before it has an id. */
export interface Control {
  el: Element;
  role: string;
  /** False when only behaviour (a listener, a hand cursor) makes it a control. */
  strong: boolean;
  /** Its box, or that of the label that stands in for it. */
  box: Box;
  /** The label to click when the control itself is not drawn. */
  proxy?: Element;
  /** Name; empty until the pass is over for those that take it from their content. */
  name: string;
  /** Nodes whose words the name repeats. */
  sources: readonly Node[];
  /** Whether `name` covers every visible word in it. */
  atomic: boolean;
  /** Controls drawn inside it. */
  nested: number;
  occluded: boolean;
  drag: boolean;
  /** Nearest listed control around it. */
  around: Control | null;
  dropped: boolean;
  id: string;
}

/** A control that is not known any closer yet. */
export function newControl(el: Element, role: string, strong: boolean, box: Box, around: Control | null): Control {
  return {
    el,
    role,
    strong,
    box,
    name: "",
    sources: [],
    atomic: false,
    nested: 0,
    occluded: false,
    drag: false,
    around,
    dropped: false,
    id: "",
  };
}
