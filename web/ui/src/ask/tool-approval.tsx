import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useArmed } from "../approval.tsx";
import { Icon } from "../icon.tsx";
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
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const left = secondsLeft(approval.expiresAt, now);
  // The card takes the focus, not one of its buttons: a key that was meant for something else decides nothing.
  useEffect(() => card.current?.focus(), [approval.fingerprint]);
  const inert = !useArmed(approval.fingerprint) || busy;
  return (
    <section
      class="card approval"
      ref={card}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
    >
      <header>
        <Icon name="shield" />
        <h2 id={`${id}t`}>{of > 1 ? `Allow this? 1 of ${of}` : "Allow this?"}</h2>
        {left > 0 && (
          <span
            class={`countdown ${left <= 15 ? "soon" : ""}`}
            role="timer"
            aria-live="off"
            aria-label={`Time left: ${left} seconds`}
          >
            {left} s left
          </span>
        )}
      </header>
      <div id={`${id}d`} role="alert">
        <p class="approval-text" dir="auto">
          {cleanText(approval.text)}
        </p>
      </div>
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
          <button type="button" class="button primary" disabled={inert} onClick={() => onAnswer(true)}>
            Allow
          </button>
          <button type="button" class="button deny" disabled={inert} onClick={() => onAnswer(false)}>
            Deny
          </button>
        </div>
      ) : (
        <div class="expired">
          <p role="alert">
            <strong>The time to answer is up.</strong> Nothing was done.
          </p>
          <button type="button" class="button" disabled={inert} onClick={() => onAnswer(false)}>
            Go on without it
          </button>
        </div>
      )}
    </section>
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
