/** What is known of a conversation, and what is still to be read. Pure: messages in, messages out. */
import type { WireMessage } from "../generated/types.ts";

/** A status may still change on so many of the latest messages; older ones are taken as they are. */
const OPEN_WITHIN = 50;

/** Known and incoming messages together: each once, in order of their numbers. The very same array when nothing changed. */
export function merge(known: readonly WireMessage[], incoming: readonly WireMessage[]): readonly WireMessage[] {
  const byId = new Map(known.map((message) => [message.messageId, message]));
  let changed = false;
  for (const message of incoming) {
    const before = byId.get(message.messageId);
    const now = before ? newer(before, message) : message;
    if (now === before) continue;
    byId.set(message.messageId, now);
    changed = true;
  }
  if (!changed) return known;
  return [...byId.values()].sort((a, b) => a.sequenceNumber - b.sequenceNumber);
}

/** Of two readings of a message the one to keep. What became of an action is never forgotten: a late reading may be older. */
function newer(before: WireMessage, now: WireMessage): WireMessage {
  if (isSettled(before) && !isSettled(now)) return before;
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

const isSettled = (message: WireMessage): boolean => message.status === "success" || message.status === "failure";

/** It announces an action, and nobody has said yet how that went. */
const isOpen = (message: WireMessage): boolean => message.actionString !== undefined && !isSettled(message);

/**
 * The number after which something is missing, or null when everything is there. Numbers have no gaps on the server, so a
 * gap here is something not heard. `lost` holds the numbers after which the server itself has nothing any more.
 */
export function missingAfter(
  messages: readonly WireMessage[],
  total: number,
  lost: ReadonlySet<number>,
): number | null {
  for (const [at, message] of messages.entries()) {
    const next = messages[at + 1]?.sequenceNumber ?? total;
    const number = message.sequenceNumber;
    if (next > number + 1 && !lost.has(number)) return number;
  }
  return null;
}

/** The moment since which messages have to be read again to learn what is new and what became of open actions. */
export function readSince(messages: readonly WireMessage[]): string | undefined {
  const open = messages.slice(-OPEN_WITHIN).find(isOpen);
  return (open ?? messages.at(-1))?.timestamp;
}

/** How many messages there are, by what the server said and by what was heard since. */
export function totalOf(messages: readonly WireMessage[], told: number): number {
  return Math.max(told, (messages.at(-1)?.sequenceNumber ?? -1) + 1);
}
