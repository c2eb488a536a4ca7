/** The tokenizer of the one action grammar: a name and its values out of text. */

/** A value as it was written. */
export type Term =
  | { kind: "text"; text: string }
  /** As written, since an id of digits keeps its zeros. */
  | { kind: "number"; text: string }
  | { kind: "flag"; flag: boolean }
  | { kind: "null" }
  | { kind: "list"; items: Term[] }
  | { kind: "object"; pairs: Map<string, Term> };

/** What is written is not exactly one action. The sentence never holds what was written. */
export class ParseError extends Error {
  override name = "ParseError";
}

const MAX_DEPTH = 64;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ...['"', "'", "`", "\\", "/"].map((sign): [string, string] => [sign, sign]),
]);

/** Reads a text from the front. */
export class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** The name that an action begins with. */
  name(): string {
    const name = this.match(/[A-Za-z_][A-Za-z0-9_]*/y);
    if (!name) throw new ParseError("an action begins with its name, as in click(12)");
    return name;
  }

  /** The values of a call, from its opening bracket to its closing one. */
  values(): Term[] {
    if (!this.take("(")) throw new ParseError("an action needs round brackets");
    return this.series(")", 0);
  }

  /** Nothing but space may follow. */
  end(): void {
    this.space();
    if (this.at < this.text.length) throw new ParseError("exactly one action is allowed, and nothing after it");
  }

  /** One value of any kind. */
  value(depth = 0): Term {
    this.space();
    const sign = this.text[this.at];
    if (sign === undefined) throw new ParseError("a bracket stays open");
    if (sign === '"' || sign === "'" || sign === "`") return { kind: "text", text: this.quoted() };
    if (sign === "[" || sign === "{") {
      if (depth >= MAX_DEPTH) throw new ParseError("it is nested too deeply");
      this.at++;
      return sign === "[" ? { kind: "list", items: this.series("]", depth + 1) } : this.object(depth + 1);
    }
    const word = this.match(/true|false|null/y);
    if (word) return this.whole(word === "null" ? { kind: "null" } : { kind: "flag", flag: word === "true" });
    const number = this.match(/-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (number) return this.whole({ kind: "number", text: number });
    throw new ParseError("a value is missing or cannot be read");
  }

  // Neither words nor numbers may run on.
  private whole(term: Term): Term {
    if (/^[\p{L}\p{N}_.]/u.test(this.text.slice(this.at, this.at + 2)))
      throw new ParseError("a value is missing or cannot be read");
    return term;
  }

  private series(close: string, depth: number): Term[] {
    const items: Term[] = [];
    this.space();
    if (this.take(close)) return items;
    do items.push(this.value(depth));
    while (this.comma(close));
    return items;
  }

  private object(depth: number): Term {
    const pairs = new Map<string, Term>();
    this.space();
    if (this.take("}")) return { kind: "object", pairs };
    do {
      this.space();
      if (this.text[this.at] !== '"') throw new ParseError("a value is missing or cannot be read");
      const name = this.quoted();
      if (pairs.has(name)) throw new ParseError("a name stands twice");
      this.space();
      if (!this.take(":")) throw new ParseError("a comma or the end was expected");
      pairs.set(name, this.value(depth));
    } while (this.comma("}"));
    return { kind: "object", pairs };
  }

  /** True after a comma, false after the closing sign. */
  private comma(close: string): boolean {
    this.space();
    if (this.take(close)) return false;
    if (this.take(",")) return true;
    throw new ParseError(this.at < this.text.length ? "a comma or the end was expected" : "a bracket stays open");
  }

  private quoted(): string {
    const quote = this.text[this.at++];
    let text = "";
    for (;;) {
      const sign = this.text[this.at++];
      if (sign === undefined) throw new ParseError("a quote stays open");
      if (sign === quote) return text;
      text += sign === "\\" ? this.escape() : sign;
    }
  }

  // A backslash that begins no known escape stands for itself: `C:\dir` must stay what it is.
  private escape(): string {
    const plain = ESCAPES.get(this.text[this.at] ?? "");
    if (plain !== undefined) {
      this.at++;
      return plain;
    }
    const pair = this.match(/u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y);
    if (pair) return String.fromCharCode(parseInt(pair.slice(1, 5), 16), parseInt(pair.slice(7), 16));
    const unit = this.match(/u(?![dD][89a-fA-F])[0-9a-fA-F]{4}/y);
    return unit ? String.fromCharCode(parseInt(unit.slice(1), 16)) : "\\";
  }

  private take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private match(words: RegExp): string {
    words.lastIndex = this.at;
    const found = words.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  space(): void {
    this.match(/\s*/y);
  }
}
