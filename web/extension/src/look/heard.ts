/** Asking the page's own world which elements listen without showing it: `heard.js` has remembered it there. */
import { call, type InFrame } from "./inject.ts";

/** The answer to a look's question; null when there is none to be had. */
export async function toldBy(question: string, at: InFrame): Promise<string | null> {
  const asked = argumentsOf(question);
  if (!asked) return null;
  const answer = await call({ ...at, world: "MAIN" }, answerHere, asked).catch(() => null);
  at.signal?.throwIfAborted();
  return answer;
}

type Asked = [paths: number[][], kinds: string[][]];

/** A question is a function, and what it is called with: paths of elements, and the kinds of events asked about. */
export function argumentsOf(question: string): Asked | null {
  const at = question.lastIndexOf(")(");
  if (at < 0 || !question.endsWith(")")) return null;
  try {
    return JSON.parse(`[${question.slice(at + 2, -1)}]`) as Asked;
  } catch {
    return null;
  }
}

/** Runs in the page: a sign for each element, counted from the digit 0, as the question's own function answers. */
function answerHere(paths: number[][], kinds: string[][]): string | null {
  type Hears = ((at: EventTarget) => string[]) | undefined;
  const types = (EventTarget.prototype as unknown as Record<symbol, Hears>)[Symbol.for("screen-agent.heard")];
  if (typeof types !== "function") return null;
  const answer = (path: number[]): string => {
    let at: (Document | Element | ShadowRoot | Window) | null | undefined = document;
    for (const step of path) {
      if (step === -2) at = window;
      else if (step < 0) at = (at as Element).shadowRoot;
      else at = (at as Element).children[step];
      if (!at) return "0";
    }
    const here = at;
    const heard = types(here);
    const hears = (name: string) =>
      heard.includes(name) || typeof (here as unknown as Record<string, unknown>)[`on${name}`] === "function";
    const bits = kinds.reduce((bits, names, kind) => bits | (names.some(hears) ? 1 << kind : 0), 0);
    return String.fromCharCode(48 + bits);
  };
  return paths.map(answer).join("");
}
