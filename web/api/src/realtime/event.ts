/** Events of the live stream. What arrives is checked before it is believed; others are passed over. */
import type { LiveEvent, LiveRound, WireMessage } from "../generated/types.ts";

type Fields = Record<string, unknown>;

/** The event, if it is one of ours. */
export function eventOf(data: unknown): LiveEvent | null {
  if (!isObject(data)) return null;
  const { type, sessionId, eventId, message, data: round, truncated } = data;
  if (typeof sessionId !== "string" || typeof eventId !== "string") return null;
  const common = { sessionId, eventId, truncated: truncated === true };
  if (type === "new_message" && isMessage(message)) return { type, ...common, message };
  if (type === "interact_response" && isRound(round)) return { type, ...common, data: round };
  return null;
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function isMessage(value: unknown): value is WireMessage {
  if (!isObject(value)) return false;
  const { messageId, sequenceNumber, role, timestamp } = value;
  return [messageId, role, timestamp].every((text) => typeof text === "string") && Number.isInteger(sequenceNumber);
}

function isRound(value: unknown): value is LiveRound {
  return isObject(value) && typeof value.taskId === "string" && typeof value.status === "string";
}

/** So many events are remembered; one comes twice soon after or never. */
const REMEMBERED = 200;

/** Tells events that come twice: they are delivered at least once. */
export class Seen {
  private readonly ids = new Set<string>();

  /** Whether it has not been met before. */
  isNew(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > REMEMBERED && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}
