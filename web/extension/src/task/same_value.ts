/**
 * Does a field hold what was typed, however it spells it? Fields group digits, turn dates around, write
 * capitals, add currency marks, and stop at their longest. All that is the same value.
 */
export function sameValue(wanted: string, held: string): boolean {
  const [want, have] = [folded(wanted), folded(held)];
  return (
    want === have ||
    both(number(want), number(have), (a, b) => Math.abs(a - b) < Math.max(1e-9, Math.abs(a) * 1e-12)) ||
    both(digits(want), digits(have), (a, b) => a === b) ||
    both(date(want), date(have), (a, b) => a === b) ||
    both(minutes(want), minutes(have), (a, b) => a === b) ||
    isCut(want, have)
  );
}

function both<T>(a: T | null, b: T | null, same: (a: T, b: T) => boolean): boolean {
  return a !== null && b !== null && same(a, b);
}

function folded(text: string): string {
  return text.trim().split(/\s+/).join(" ").toLowerCase();
}

/** "1200", "1,200.00" and "$1,200". */
function number(text: string): number | null {
  const bare = text.replace(/[\s,'$€£¥%]/g, "");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare)) return null;
  return Number(bare);
}

/** "5551234567" and "(555) 123-4567": the same digits in the same order, grouped otherwise. */
function digits(text: string): string | null {
  if (!/^[\d \-()/+#]*$/.test(text)) return null;
  const found = text.replace(/\D/g, "");
  return found.length >= 4 ? found : null;
}

/** "03/04/2026", "3.4.2026" and "2026-03-04": the year is told by its length, the rest is in any order. */
function date(text: string): string | null {
  const parts = text.split(/[-/.]/).map((part) => part.trim());
  if (parts.length !== 3 || !parts.every((part) => /^\d+$/.test(part))) return null;
  const [a = "", b = "", c = ""] = parts;
  const year = a.length === 4 ? a : c.length === 4 ? c : null;
  if (year === null) return null;
  const rest = (a.length === 4 ? [b, c] : [a, b]).map(Number).sort((x, y) => x - y);
  return `${Number(year)}/${rest.join("/")}`;
}

/** "14:30", "2:30 pm" and "02:30 PM". */
function minutes(text: string): number | null {
  const found = /^(\d+):(\d+)(?::[\d.]*)?\s*(am|pm)?$/.exec(text);
  if (!found) return null;
  const hours = Number(found[1]);
  const half = found[3] === undefined ? hours : (hours % 12) + (found[3] === "pm" ? 12 : 0);
  return half * 60 + Number(found[2]);
}

/** A field that takes no more, or a page that tells no more, shows the beginning. */
function isCut(wanted: string, held: string): boolean {
  const shown = held.replace(/[… ]+$/, "");
  const [most, kept] = [[...wanted].length, [...shown].length];
  return kept >= 3 && kept * 2 >= most && wanted.startsWith(shown);
}
