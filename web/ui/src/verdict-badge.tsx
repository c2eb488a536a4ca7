import type { VerificationInfo } from "@screen-agent/api";
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { percent } from "./words.ts";

/** How something went: well, badly, not to its end, or to an end that nobody saw. */
export type Look = "good" | "bad" | "open" | "doubt";

export interface VerdictProps {
  look: Look;
  icon: IconName;
  /** It goes on: in place of the picture. */
  pulse?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** How something went, in words as well as by colour and mark. */
export function Verdict({ look, icon, pulse = false, class: more, children }: VerdictProps): JSX.Element {
  return (
    <span class={["verdict", more, look].filter(Boolean).join(" ")}>
      {pulse ? <span class="pulse" aria-hidden="true" /> : <Icon name={icon} />}
      {children}
    </span>
  );
}

export interface VerdictBadgeProps {
  /** Null while nothing was judged yet. */
  verification: VerificationInfo | null;
  /** How performing it went, as far as the client knows. */
  performed?: { success: boolean } | null;
}

/** Whether a step did what it was meant to do. */
export function VerdictBadge({ verification, performed = null }: VerdictBadgeProps): JSX.Element | null {
  if (verification) {
    const { success } = verification;
    return (
      <Verdict look={success ? "good" : "bad"} icon={success ? "check" : "cross"}>
        {success ? "Verified" : "Not verified"}
      </Verdict>
    );
  }
  if (!performed) return null;
  return performed.success ? (
    <Verdict look="open" icon="wait">
      Done, not checked yet
    </Verdict>
  ) : (
    <Verdict look="bad" icon="cross">
      Not done
    </Verdict>
  );
}

/** What judged a step, by tier of verification. */
const TIERS = ["Nothing on the page changed", "Judged by rules", "Judged at a glance by a model", "Judged by a model"];

/** Why a step was judged as it was, and what was seen: for the debug view. */
export function Evidence({ verification }: { verification: VerificationInfo }): JSX.Element {
  const { reason, evidence, tier, confidence } = verification;
  return (
    <div class="evidence">
      <p dir="auto">{reason}</p>
      {evidence.length > 0 && (
        <ul>
          {evidence.map((seen) => (
            <li>
              <bdi>{seen}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p class="soft">
        {TIERS[tier] ?? "Judged"} (tier {tier}), confidence {percent(confidence)}
      </p>
    </div>
  );
}
