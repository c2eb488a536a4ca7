/** Figures and times in words. Pure: the time is an argument. */

const whole = new Intl.NumberFormat("en");

/** A number with what it counts: "1 step", "1,204 tokens". */
export function count(number: number, what: string): string {
  return `${whole.format(number)} ${what}${number === 1 ? "" : "s"}`;
}

/** How long something took: "8 s", "2 min 05 s", "1 h 04 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** A clock that runs: "0:08", "2:05", "1:04:09". */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** Whole seconds that are left; 0 when the time has come. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

/** How long ago, or the day when it is longer ago than a week. */
export function ago(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return "";
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  if (days < 7) return `${count(days, "day")} ago`;
  return new Date(then).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

/** The day of a time, as people call it. */
export function dayWords(iso: string, now: number): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "";
  const day = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const days = Math.round((day(new Date(now)) - day(then)) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return then.toLocaleDateString(undefined, { weekday: "long", year: "numeric", month: "short", day: "numeric" });
}

/** A moment, with its day. */
export function moment(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Time of day, for the clock beside a message. */
export function timeOfDay(iso: string): string {
  const then = new Date(iso);
  return Number.isNaN(then.getTime()) ? "" : then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

/** A size in bytes, as people read it. */
export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1_000).toFixed(size < 10_000 ? 1 : 0)} kB`;
  if (size < 1_000_000_000) return `${(size / 1_000_000).toFixed(1)} MB`;
  return `${(size / 1_000_000_000).toFixed(2)} GB`;
}

/** A share from 0 to 1 in per cent. */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;
}

const SECRET =
  "pass(?:word|wd|phrase|code)|pwd|pin|cvc2?|cvv2?|otp|(?:security|verification|one-time|access) code|kennwort|passwort|mot de passe|contraseña";
const VALUE = `"[^"]*"|“[^”]*”|'[^']*'`;
/** What follows the name of a secret and is none. */
const NO_VALUE = "and|or|for|field|in|on|into|then|the|from|with|of|to|is|as|if|so|when|again|please";
const AFTER = new RegExp(
  `\\b(${SECRET})(["”]?\\s*(?:is|as|to|of|:|=)?\\s*)(${VALUE}|(?!(?:${NO_VALUE})\\b)[^\\s,;"“]+)`,
  "giu",
);
const BEFORE = new RegExp(
  `(${VALUE}|[^\\s,;]+)(\\s+(?:into|in|as)\\s+(?:(?:the|my|your)\\s+)?["“]?(?:${SECRET})\\b)`,
  "giu",
);

/** What a person said, without the secrets that their words name; whoever looks over their shoulder reads it, too. */
export function veiled(words: string): string {
  return words.replace(BEFORE, "•••$2").replace(AFTER, "$1$2•••");
}

/** Host of an address; the address itself when it has none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}

/** An address as people read it: without its scheme, and not too long. */
export function shortAddress(url: string): string {
  const short = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  return short.length > 60 ? `${short.slice(0, 57)}…` : short;
}

/** `ALTERNATIVE_SELECTOR` and `value_matches` as words. */
export function codeWords(code: string): string {
  return code.replaceAll("_", " ").toLowerCase();
}

const pad = (number: number): string => String(number).padStart(2, "0");
