/** Keys, and who has them. */

import { sleep } from "../../shared/wait.ts";
import { pressKey, typeKeys } from "../input.ts";
import { keyNamed } from "../keys.ts";
import { actIn, actOn, focusedFrame, heldKeys, reach, spotOf } from "../page.ts";
import { Trouble } from "../trouble.ts";
import { HEALED, numberOrNull, type Outcome, text, texts, type Under } from "../under.ts";
import { enters, types } from "./verb.ts";

export const keyboardVerbs = {
  type: types(typesText),
  press: types(pressesKey),
  focus: enters(focuses),
  blur: enters(blurs),
};

async function typesText(under: Under): Promise<Outcome> {
  const [words, delay] = [text(under, "text"), numberOrNull(under, "delayMs") ?? 0];
  const frameId = await focusedFrame(under);
  if (under.trusted) {
    await heldKeys(under, frameId, "", () => typeKeys(under, words, delay));
    return {};
  }
  if (delay === 0) {
    await actIn(under, frameId, "type", [words], undefined, under.basis);
    return {};
  }
  for (const sign of words) {
    await actIn(under, frameId, "type", [sign], undefined, under.basis);
    await sleep(delay, under.signal);
  }
  return {};
}

async function pressesKey(under: Under): Promise<Outcome> {
  const [name, modifiers] = [text(under, "key"), texts(under, "modifiers")];
  const key = keyNamed(name);
  if (!key) throw new Trouble("failed", "there is no such key");
  const frameId = await focusedFrame(under);
  if (under.trusted) await heldKeys(under, frameId, "", () => pressKey(under, key, modifiers));
  else await actIn(under, frameId, "press", [key.key, [...modifiers]], undefined, under.basis);
  return {};
}

async function focuses(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  await reach(under, spot);
  const { healed } = await actOn(under, spot, "focus", [], "reach");
  return healed ? { state: HEALED } : {};
}

async function blurs(under: Under): Promise<Outcome> {
  const spot = await spotOf(under, text(under, "id"));
  await actOn(under, spot, "blur");
  return {};
}
