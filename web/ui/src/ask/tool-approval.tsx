import type { JSX } from "preact";
import { ApprovalFrame } from "../approval.tsx";
import { Button } from "../button.tsx";
import { cleanText } from "../render/text.ts";
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
  const { name, text, origin } = approval;
  const everything = everythingGiven(approval.arguments);
  const answers = (inert: boolean): JSX.Element => (
    <>
      <Button kind="primary" disabled={inert} onClick={() => onAnswer(true)}>
        Allow
      </Button>
      <Button kind="deny" disabled={inert} onClick={() => onAnswer(false)}>
        Deny
      </Button>
    </>
  );
  const expired = (inert: boolean): JSX.Element => (
    <>
      <p role="alert">
        <strong>The time to answer is up.</strong> Nothing was done.
      </p>
      <Button disabled={inert} onClick={() => onAnswer(false)}>
        Go on without it
      </Button>
    </>
  );
  return (
    <ApprovalFrame
      {...{ ...approval, now, busy, answers, expired }}
      title={of > 1 ? `Allow this? 1 of ${of}` : "Allow this?"}
      text={cleanText(text)}
    >
      <dl class="facts">
        <dt>Tool</dt>
        <dd>{toolName(name)}</dd>
        <dt>Where</dt>
        <dd>{origin ? <bdi class="origin">{cleanText(origin)}</bdi> : "On no website"}</dd>
      </dl>
      {everything.length > 0 && (
        <dl class="facts payload" aria-label="What it is given">
          {everything.map((given) => (
            <Payload key={given.name} given={given} />
          ))}
        </dl>
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
