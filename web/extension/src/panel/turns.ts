/** What the conversation shows: the server's messages, and what is not among them yet. */
import type { PlanStepStatus, TimelineStep, WireClause, WireMessage, WirePlan, WireStanding } from "@screen-agent/api";
import { endsTask, type StepFacts, stepOf, taskOf } from "@screen-agent/ui";
import type { StepView, TaskView } from "../shared/protocol.ts";

export interface Turn {
  /** The same for a step before and after the server's message about it has come. */
  key: string;
  message: WireMessage;
  step: StepFacts | null;
  /** Said here, and not heard back from the server. */
  sending: boolean;
}

/** A task's steps as the server told them, and how many messages of the task there were by then. */
export interface Told {
  steps: readonly TimelineStep[];
  heard: number;
}

/** What was told of tasks that this client did not live through, by task. */
export type Timelines = ReadonlyMap<string, Told>;

/** Steps that this client lived through, by task: the worker keeps those of the latest task alone. */
export type Lived = ReadonlyMap<string, readonly StepView[]>;

/** The turns in order. The end of the task that has a card of its own is left to the card. */
export function turnsOf(
  messages: readonly WireMessage[],
  task: TaskView | null,
  timelines: Timelines,
  before: Lived = new Map(),
): Turn[] {
  const lived = task?.taskId ? new Map(before).set(task.taskId, task.steps) : before;
  const ended = task !== null && task.status !== "running" && task.status !== "waiting";
  const card = cardOf(task);
  const heard = messages.filter(
    (message, at) =>
      !(ended && endsTask(message.actionString) && taskOf(message) === task.taskId) &&
      !(at === messages.length - 1 && message.role === "assistant" && card.includes(message.content)),
  );
  const echo = task && echoOf(messages, task);
  const ahead = task ? stepsAhead(messages, task) : [];
  const keys = new Set<string>();
  return [...heard, ...(echo ? [echo] : []), ...ahead].map((message) => {
    const key = keys.has(keyOf(message)) ? message.messageId : keyOf(message);
    keys.add(key);
    return { key, message, step: factsOf(message, lived, timelines), sending: message === echo };
  });
}

/** What the card says that asks the person now: it need not stand above it once more. */
function cardOf(task: TaskView | null): string[] {
  if (task?.status !== "waiting") return [];
  return [task.question?.text, task.approval?.text].filter((words): words is string => Boolean(words));
}

function keyOf(message: WireMessage): string {
  const at = endsTask(message.actionString) ? null : stepOf(message);
  return at ? `${at.taskId} ${at.index}` : message.messageId;
}

/** Steps that were lived through here and that the server has not told of yet, as while the stream is down. */
function stepsAhead(messages: readonly WireMessage[], { taskId, steps }: TaskView): WireMessage[] {
  if (taskId === null) return [];
  const told = Math.max(-1, ...messages.map(stepOf).map((at) => (at?.taskId === taskId ? at.index : -1)));
  return steps
    .filter((step) => step.index > told)
    .map(({ index, thought, action }) => ({
      messageId: `${taskId} ${index}`,
      role: "assistant",
      content: thought,
      sequenceNumber: (messages.at(-1)?.sequenceNumber ?? 0) + 1 + index,
      timestamp: "",
      actionString: action,
      metadata: { taskId, stepIndex: index },
    }));
}

/** What is known of the step that a message tells of. */
function factsOf(message: WireMessage, lived: Lived, timelines: Timelines): StepFacts | null {
  const at = stepOf(message);
  if (!at) return null;
  const own = lived.get(at.taskId)?.find((step) => step.index === at.index);
  const told = timelines.get(at.taskId)?.steps.find((step) => step.index === at.index);
  if (own) return { ...fromLived(own), correction: told?.correction ?? null };
  return told ? fromTold(told) : null;
}

function fromLived({ target, chain, performed, verification }: StepView): StepFacts {
  return { target, chain, performed, verification };
}

function fromTold(step: TimelineStep): StepFacts {
  return { target: step.target ?? null, verification: step.verification ?? null, correction: step.correction ?? null };
}

/**
 * The person's words, until the server has them. It has them once it knows the task, or once they stand after the end of
 * the task before: the same words may well have been said in an earlier one.
 */
function echoOf(messages: readonly WireMessage[], task: TaskView): WireMessage | null {
  if (task.status !== "running" && task.status !== "waiting") return null;
  if (task.taskId && messages.some((message) => taskOf(message) === task.taskId)) return null;
  const lastEnd = messages.findLastIndex((message) => endsTask(message.actionString) !== null);
  const heard = messages
    .slice(lastEnd + 1)
    .some(({ role, content }) => role === "user" && content.trim() === task.query.trim());
  if (heard) return null;
  return {
    messageId: "echo",
    role: "user",
    content: task.query,
    sequenceNumber: (messages.at(-1)?.sequenceNumber ?? -1) + 1,
    timestamp: new Date(task.startedAt).toISOString(),
    ...(task.attachment ? { metadata: { attachment: task.attachment } } : {}),
  };
}

/** Tasks whose steps should be read, with how many messages they have: those that say more than was known when they were read last. */
export function unknownTasks(
  messages: readonly WireMessage[],
  own: TaskView | null,
  timelines: Timelines,
): Map<string, number> {
  const heard = new Map<string, number>();
  const acted = new Set<string>();
  for (const message of messages) {
    const taskId = taskOf(message);
    if (taskId) heard.set(taskId, (heard.get(taskId) ?? 0) + 1);
    const at = stepOf(message);
    if (at) acted.add(at.taskId);
  }
  const isUnknown = ([taskId, count]: [string, number]): boolean =>
    acted.has(taskId) && !livedThrough(own, taskId) && (timelines.get(taskId)?.heard ?? 0) < count;
  return new Map([...heard].filter(isUnknown));
}

const livedThrough = (own: TaskView | null, taskId: string): boolean =>
  own?.taskId === taskId && own.steps[0]?.index === 0;

const STANDINGS: Record<WireStanding, PlanStepStatus> = {
  verified: "completed",
  unverified: "completed",
  open: "pending",
  wrong: "failed",
};

/** What was asked for, in several parts, is a plan that the person wrote; null where there is but one. */
export function planOfLedger(ledger: readonly WireClause[]): WirePlan | null {
  if (ledger.length < 2) return null;
  const now = ledger.findIndex(({ standing }) => standing === "open");
  const steps = ledger.map(({ words, standing }, index) => ({
    id: `clause ${index}`,
    index,
    description: words,
    status: index === now ? ("active" as const) : STANDINGS[standing],
    toolType: "DOM" as const,
  }));
  return { createdAt: "", currentStepIndex: Math.max(0, now), steps };
}
