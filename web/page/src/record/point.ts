/** The person points at a control: their next click chooses it, and the page hears nothing of it. */
import { clock, offer, targetOf } from "../lending.ts";
import { controlIn, type Sight, sight } from "./noted.ts";

/** The rest of a double click comes within this. */
const DOUBLE = 600;

/** Waits for the next real click. Without anybody to tell it waits no more. */
export function point(tell?: (id: string, seen: Sight) => void): true {
  if (!tell) offer(null);
  else offer(taking(tell));
  return true;
}

function taking(tell: (id: string, seen: Sight) => void): (event: Event) => boolean {
  let chosenAt = Number.POSITIVE_INFINITY;
  let seen: Sight | null = null;
  return (event) => {
    if (!(event instanceof MouseEvent) && !event.type.startsWith("touch")) return false;
    if (clock() - chosenAt > DOUBLE) {
      offer(null);
      return false;
    }
    if (event.type === "pointerdown") seen = sight();
    const el = targetOf(event);
    const look = seen ?? sight();
    const control = event.type === "click" && el instanceof Element && chosenAt > clock() ? controlIn(look, el) : null;
    if (control) {
      chosenAt = clock();
      tell(control.id, look);
    }
    return true;
  };
}
