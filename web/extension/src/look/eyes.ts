/** Sees tabs, as `Eyes` says. */

import type { PageCapture } from "@screen-agent/api";
import { joinFrames } from "@screen-agent/page/join";
import { browser } from "wxt/browser";
import * as cdp from "../hands/cdp.ts";
import type { Eyes, Look, LookOptions } from "../shared/look.ts";
import { dialogIn } from "./dialog.ts";
import { LookError, Moved } from "./error.ts";
import { toldBy } from "./heard.ts";
import { html } from "./html.ts";
import { ask } from "./inject.ts";
import { lookInside } from "./inside.ts";
import { answerTo } from "./listeners.ts";
import { picture } from "./picture.ts";
import { type FrameLook, lookHere } from "./probe.ts";
import { relevant } from "./relevant.ts";
import { present, settle } from "./settle.ts";

/** A page that keeps going elsewhere is looked at this often. */
const TRIES = 4;

/** How long frames may take to come to rest after the top document has. */
const FRAMES_WAIT = 1000;

/** Eyes for all tabs; they remember nothing. */
export function eyes(): Eyes {
  return {
    async look(tabId, options, signal) {
      const start = performance.now();
      const whole = await see(tabId, options, signal);
      const { capture, filtered } = relevant(whole, options.about);
      return {
        capture,
        hash: whole.hash,
        ms: Math.round(performance.now() - start),
        ...(filtered && { filtered }),
      } satisfies Look;
    },
    skeleton: (tabId) => html(tabId, false),
    fullDom: (tabId) => html(tabId, true),
    picture,
  };
}

async function see(tabId: number, options: LookOptions, signal: AbortSignal): Promise<PageCapture> {
  // Only a tab that is worked on already is looked at without waiting.
  if (options.settle) await present(tabId);
  for (let tries = 1; ; tries++) {
    const held = await dialogOn(tabId);
    if (held) return held;
    try {
      if (options.settle || tries > 1) await settle(tabId, signal);
      return await lookOnce(tabId, options.settle ? FRAMES_WAIT : 0, signal);
    } catch (error) {
      const opened = await dialogOn(tabId);
      if (opened) return opened;
      if (!(error instanceof Moved)) throw error;
      if (tries >= TRIES) throw new LookError("NO_ANSWER");
    }
  }
}

async function dialogOn(tabId: number): Promise<PageCapture | null> {
  if (!cdp.attached(tabId)) return null;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return dialogIn(tabId, tab?.url ?? "about:blank");
}

async function lookOnce(tabId: number, wait: number, signal: AbortSignal): Promise<PageCapture> {
  const top = await lookAtTop(tabId, signal);
  if (top.viewer || !top.capture) throw new LookError("RESTRICTED");
  const frames = await lookInside({ tabId, signal, wait }, top);
  return joinFrames(top.capture, frames);
}

// Which elements listen without showing it a debugger can tell, or else the page's own world. The look is good without.
async function lookAtTop(tabId: number, signal: AbortSignal): Promise<FrameLook> {
  const at = { tabId, frameId: 0, signal };
  const look = await ask(at, lookHere, [{ observe: true, asks: true }]);
  const question = look.capture?.ask;
  if (!question) return look;
  const heard = await (cdp.attached(tabId) ? answerTo(question, tabId, signal) : toldBy(question, at));
  return heard === null ? look : ask(at, lookHere, [{ observe: true, asks: true, heard }]);
}
