/** Texts that others wrote, as spreadsheets read them: none is a formula. `core/words/src/spreadsheet.rs` has the same rule. */

/** What begins a formula. Some fold wide letters first, and some pass over what is blank. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^[+-]\d[\d.,%]*$/;

/** A field of CSV by RFC 4180, in quotes where it needs them. */
export function csvField(text: string): string {
  const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;'\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
