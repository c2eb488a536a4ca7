import type { WireApprovalRequest } from "@screen-agent/api";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { ActionWords } from "./text.tsx";
import { hostOf, secondsLeft } from "./words.ts";

export interface ApprovalCardProps {
  /** Built by the server from facts of the document, never from a model's words. */
  request: WireApprovalRequest;
  /** Name of the control, where it is known. */
  target: string | null;
  /** The whole address that it leads to, or that the form goes to, where that is known. */
  leads?: string | null;
  /** The same was asked before, and the time to answer was up. */
  renewed?: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** An answer is on its way. */
  busy?: boolean;
  onAnswer: (allow: boolean, scope: "once" | "site") => void;
  /** Asks again after the time is up. */
  onExpired?: (() => void) | undefined;
}

/** How long the buttons stay dead, in milliseconds: a click that was meant for what stood there before decides nothing. */
const DEAD = 500;

/** False for a moment after another thing is asked. */
function useArmed(fingerprint: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(fingerprint), DEAD);
    return () => clearTimeout(timer);
  }, [fingerprint]);
  return armed === fingerprint;
}

interface ApprovalFrameProps {
  fingerprint: string;
  title: string;
  /** What is asked, in the server's words. */
  text: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  now: number;
  busy: boolean;
  /** The facts. */
  children: ComponentChildren;
  /** What can be answered; `inert` while a click might not be meant for it. */
  answers: (inert: boolean) => ComponentChildren;
  /** What is said, and can be done, once the time is up. */
  expired: (inert: boolean) => ComponentChildren;
}

/** What every approval looks like: what is asked, for how long, and what can be answered. */
export function ApprovalFrame(props: ApprovalFrameProps): JSX.Element {
  const { fingerprint, title, text, expiresAt, now, busy, children, answers, expired } = props;
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const inert = !useArmed(fingerprint) || busy;
  const left = secondsLeft(expiresAt, now);
  // The card takes the focus, not one of its buttons: a key that was meant for something else decides nothing.
  useLayoutEffect(() => card.current?.focus(), [fingerprint]);
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
        <h2 id={`${id}t`}>{title}</h2>
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
          {text}
        </p>
      </div>
      {children}
      {left > 0 ? <div class="buttons stacked">{answers(inert)}</div> : <div class="expired">{expired(inert)}</div>}
    </section>
  );
}

/** Why something is asked, by the gate's stable codes. */
const REASONS: Record<string, { title: string; why: string }> = {
  leaves_site: { title: "Go to another site?", why: "It leaves the sites that this task is on." },
  posts_elsewhere: {
    title: "Send to another site?",
    why: "What is entered goes to another site than the one you see.",
  },
  changes_state: { title: "Make this change?", why: "It may have an effect that your words did not order." },
  secret_field: { title: "Fill in a secret?", why: "The field takes a password, a card or a one-time code." },
  submits_by_enter: { title: "Send this form?", why: "Enter sends the form." },
  privileged: { title: "Reach into the browser?", why: "It runs code, or touches cookies, storage or traffic." },
  each_is_asked: { title: "Let it do this?", why: "You want to be asked about everything that another program does." },
  hands_over_files: { title: "Give the page a file?", why: "The page can read the file from then on." },
};

const OTHERWISE = { title: "Allow this?", why: "Your words do not say so, so you are asked." };

/** Asks for a yes: what will happen, where, and why it is asked. Nothing but its own buttons says yes. */
export function ApprovalCard(props: ApprovalCardProps): JSX.Element {
  const { request, target, leads = null, renewed = false, now, busy = false, onAnswer, onExpired } = props;
  const { title, why } = (Object.hasOwn(REASONS, request.reason) && REASONS[request.reason]) || OTHERWISE;
  const answers = (inert: boolean): JSX.Element => (
    <>
      <Button kind="primary" disabled={inert} onClick={() => onAnswer(true, "once")}>
        Allow once
      </Button>
      <Button disabled={inert} onClick={() => onAnswer(true, "site")}>
        <span>
          Allow this kind on <bdi>{hostOf(request.origin)}</bdi> for 15 min
        </span>
      </Button>
      <Button kind="deny" disabled={inert} onClick={() => onAnswer(false, "once")}>
        Deny
      </Button>
    </>
  );
  const expired = (): JSX.Element => (
    <>
      <p role="alert">
        <strong>The time to answer is up.</strong> Nothing was done. The page is looked at again before you are asked
        again.
      </p>
      {onExpired && (
        <Button icon="renew" disabled={busy} onClick={onExpired}>
          Ask me again
        </Button>
      )}
    </>
  );
  return (
    <ApprovalFrame {...request} title={title} now={now} busy={busy} answers={answers} expired={expired}>
      {renewed && (
        <p class="soft small" role="status">
          You are asked again: the time before was up, and nothing was done.
        </p>
      )}
      <dl class="facts">
        <dt>Action</dt>
        <dd>
          <ActionWords action={request.action} target={target} />
        </dd>
        <dt>Where</dt>
        <dd>
          <bdi class="origin">{request.origin}</bdi>
        </dd>
        {leads && (
          <>
            <dt>Leads to</dt>
            <dd>
              <bdi class="origin">{leads}</bdi>
            </dd>
          </>
        )}
        <dt>Why asked</dt>
        <dd>{why}</dd>
      </dl>
    </ApprovalFrame>
  );
}
