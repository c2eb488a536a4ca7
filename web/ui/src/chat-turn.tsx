import type { VerificationInfo, WireMessage } from "@screen-agent/api";
import type { JSX } from "preact";
import { ActionBadge } from "./action-badge.tsx";
import { actionKind, endsTask, repeats } from "./action-words.ts";
import { AttachmentChip } from "./attachment-chip.tsx";
import { Icon } from "./icon.tsx";
import { attachmentsOf, isUnverified, planOf } from "./message.ts";
import { PlanCard } from "./plan.tsx";
import { Prose } from "./text.tsx";
import { Verdict, VerdictBadge, type VerdictProps } from "./verdict-badge.tsx";
import { codeWords, timeOfDay, veiled } from "./words.ts";

/** What is known about a step besides its message. */
export interface StepFacts {
  target?: string | null;
  chain?: { done: number; total: number } | undefined;
  performed?: {
    success: boolean;
    code?: string | undefined;
    message?: string | undefined;
    state?: string | undefined;
  } | null;
  verification?: VerificationInfo | null;
  /** Said when the step puts an earlier one right. */
  correction?: { strategy: string; reason: string } | null;
}

export interface ChatTurnProps {
  message: WireMessage;
  /** The step that the message tells of. */
  step?: StepFacts | null;
  /** Thought and evidence are folded away in older turns. */
  latest?: boolean;
  /** Said here and not heard by the server yet. */
  sending?: boolean;
}

/** One turn of the conversation: the person's on the right, the agent's on the left, plans and notices between. */
export function ChatTurn(props: ChatTurnProps): JSX.Element {
  const { message } = props;
  if (message.role === "user") return <UserTurn {...props} />;
  const plan = planOf(message);
  if (plan) return <PlanCard {...plan} />;
  if (message.role === "system") return <SystemTurn message={message} />;
  return message.actionString && !endsTask(message.actionString) ? (
    <StepTurn {...props} />
  ) : (
    <SaidTurn message={message} />
  );
}

function UserTurn({ message, sending = false }: ChatTurnProps): JSX.Element {
  return (
    <article class="turn user" aria-label="You">
      <div class="bubble">
        <Prose text={veiled(message.content)} />
        {attachmentsOf(message).map((file) => (
          <AttachmentChip {...file} />
        ))}
      </div>
      <p class="when">{sending ? "Sending …" : <Time iso={message.timestamp} />}</p>
    </article>
  );
}

function SystemTurn({ message }: { message: WireMessage }): JSX.Element {
  return (
    <article class="turn system" aria-label="Notice">
      <Icon name="info" />
      <Prose text={message.content} />
    </article>
  );
}

/** What the agent said without acting: an answer, a question, the end of a task. */
function SaidTurn({ message }: { message: WireMessage }): JSX.Element {
  const end = endsTask(message.actionString);
  return (
    <article class="turn agent" aria-label="Agent">
      <div class="bubble">
        {end && <Verdict {...ending(end, message)} />}
        <Prose text={message.content} />
      </div>
      <p class="when">
        <Time iso={message.timestamp} />
      </p>
    </article>
  );
}

function ending(end: "finish" | "fail", message: WireMessage): VerdictProps {
  if (end === "fail") return { look: "bad", icon: "cross", children: "Gave up" };
  return isUnverified(message)
    ? { look: "doubt", icon: "warn", children: "Done, not verified" }
    : { look: "good", icon: "check", children: "Finished" };
}

/** What the agent did: the action in plain words, why, and whether it worked. */
function StepTurn({ message, step, latest = false }: ChatTurnProps): JSX.Element {
  const action = message.actionString ?? "";
  const failed = failure(message, step);
  const { verification = null, performed = null, target = null } = step ?? {};
  // What only looks or waits has nothing to be verified; where it failed, that is said above.
  const kind = actionKind(action);
  const judged = kind === "look" || kind === "wait" ? null : verification;
  const thought = repeats(message.content, action, target) ? "" : message.content;
  const read = performed?.state;
  const badge = kind !== "look" && kind !== "wait" && <VerdictBadge verification={judged} performed={performed} />;
  return (
    <article class="turn agent step" aria-label="Agent">
      <div class="bubble">
        <p class="step-line">
          <ActionBadge action={action} target={step?.target ?? null} chain={step?.chain} />
        </p>
        {failed && (
          <p class="not-done" dir="auto">
            {failed}
          </p>
        )}
        {step?.correction && (
          <p class="soft small" dir="auto">
            Another way after a failed step ({codeWords(step.correction.strategy)}): {step.correction.reason}
          </p>
        )}
        {(thought || badge || read) && (
          <div class="folds">
            {thought && (
              <details class="fold" open={latest}>
                <summary>Why</summary>
                <Prose text={thought} />
              </details>
            )}
            {judged?.reason ? (
              <details class="fold verdict-fold">
                <summary>{badge}</summary>
                <p dir="auto">{judged.reason}</p>
              </details>
            ) : (
              badge
            )}
            {read && (
              <details class="fold">
                <summary>What it read</summary>
                <p dir="auto">{read}</p>
              </details>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

/** Why the action was not performed, if it was not. */
function failure(message: WireMessage, step: StepFacts | null | undefined): string | null {
  if (step?.performed && !step.performed.success) return step.performed.message ?? "It could not be performed.";
  if (message.status === "failure") return message.error?.message ?? "It could not be performed.";
  return null;
}

const Time = ({ iso }: { iso: string }): JSX.Element => <time datetime={iso}>{timeOfDay(iso)}</time>;
