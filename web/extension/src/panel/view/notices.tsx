import { Notice, ProblemNotice } from "@screen-agent/ui";
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

/** Why what was asked for here did not work: beside what was pressed, and gone as soon as something else is done. */
export function Trouble({ panel }: { panel: Panel }): JSX.Element | null {
  const problem = panel.problem.value;
  if (!problem || panel.sheet.value) return null;
  return (
    <div class="trouble">
      <ProblemNotice {...problem} now={panel.outside.now.value} onDismiss={() => (panel.problem.value = null)} />
    </div>
  );
}

/** What stands in the way now. */
export function Notices({ panel, state, restricted, children }: NoticesProps): JSX.Element {
  return (
    <div class="notices">
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
