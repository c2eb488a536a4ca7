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
  const plan = record(message.metadata?.plan);
  const steps = Array.isArray(plan?.steps) ? plan.steps.map(record) : [];
  const told = steps.flatMap((step) =>
    typeof step?.description === "string" ? [{ description: step.description, status: status(step.status) }] : [],
  );
  return told.length > 0 ? { renewed: kind === "plan_update", steps: told } : null;
}

/** The files that went with a message. */
export function attachmentsOf(message: WireMessage): { filename: string; size: number | null }[] {
  const { attachment, attachments } = message.metadata ?? {};
  const all = Array.isArray(attachments) ? attachments : [attachment];
  return all.map(record).flatMap((file) => {
    const name = file?.filename;
    const size = file?.size;
    return typeof name === "string" ? [{ filename: name, size: typeof size === "number" ? size : null }] : [];
  });
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

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function status(value: unknown): PlanStepStatus {
  return value === "active" || value === "completed" || value === "failed" ? value : "pending";
}
