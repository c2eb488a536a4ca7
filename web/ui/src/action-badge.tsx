import type { JSX } from "preact";
import { actionKind } from "./action-words.ts";
import { Icon } from "./icon.tsx";
import { ActionWords } from "./text.tsx";
import { count } from "./words.ts";

export interface ActionBadgeProps {
  /** In the contract's form: `click(12)`. */
  action: string;
  /** Name of the control that it is aimed at. */
  target?: string | null;
  /** Links of a chain that were performed, and how many there are. */
  chain?: { done: number; total: number } | undefined;
}

/** What is done, in plain words. */
export function ActionBadge({ action, target, chain }: ActionBadgeProps): JSX.Element {
  const more = chain && chain.total > 1 ? chain.total - 1 : 0;
  return (
    <span class="action">
      <Icon name={actionKind(action)} />
      <span>
        <ActionWords action={action} target={target} />
        {more > 0 && (
          <span class="soft">
            {" "}
            and {count(more, "more action")} ({chain?.done} of {chain?.total} done)
          </span>
        )}
      </span>
    </span>
  );
}
