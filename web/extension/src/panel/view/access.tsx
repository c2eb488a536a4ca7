import { Button, Notice } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { Panel } from "../panel.ts";

/** What is missing when the browser was told to keep the extension away from websites, and the way to allow it. */
export function Access({ panel }: { panel: Panel }): JSX.Element {
  return (
    <Notice kind="warn" icon="eyeOff">
      <p>
        <strong>Screen Agent may not access websites.</strong> Without that it can neither see the page nor reach the
        server.
      </p>
      <Button kind="primary" onClick={() => void panel.outside.askForAccess()}>
        Allow access
      </Button>
      <p class="small">
        If the browser does not ask: open its page of add-ons, choose Screen Agent, and allow there access to all
        websites.
      </p>
    </Notice>
  );
}
