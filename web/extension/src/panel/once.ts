/** The notice that nothing is known about a site: once for each, and gone for good when it was dismissed. */
const KEY = "sites-without-knowledge";
const DISMISSED = "";
/** Sites that are remembered; the oldest is forgotten first. */
const MOST = 500;

/** By host, the task that it was shown for, or nothing when it was dismissed. */
type Shown = Record<string, string>;

/** True when it should stand there for this task; remembers that it did. */
export function showsOnce(host: string, taskId: string, kept: Storage = localStorage): boolean {
  const shown = read(kept);
  const before = Object.hasOwn(shown, host) ? shown[host] : undefined;
  if (before === undefined) write(kept, { ...shown, [host]: taskId });
  return before === undefined || before === taskId;
}

/** It was read and should not come back. */
export function dismiss(host: string, kept: Storage = localStorage): void {
  write(kept, { ...read(kept), [host]: DISMISSED });
}

function read(kept: Storage): Shown {
  try {
    const value: unknown = JSON.parse(kept.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Shown) : {};
  } catch {
    return {};
  }
}

function write(kept: Storage, shown: Shown): void {
  const entries = Object.entries(shown).slice(-MOST);
  kept.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}
