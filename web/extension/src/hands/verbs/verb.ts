/** What a verb is: how an action is done, and how long the page is given afterwards. */
import { ACTION, ENTRY, type Patience, SCROLL } from "../settle.ts";
import type { Outcome, Under } from "../under.ts";

export interface Verb {
  /** How long to wait afterwards; null for verbs that change nothing on the page, or wait by themselves. */
  patience: Patience | null;
  /** Needs a document that answers; an open dialog keeps it from that. */
  inDocument: boolean;
  /** Outlines its target first. */
  outlined: boolean;
  perform(under: Under): Promise<Outcome>;
}

type Perform = Verb["perform"];

/** Works a control of the page. */
export const works = (perform: Perform): Verb => ({ patience: ACTION, inDocument: true, outlined: true, perform });

/** Enters something, or moves the keyboard. */
export const enters = (perform: Perform): Verb => ({ patience: ENTRY, inDocument: true, outlined: true, perform });

/** Gives input to whatever has the keyboard. */
export const types = (perform: Perform): Verb => ({ patience: ACTION, inDocument: true, outlined: false, perform });

export const scrolls = (perform: Perform): Verb => ({ patience: SCROLL, inDocument: true, outlined: false, perform });

/** Only reads the page. */
export const reads = (perform: Perform): Verb => ({ patience: null, inDocument: true, outlined: false, perform });

/** Is the browser's own matter. */
export const browses = (perform: Perform): Verb => ({ patience: null, inDocument: false, outlined: false, perform });

/** Answers what the browser asks for the page, which then goes on. */
export const answers = (perform: Perform): Verb => ({ patience: ACTION, inDocument: false, outlined: false, perform });
