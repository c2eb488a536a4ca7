/** What models cost, in words. Pure. */
import type { ModelUsage } from "@screen-agent/api";
import { count } from "@screen-agent/ui";

/** Millionths in one of the price table's units. */
const MICROS = 1_000_000;

const whole = new Intl.NumberFormat("en");

/** The parts of a bill; none when no model was called. */
export function cost(usage: ModelUsage | undefined): string[] {
  if (!usage || usage.calls === 0) return [];
  const tokens = usage.promptTokens + usage.completionTokens;
  const parts = [count(usage.calls, "model call"), count(tokens, "token")];
  if (usage.costMicros > 0) parts.push(`cost ${price(usage.costMicros)}`);
  return parts;
}

/** The same with what was read and what was written. */
export function costInFull(usage: ModelUsage): string {
  const seconds = (usage.duration / 1_000).toFixed(1);
  return `${whole.format(usage.promptTokens)} tokens read, ${whole.format(usage.completionTokens)} written, ${seconds} s`;
}

/** Small prices need more digits than large ones. */
function price(micros: number): string {
  const amount = micros / MICROS;
  return amount < 1 ? amount.toPrecision(2) : amount.toFixed(2);
}
