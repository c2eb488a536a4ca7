/** The line to the worker, which sends all that the panel shows. */
import { browser } from "wxt/browser";
import { PANEL_PORT, type PanelHello, type PanelState } from "../shared/protocol.ts";

/** Waits before the line is made again, in milliseconds: a worker that was put to sleep wakes by it. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 5_000;

/** Listens until the signal ends it. A line that breaks is made again. */
export function listen(hello: PanelHello, onState: (state: PanelState) => void, until: AbortSignal): void {
  let wait = FIRST_WAIT;
  const connect = (): void => {
    if (until.aborted) return;
    try {
      const port = browser.runtime.connect({ name: PANEL_PORT });
      port.onMessage.addListener((state: PanelState) => {
        wait = FIRST_WAIT;
        onState(state);
      });
      const leave = (): void => port.disconnect();
      port.onDisconnect.addListener(() => {
        until.removeEventListener("abort", leave);
        again();
      });
      until.addEventListener("abort", leave, { once: true });
      port.postMessage(hello);
    } catch {
      // The extension was updated or taken away under an open panel.
      again();
    }
  };
  const again = (): void => {
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  connect();
}
