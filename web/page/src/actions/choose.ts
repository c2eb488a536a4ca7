/** Choosing in a list of the page's own making: it is opened, what it offers is waited for, and the option that is meant is clicked. */
import type { Basis } from "../contract.ts";
import { attribute, byId, focused, isDrawn, rawValue, same, survey, textOf } from "../lending.ts";
import { pointOf } from "../locate/locate.ts";
import { click } from "./click.ts";
import { announce, assign, entryOf, isTextField, type TextField } from "./field.ts";
import { type Found, type Refused, refuse, until } from "./kit.ts";
import { clickOn } from "./mouse.ts";

/** What may be chosen; of others, what the look shows since the list was opened. */
const OPTIONS = "[role=option],[role=menuitemradio],[role=treeitem]";
/** How long a list may take to offer something, and to take it. In milliseconds. */
const OFFERING = 1500;
const TAKING = 500;
const OFTEN = 60;
/** Screenfuls of a long list that are gone through. */
const SCREENFULS = 40;

/** Chooses options by their words, one after the other; answers what the list holds then. */
export async function chooseIn({ el, id }: Found, texts: readonly string[], basis?: Basis): Promise<string | Refused> {
  for (const text of texts) {
    const list = new OpenList(el);
    if (list.holds(text)) continue;
    if (!list.isOpen()) {
      const opened = await click([id], basis);
      if (!opened.ok) return opened;
    }
    const option = (await list.offered(text)) ?? (await list.sifted(text)) ?? (await list.scrolledTo(text));
    const at = option && pointOf(option);
    if (!at) return refuse("not_found", `there is no option "${text.slice(0, 50)}" in the list`);
    clickOn(at.hit, at);
    await until(() => list.holds(text) || !option.isConnected, TAKING, OFTEN);
  }
  return rawValue(el) ?? "";
}

/** A list that is being chosen from. */
class OpenList {
  readonly #el: Element;
  /** What could be operated before it was opened; null where that was before. */
  readonly #before: ReadonlySet<Element> | null;

  constructor(el: Element) {
    this.#el = el;
    this.#before = this.isOpen() ? null : new Set(controls());
  }

  isOpen(): boolean {
    return attribute(this.#el, "aria-expanded") === "true";
  }

  /** Whether an option is chosen already. */
  holds(text: string): boolean {
    const held = same(rawValue(this.#el) ?? "");
    return held === same(text) || held.split(", ").some((part) => same(part) === same(text));
  }

  offered(text: string): Promise<Element | null> {
    return until(() => this.#find(text), OFFERING, OFTEN);
  }

  /** What is offered once the words are typed, where the list can be sifted so. */
  async sifted(text: string): Promise<Element | null> {
    const field = focused();
    if (!field || !isTextField(field) || entryOf(field) !== "typed" || field.readOnly || field.value) return null;
    write(field, text);
    const found = await this.offered(text);
    if (!found) write(field, "");
    return found;
  }

  /** Lists that draw only what shows are gone through from the top. */
  async scrolledTo(text: string): Promise<Element | null> {
    const scroller = this.#scroller();
    if (!scroller) return null;
    scroller.scrollTop = 0;
    for (let turn = 0; turn < SCREENFULS; turn++) {
      const found = await until(() => this.#find(text), 2 * OFTEN, OFTEN);
      const top = scroller.scrollTop;
      if (found) return found;
      scroller.scrollTop += scroller.clientHeight * 0.8;
      if (scroller.scrollTop === top) break;
    }
    return null;
  }

  #scroller(): Element | undefined {
    for (let at: Element | null = this.#offers()[0] ?? null; at; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    return undefined;
  }

  #find(text: string): Element | undefined {
    const named = this.#offers().filter((el) => isCalled(el, text));
    return named.find((el) => el.matches(OPTIONS)) ?? named[0];
  }

  // In the list that the field names, or come since it was opened.
  #offers(): Element[] {
    const options = this.#options();
    const isNew = (el: Element): boolean => (this.#before ? !this.#before.has(el) : el.matches(OPTIONS));
    return options.length > 0 ? options : controls().filter((el) => el !== this.#el && isNew(el));
  }

  #options(): Element[] {
    const id = attribute(this.#el, "aria-controls") ?? attribute(this.#el, "aria-owns");
    const named = id ? byId(this.#el, id) : null;
    return named ? [...named.querySelectorAll(OPTIONS)].filter(isOffered) : [];
  }
}

// Readers of the screen are given lists of their own, which nobody can click.
function isOffered(el: Element): boolean {
  const { width, height } = el.getBoundingClientRect();
  return width > 2 && height > 2 && isDrawn(el) && attribute(el, "aria-disabled") !== "true";
}

function isCalled(el: Element, text: string): boolean {
  const names = [attribute(el, "aria-label"), textOf(el), attribute(el, "data-value")];
  return names.some((name) => name !== null && same(name) === same(text));
}

function controls(): Element[] {
  return survey()
    .controls.filter(({ dropped, occluded }) => !dropped && !occluded)
    .map(({ el }) => el);
}

function write(field: TextField, text: string): void {
  assign(field, text);
  announce(field, "input");
}
