/** Events of the live stream. What arrives is checked before it is believed; others are passed over. */
import type { LiveRound, WireMessage } from "../generated/types.ts";

/** A `LiveEvent` with what only the stream adds. */
export type HeardEvent = { sessionId: string; eventId: string | undefined } & (
  | { type: "new_message"; message: WireMessage; /** The message was too long for the stream and has to be read. */ truncated: boolean }
  | { type: "interact_response"; data: LiveRound }
);

type Fields = Record<string, unknown>;

/** The event, if it is one of ours. */
export function eventOf(data: unknown): HeardEvent | null {
  if (!isObject(data) || typeof data["sessionId"] !== "string") return null;
  const common = { sessionId: data["sessionId"], eventId: textOf(data["eventId"]) };
  const { type, message, data: round } = data;
  if (type === "new_message" && isMessage(message)) {
    return { ...common, type, message, truncated: data["truncated"] === true };
  }
  if (type === "interact_response" && isRound(round)) return { ...common, type, data: round };
  return null;
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function isMessage(value: unknown): value is WireMessage {
  if (!isObject(value)) return false;
  const { messageId, sequenceNumber, role, timestamp } = value;
  return [messageId, role, timestamp].every((text) => typeof text === "string") && Number.isInteger(sequenceNumber);
}

function isRound(value: unknown): value is LiveRound {
  return isObject(value) && typeof value["taskId"] === "string" && typeof value["status"] === "string";
}

/** So many events are remembered; one comes twice soon after or never. */
const REMEMBERED = 200;

/** Tells events that come twice: they are delivered at least once. */
export class Seen {
  private readonly ids = new Set<string>();

  /** Whether it has not been met before. One without an id always is. */
  isNew(id: string | undefined): boolean {
    if (id === undefined) return true;
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > REMEMBERED && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}
