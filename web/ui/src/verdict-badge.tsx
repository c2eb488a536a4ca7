import type { VerificationInfo } from "@screen-agent/api";
import type { JSX } from "preact";
import { Icon } from "./icon.tsx";
import { percent } from "./words.ts";

export interface VerdictBadgeProps {
  /** Null while nothing was judged yet. */
  verification: VerificationInfo | null;
  /** How performing it went, as far as the client knows. */
  performed?: { success: boolean } | null;
}

/** Whether a step did what it was meant to do. Says it in words as well as by colour and mark. */
export function VerdictBadge({ verification, performed = null }: VerdictBadgeProps): JSX.Element | null {
  if (verification) {
    const { success, confidence } = verification;
    return (
      <span class={`verdict ${success ? "good" : "bad"}`}>
        <Icon name={success ? "check" : "cross"} />
        {success ? "Verified" : "Not verified"} <span class="soft">{percent(confidence)}</span>
      </span>
    );
  }
  if (!performed) return null;
  return performed.success ? (
    <span class="verdict open">
      <Icon name="wait" />
      Done, not checked yet
    </span>
  ) : (
    <span class="verdict bad">
      <Icon name="cross" />
      Not done
    </span>
  );
}

/** What judged a step, by tier of verification. */
const TIERS = ["Nothing on the page changed", "Judged by rules", "Judged at a glance by a model", "Judged by a model"];

/** Why a step was judged as it was, and what was seen. */
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
