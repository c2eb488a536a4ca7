import type { WireClause, WireStanding } from "@screen-agent/api";
import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { veiled } from "./words.ts";

/** How a clause stands to the reader; `left` when the task ended before it was done. */
type Standing = WireStanding | "left";

const STANDINGS: Record<Standing, { word: string; icon: IconName }> = {
  verified: { word: "Verified", icon: "check" },
  unverified: { word: "Not seen", icon: "question" },
  open: { word: "Still open", icon: "wait" },
  left: { word: "Not done", icon: "cross" },
  wrong: { word: "Wrong", icon: "cross" },
};

export interface LedgerProps {
  clauses: readonly WireClause[];
  /** Nothing is still to be done once the task has ended. */
  ended: boolean;
  /** Whether it is unfolded at first. */
  open?: boolean;
}

/** What was asked for, part by part, with what showed each to be done. Nothing where nothing was taken apart. */
export function Ledger({ clauses, ended, open = true }: LedgerProps): JSX.Element | null {
  if (clauses.length === 0) return null;
  const verified = clauses.filter((clause) => clause.standing === "verified").length;
  return (
    <details class="ledger fold" open={open}>
      <summary>
        Asked for: {verified} of {clauses.length} verified
      </summary>
      <ul aria-label="What was asked for">
        {clauses.map((clause) => (
          <Clause {...clause} standing={ended && clause.standing === "open" ? "left" : clause.standing} />
        ))}
      </ul>
    </details>
  );
}

function Clause({ words, evidence, standing }: Omit<WireClause, "standing"> & { standing: Standing }): JSX.Element {
  const { word, icon } = STANDINGS[standing];
  return (
    <li class={standing}>
      <Icon name={icon} />
      <div>
        <p dir="auto">{veiled(words)}</p>
        <p class="small soft">
          <span class="word">{word}</span>
          {evidence && (
            <>
              : <bdi>{evidence}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
