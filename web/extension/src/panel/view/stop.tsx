import { Button, Dialog } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { Panel } from "../panel.ts";

/** Escape was pressed: Enter stops, Escape again goes on. */
export function StopDialog({
  panel,
  what,
  onClose,
}: {
  panel: Panel;
  what: "task" | "answer";
  onClose: () => void;
}): JSX.Element {
  return (
    <Dialog kind="box" title={what === "task" ? "Stop the task?" : "Stop answering?"} onClose={onClose}>
      <p>Nothing further is done. What was done before stays done.</p>
      <div class="buttons">
        <Button kind="primary" autofocus onClick={() => panel.stop()}>
          Stop
        </Button>
        <Button onClick={onClose}>Keep going</Button>
      </div>
    </Dialog>
  );
}
