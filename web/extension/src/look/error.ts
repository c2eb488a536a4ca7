/** Why a tab cannot be looked at. */
export type LookTrouble =
  /** The browser lets no extension see this page: its own pages, its store, its PDF viewer. */
  | "RESTRICTED"
  /** The page could not be loaded; the browser shows its own error page. */
  | "PAGE_FAILED"
  /** The tab was closed. */
  | "TAB_GONE"
  /** The page keeps going elsewhere, is busy, or waits in a dialog. */
  | "NO_ANSWER";

const SAYS: Record<LookTrouble, string> = {
  RESTRICTED: "the browser does not let extensions see this page",
  PAGE_FAILED: "the page could not be loaded",
  TAB_GONE: "the tab is closed",
  NO_ANSWER: "the page does not answer; it may be busy, or show a dialog",
};

/** A look that was not possible. */
export class LookError extends Error {
  constructor(
    readonly code: LookTrouble,
    message: string = SAYS[code],
  ) {
    super(message);
    this.name = "LookError";
  }
}

/** A frame's document went away while it was looked at: worth another look. */
export class Moved extends Error {}

const RULES: readonly (readonly [RegExp, LookTrouble])[] = [
  [/no tab with id|invalid tab id|tab not found|tab (?:was|is) closed/i, "TAB_GONE"],
  [/error page/i, "PAGE_FAILED"],
  [
    /cannot access|cannot be scripted|missing host permission|extensions gallery|not allowed|enterprise|blocked/i,
    "RESTRICTED",
  ],
];

/** What a browser's own words for a refused injection mean. */
export function troubleOf(error: unknown): LookError | Moved {
  const text = error instanceof Error ? error.message : String(error);
  const rule = RULES.find(([words]) => words.test(text));
  return rule ? new LookError(rule[1]) : new Moved(text);
}
