/** Keys of a US keyboard, as the debugger's protocol wants them described. */

/** What a key event carries. */
export interface Key {
  key: string;
  code: string;
  /** `keyCode`. */
  number: number;
  /** What it writes; empty when it writes nothing. */
  text: string;
  /** Shift must be held for it. */
  shifted: boolean;
}

/** Bits of held keys, as the protocol has them. */
const MODIFIER_BITS: Readonly<Record<string, number>> = { alt: 1, control: 2, meta: 4, shift: 8 };
const SHIFT = 8;

/** Keys with names: the number, and what they write. */
const NAMED: Readonly<Record<string, readonly [number, string]>> = {
  Enter: [13, "\r"],
  Tab: [9, ""],
  Escape: [27, ""],
  Backspace: [8, ""],
  Delete: [46, ""],
  Insert: [45, ""],
  Home: [36, ""],
  End: [35, ""],
  PageUp: [33, ""],
  PageDown: [34, ""],
  ArrowLeft: [37, ""],
  ArrowUp: [38, ""],
  ArrowRight: [39, ""],
  ArrowDown: [40, ""],
  CapsLock: [20, ""],
  ContextMenu: [93, ""],
  Pause: [19, ""],
  Shift: [16, ""],
  Control: [17, ""],
  Alt: [18, ""],
  Meta: [91, ""],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at): [string, [number, string]] => [`F${at + 1}`, [112 + at, ""]]),
  ),
};

/** Keys that write a sign: the sign, the sign with Shift, the code, the number. */
const SIGNS: readonly (readonly [string, string, string, number])[] = [
  [" ", " ", "Space", 32],
  ["1", "!", "Digit1", 49],
  ["2", "@", "Digit2", 50],
  ["3", "#", "Digit3", 51],
  ["4", "$", "Digit4", 52],
  ["5", "%", "Digit5", 53],
  ["6", "^", "Digit6", 54],
  ["7", "&", "Digit7", 55],
  ["8", "*", "Digit8", 56],
  ["9", "(", "Digit9", 57],
  ["0", ")", "Digit0", 48],
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  ["`", "~", "Backquote", 192],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
];

/** Keys that are there twice are the left ones. */
const TWICE = new Set(["Shift", "Control", "Alt", "Meta"]);

/** The key of a name as the server prints it, or of a single sign; null when there is none. */
export function keyNamed(name: string): Key | null {
  if ([...name].length === 1) return keyFor(name) ?? (/\p{Cc}/u.test(name) ? null : unplaced(name));
  if (name === "Space") return keyFor(" ");
  const [number, text] = (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? [];
  if (number === undefined || text === undefined) return null;
  return { key: name, code: TWICE.has(name) ? `${name}Left` : name, number, text, shifted: false };
}

/** The key that writes a sign; null when a US keyboard has none. */
export function keyFor(sign: string): Key | null {
  if (sign === "\n" || sign === "\r") return keyNamed("Enter");
  if (sign === "\t") return keyNamed("Tab");
  if (/^[A-Za-z]$/.test(sign)) {
    const upper = sign.toUpperCase();
    return { key: sign, code: `Key${upper}`, number: upper.charCodeAt(0), text: sign, shifted: sign === upper };
  }
  const found = SIGNS.find(([plain, shifted]) => sign === plain || sign === shifted);
  if (!found) return null;
  const [plain, , code, number] = found;
  return { key: sign, code, number, text: sign, shifted: sign !== plain };
}

// A sign of another keyboard: it has a name and writes itself.
function unplaced(sign: string): Key {
  return { key: sign, code: "", number: 0, text: sign, shifted: false };
}

/** Parameters of one key event. */
export type KeyEvent = Record<string, unknown>;

/** One key event. With Control, Alt or Meta held a key writes nothing. */
export function keyEvent(key: Key, down: boolean, held: number): KeyEvent {
  const writes = down && key.text !== "" && (held & ~SHIFT) === 0;
  const event: KeyEvent = {
    type: !down ? "keyUp" : writes ? "keyDown" : "rawKeyDown",
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.number,
    nativeVirtualKeyCode: key.number,
    modifiers: held,
  };
  if (writes) Object.assign(event, { text: key.text, unmodifiedText: key.text });
  const command = down ? editingCommand(key, held) : null;
  if (command) event.commands = [command];
  return event;
}

/** What the platform makes of a shortcut, and of the same with Shift; of keys that come from us, nobody else does it. */
const COMMANDS: ReadonlyMap<string, readonly [plain: string, shifted: string | null]> = new Map([
  ["a", ["selectAll", null]],
  ["c", ["copy", null]],
  ["x", ["cut", null]],
  ["v", ["paste", "paste"]],
  ["z", ["undo", "redo"]],
  ["y", ["redo", null]],
]);

function editingCommand(key: Key, held: number): string | null {
  const main = held & ~SHIFT;
  if (main !== MODIFIER_BITS.control && main !== MODIFIER_BITS.meta) return null;
  return COMMANDS.get(key.key.toLowerCase())?.[held & SHIFT ? 1 : 0] ?? null;
}

/** A key pressed and released. */
export function tap(key: Key, held = 0): KeyEvent[] {
  const all = held | (key.shifted ? SHIFT : 0);
  return [keyEvent(key, true, all), keyEvent(key, false, all)];
}

/** A key with others held, as a person does it: those go down first and up last. */
export function chord(key: Key, modifiers: readonly string[]): KeyEvent[] {
  const held = modifiers.flatMap((name) => {
    const of = keyNamed(name.charAt(0).toUpperCase() + name.slice(1));
    return of ? [{ of, bit: MODIFIER_BITS[name] ?? 0 }] : [];
  });
  const bits = (some: typeof held): number => some.reduce((all, { bit }) => all | bit, 0);
  const downs = held.map(({ of }, at) => keyEvent(of, true, bits(held.slice(0, at + 1))));
  const ups = held.map(({ of }, at) => keyEvent(of, false, bits(held.slice(0, at))));
  return [...downs, ...tap(key, bits(held)), ...ups.reverse()];
}

/** Texts up to this length are typed key by key; of longer ones the end is, and the rest inserted. */
const TYPED_WHOLE = 300;

/** A part of a text: a key where there is one, else text to insert. */
export type Piece = { key: Key } | { text: string };

/** Cuts a text into what is typed and what is inserted. */
export function pieces(text: string): Piece[] {
  const signs = [...text.replaceAll("\r\n", "\n")];
  const inserted = signs.length > TYPED_WHOLE ? signs.length - 1 : 0;
  const out: Piece[] = inserted > 0 ? [{ text: signs.slice(0, inserted).join("") }] : [];
  for (const sign of signs.slice(inserted)) {
    const key = keyFor(sign);
    const last = out.at(-1);
    if (key) out.push({ key });
    else if (last && "text" in last) last.text += sign;
    else out.push({ text: sign });
  }
  return out;
}
