import type { JSX } from "preact";
import { ApprovalFrame, useArmed } from "../approval.tsx";
import { Button } from "../button.tsx";
import { cleanText } from "../render/text.ts";
import { secondsLeft } from "../words.ts";
import { everythingGiven, type Given, toolName } from "./tool-words.ts";

/** What the person is asked before a tool. */
export interface ShownApproval {
  callId: string;
  fingerprint: string;
  name: string;
  /** The server's, made of facts alone. */
  text: string;
  /** Where it takes effect; empty where that is no site. */
  origin: string;
  arguments: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface ToolApprovalCardProps {
  approval: ShownApproval;
  /** How many are asked at once, this one among them. */
  of: number;
  now: number;
  busy?: boolean;
  onAnswer: (allow: boolean) => void;
}

/** Asks for a yes to a tool: what it does, to what, and where. Nothing but its own buttons says yes. */
export function ToolApprovalCard({ approval, of, now, busy = false, onAnswer }: ToolApprovalCardProps): JSX.Element {
  const left = secondsLeft(approval.expiresAt, now);
  const inert = !useArmed(approval.fingerprint) || busy;
  const title = of > 1 ? `Allow this? 1 of ${of}` : "Allow this?";
  return (
    <ApprovalFrame fingerprint={approval.fingerprint} title={title} text={cleanText(approval.text)} left={left}>
      <dl class="facts">
        <dt>Tool</dt>
        <dd>{toolName(approval.name)}</dd>
        <dt>Where</dt>
        <dd>{approval.origin ? <bdi class="origin">{cleanText(approval.origin)}</bdi> : "On no website"}</dd>
      </dl>
      <dl class="facts payload" aria-label="What it is given">
        {everythingGiven(approval.arguments).map((given) => (
          <Payload key={given.name} given={given} />
        ))}
      </dl>
      {left > 0 ? (
        <div class="buttons stacked">
          <Button kind="primary" disabled={inert} onClick={() => onAnswer(true)}>
            Allow
          </Button>
          <Button kind="deny" disabled={inert} onClick={() => onAnswer(false)}>
            Deny
          </Button>
        </div>
      ) : (
        <div class="expired">
          <p role="alert">
            <strong>The time to answer is up.</strong> Nothing was done.
          </p>
          <Button disabled={inert} onClick={() => onAnswer(false)}>
            Go on without it
          </Button>
        </div>
      )}
    </ApprovalFrame>
  );
}

/** One thing that the tool is given, unfolded; of a very long one the beginning, and a fold for all of it. */
function Payload({ given }: { given: Given }): JSX.Element {
  return (
    <>
      <dt>{given.name}</dt>
      <dd>
        <pre dir="auto">{given.shown}</pre>
        {given.whole !== undefined && (
          <details class="fold">
            <summary>All of it: {Array.from(given.whole).length} characters</summary>
            <pre dir="auto">{given.whole}</pre>
          </details>
        )}
      </dd>
    </>
  );
}
