import { Dialog } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { Panel } from "../panel.ts";

/** Escape was pressed: Enter stops, Escape again goes on. */
export function StopDialog({ panel, onClose }: { panel: Panel; onClose: () => void }): JSX.Element {
  return (
    <Dialog kind="box" title="Stop the task?" onClose={onClose}>
      <p>Nothing further is done. What was done before stays done.</p>
      <div class="buttons">
        <button type="button" class="button primary" autofocus onClick={() => panel.stop()}>
          Stop
        </button>
        <button type="button" class="button" onClick={onClose}>
          Keep going
        </button>
      </div>
    </Dialog>
  );
}
