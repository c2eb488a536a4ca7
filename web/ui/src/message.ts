/** What a message carries besides its words, read with care: metadata is an open record. */
import type { PlanStepStatus, WireMessage } from "@screen-agent/api";

export interface MessagePlan {
  renewed: boolean;
  steps: { description: string; status: PlanStepStatus }[];
}

/** The plan that a message announces; null for any other message. */
export function planOf(message: WireMessage): MessagePlan | null {
  const kind = message.metadata?.messageType;
  if (kind !== "plan_preview" && kind !== "plan_update") return null;
  const { steps } = fields(message.metadata?.plan);
  const told = (Array.isArray(steps) ? steps : []).flatMap((each) => {
    const { description, status } = fields(each);
    return typeof description === "string" ? [{ description, status: statusOf(status) }] : [];
  });
  return told.length > 0 ? { renewed: kind === "plan_update", steps: told } : null;
}

/** The files that went with a message. */
export function attachmentsOf(message: WireMessage): { filename: string; size: number | null }[] {
  const { attachment, attachments } = message.metadata ?? {};
  const all = Array.isArray(attachments) ? attachments : [attachment];
  return all
    .map(fields)
    .flatMap(({ filename, size }) =>
      typeof filename === "string" ? [{ filename, size: typeof size === "number" ? size : null }] : [],
    );
}

/** Which step of which task a message tells of. */
export function stepOf(message: WireMessage): { taskId: string; index: number } | null {
  const taskId = message.metadata?.taskId;
  const index = message.metadata?.stepIndex;
  return typeof taskId === "string" && typeof index === "number" ? { taskId, index } : null;
}

/** The task that a message belongs to. */
export function taskOf(message: WireMessage): string | null {
  const taskId = message.metadata?.taskId;
  return typeof taskId === "string" ? taskId : null;
}

/** True of the end of a task that was carried out without all of it being seen to be done. */
export function isUnverified(message: WireMessage): boolean {
  return message.metadata?.verified === false;
}

/** The fields of what may be an object; none of anything else. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function statusOf(value: unknown): PlanStepStatus {
  return value === "active" || value === "completed" || value === "failed" ? value : "pending";
}
