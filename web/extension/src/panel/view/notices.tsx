import { Button, Notice, ProblemNotice } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import type { PanelState } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";
import { Access } from "./access.tsx";

interface NoticesProps {
  panel: Panel;
  state: PanelState;
  /** What is said where the browser keeps extensions away from the page. */
  restricted: string;
  children?: ComponentChildren;
}

/** What stands in the way now. */
export function Notices({ panel, state, restricted, children }: NoticesProps): JSX.Element {
  const problem = panel.problem.value;
  return (
    <div class="notices">
      {problem && (
        <div class="dismissible">
          <ProblemNotice {...problem} now={panel.outside.now.value} />
          <Button onClick={() => (panel.problem.value = null)}>Dismiss</Button>
        </div>
      )}
      {!state.access && <Access panel={panel} />}
      {state.access && state.tab?.restricted && (
        <Notice kind="warn" icon="eyeOff">
          {restricted}
        </Notice>
      )}
      {children}
    </div>
  );
}
