/** What is done with the mouse. */
import { type Button, drag, moveTo, pressButton } from "../input.ts";
import { actOn, type Reached, reach, type Spot, spotOf, watched } from "../page.ts";
import { Trouble, unsupported } from "../trouble.ts";
import { HEALED, type Outcome, text, type Under } from "../under.ts";
import { works } from "./verb.ts";

export const pointerVerbs = {
  click: works((under) => clicks(under, "click", "left", 1)),
  doubleClick: works((under) => clicks(under, "doubleClick", "left", 2)),
  rightClick: works((under) => clicks(under, "rightClick", "right", 1)),
  hover: works(hovers),
  dragAndDrop: works(drags),
};

async function clicks(under: Under, name: string, button: Button, times: number): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  if (!under.trusted) return byEvents(under, spot, name);
  const { healed } = await clickAt(under, spot, button, times);
  return stateOf(under, healed);
}

/** Clicks an element with the browser's own mouse. */
export function clickAt(under: Under, spot: Spot, button: Button, times: number): Promise<Reached> {
  return watched(under, async () => {
    const found = await approach(under, spot);
    await pressButton(under, found, button, times);
    return found;
  });
}

function stateOf({ watch }: Under, healed: boolean): Outcome {
  if (watch.removed) return { state: "the tab closed" };
  return healed ? { state: HEALED } : {};
}

async function byEvents(under: Under, spot: Spot, name: string): Promise<Outcome> {
  // Out of view or covered by the page around is only seen from outside.
  const { healed } = await reach(under, spot);
  const acted = await actOn(under, spot, name, [], "reach");
  return healed || acted.healed ? { state: HEALED } : {};
}

async function hovers(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  if (!under.trusted) return byEvents(under, spot, "hover");
  const found = await reach(under, spot);
  await moveTo(under, found);
  return stateOf(under, found.healed);
}

const TRIES = 3;

/**
 * Moves the pointer onto an element, as a hand does before it presses. The page may answer that by
 * moving or covering things, so the element is found once more: the press goes to it or nowhere.
 */
async function approach(under: Under, spot: Spot): Promise<Reached> {
  let found = await reach(under, spot);
  for (let tries = 0; tries < TRIES; tries++) {
    await moveTo(under, found);
    const again = await reach(under, spot, false, { guard: true });
    again.healed ||= found.healed;
    if (isSame(again, found)) return again;
    found = again;
  }
  throw new Trouble("failed", "the element does not stand still");
}

function isSame(a: Reached, b: Reached): boolean {
  return a.x === b.x && a.y === b.y;
}

async function drags(under: Under): Promise<Outcome> {
  const from = await spotOf(under, text(under, "from"));
  const to = await spotOf(under, text(under, "to"), true);
  if (!under.trusted) return dragsByEvents(under, from, to);
  let [start, end] = [await reach(under, from, false, { grip: true }), await reach(under, to)];
  // Looking for one end may scroll the other away; both must stay where they were found.
  for (let tries = 0; tries < TRIES; tries++) {
    const [startAgain, endAgain] = [await reach(under, from, false, { grip: true }), await reach(under, to)];
    if (isSame(start, startAgain) && isSame(end, endAgain)) {
      await drag(under, start, end);
      return stateOf(under, start.healed || end.healed);
    }
    [start, end] = [startAgain, endAgain];
  }
  throw new Trouble("failed", "the two ends are never in view at once");
}

async function dragsByEvents(under: Under, from: Spot, to: Spot): Promise<Outcome> {
  if (from.frameId !== to.frameId) throw unsupported("dragging from one frame to another by page events");
  const { healed } = await actOn(under, from, "dragAndDrop", [to.id], "reach");
  return healed ? { state: HEALED } : {};
}
