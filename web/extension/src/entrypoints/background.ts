import * as cdp from "../hands/cdp.ts";
import { hands } from "../hands/hands.ts";
import { eyes } from "../look/eyes.ts";
import { picture } from "../look/picture.ts";
import { reader } from "../look/reading.ts";
import { recorder } from "../look/recorder.ts";
import { attachedFile } from "../worker/attached.ts";
import { openOnClick } from "../worker/open.ts";
import { loadSettings } from "../worker/store.ts";
import { startWorker } from "../worker/worker.ts";

export default defineBackground(() => {
  openOnClick();
  startWorker({
    eyes: eyes(),
    reader: reader(),
    recorder: recorder(),
    hands: hands({ settings: loadSettings, picture, file: attachedFile }),
    // Chromium lets nobody ask for the debugger later: the build has it or not.
    trusted: cdp.available() ? "granted" : "unavailable",
  });
});
