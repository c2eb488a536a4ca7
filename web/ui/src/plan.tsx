import type { PlanStepStatus, WirePlan } from "@screen-agent/api";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import type { MessagePlan } from "./message.ts";
import { veiled } from "./words.ts";

/** How a step stands to the reader; `left` when the task ended before it was told done. */
type Standing = PlanStepStatus | "left";

const WORDS: Record<Standing, string> = {
  pending: "to come",
  active: "now",
  completed: "done",
  failed: "given up",
  left: "left over",
};

export interface PlanWidgetProps {
  /** Null while it is being made. */
  plan: WirePlan | null;
  /** Nothing is now once the task has ended. */
  ended: boolean;
  /** Whether it is unfolded at first. */
  open?: boolean;
}

/** What is going to be done: what is past, what is now, what is to come. */
export function PlanWidget({ plan, ended, open = true }: PlanWidgetProps): JSX.Element {
  const [unfolded, setUnfolded] = useState(open);
  if (!plan) return <PlanSkeleton />;
  const standings = plan.steps.map((step) => standing(step.status, ended));
  const done = standings.filter((each) => each === "completed").length;
  const now = plan.steps[plan.currentStepIndex];
  return (
    <section class="plan" aria-label="Plan">
      <button type="button" class="plan-head" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <span class="plan-count">
          Plan, {done} of {plan.steps.length} done
        </span>
        {!unfolded && !ended && now && (
          <span class="plan-now" dir="auto">
            {veiled(now.description)}
          </span>
        )}
        <Icon name="down" />
      </button>
      <span class="segments" aria-hidden="true">
        {standings.map((each) => (
          <span class={each} />
        ))}
      </span>
      {unfolded && (
        <ol class="stepper">
          {plan.steps.map((step, at) => (
            <Step
              key={step.id}
              number={at + 1}
              description={veiled(step.description)}
              standing={standings[at] ?? "pending"}
              why={step.reasoning}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function PlanSkeleton(): JSX.Element {
  return (
    <section class="plan skeleton" aria-label="Plan" aria-busy="true">
      <p class="soft">Planning …</p>
      <span class="bone" />
      <span class="bone short" />
    </section>
  );
}

/** A plan as a message of the conversation: as it was when it was made. */
export function PlanCard({ renewed, steps }: MessagePlan): JSX.Element {
  const title = renewed ? "Updated plan" : "Plan";
  return (
    <article class="turn plan-card" aria-label={title}>
      <h3>
        <Icon name={renewed ? "renew" : "plan"} />
        {title}
      </h3>
      <ol>
        {steps.map((step) => (
          <li class={step.status}>
            <bdi>{veiled(step.description)}</bdi>
            {step.status !== "pending" && step.status !== "active" && <span class="soft"> ({WORDS[step.status]})</span>}
          </li>
        ))}
      </ol>
    </article>
  );
}

interface StepProps {
  number: number;
  description: string;
  standing: Standing;
  why?: string | undefined;
}

function Step({ number, description, standing, why }: StepProps): JSX.Element {
  const mark =
    standing === "completed" ? <Icon name="check" /> : standing === "failed" ? <Icon name="cross" /> : number;
  return (
    <li class={standing} aria-current={standing === "active" ? "step" : undefined} title={why}>
      <span class="mark" aria-hidden="true">
        {mark}
      </span>
      <span class="what" dir="auto">
        {description}
        <span class="unseen"> ({WORDS[standing]})</span>
      </span>
    </li>
  );
}

function standing(status: PlanStepStatus, ended: boolean): Standing {
  return ended && (status === "active" || status === "pending") ? "left" : status;
}
