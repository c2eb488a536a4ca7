/** What sends a form, what listens to it, and which button Enter stands for. */
import type { FormSubmitter, NodeFacts } from "@screen-agent/api";
import { doc } from "../dom/doc.ts";
import { attribute, getter, isElement, isMatch, tagOf, textOf } from "../dom/read.ts";
import { flatClosest, hasShadow, parentOf } from "../dom/tree.ts";
import { cut, fold, setOf } from "../dom/words.ts";
import { cleanUrl } from "./facts.ts";
import { CHANGES, CLICKS, KEYS, KnownListeners, type Listeners, SENDS } from "./listen.ts";
import { nameOf } from "./name.ts";

export type FormField = HTMLInputElement | HTMLButtonElement | HTMLSelectElement | HTMLTextAreaElement;

// A form's fields answer in its name, so it is never asked itself.
const elementsOf = getter<HTMLCollectionOf<Element>>(HTMLFormElement.prototype, "elements");
const rootOf = Node.prototype.getRootNode;

const FIELDS = setOf("input button select textarea");
/** Fields of which a form without a button may have but one to be sent by Enter. */
const TYPED = /^(?:text|search|tel|url|email|password|number)$/;
/** By the standard so are these, of which browsers make parts to fill in. */
const DATED = /^(?:date|month|week|time|datetime-local)$/;
/** Fields in which Enter opens something, or nothing. */
const UNSENT = /^(?:file|color|hidden)$/;
const BUTTONS = /^(?:submit|image|button|reset)$/;
const PICTURES = "input[type=image i]";

export function isFormField(el: Element): el is FormField {
  return FIELDS.has(tagOf(el));
}

/** Whether a click on it sends its form. */
export function isSubmitter(el: Element): el is HTMLInputElement | HTMLButtonElement {
  const { type } = el as HTMLInputElement;
  return type === "submit"
    ? tagOf(el) === "button" || tagOf(el) === "input"
    : type === "image" && tagOf(el) === "input";
}

const ACTORS = "a[href],a[*|href],area[href],button,input,select,textarea,summary,label";

/** What acts where an element is clicked: itself, the link or button around it, or what the label around it labels. */
export function actorOf(el: Element): Element {
  const found = hasShadow() ? flatClosest(el, ACTORS) : el.closest(ACTORS);
  return (found && tagOf(found) === "label" ? (found as HTMLLabelElement).control : found) ?? el;
}

/** How a form is sent by a button, or by itself. */
interface Way {
  wrote: boolean;
  method: string;
  action: string | undefined;
}

// A button says by its own attributes what the form's say for all. A page may name a field "action" or
// "method", so the form's own properties cannot be trusted.
function wayOf(form: Element, by: Element | null): Way {
  const of = (name: string): string | null => (by ? attribute(by, `form${name}`) : null) ?? attribute(form, name);
  const method = of("method")?.toLowerCase();
  const action = of("action");
  const url = cleanUrl(action || doc.URL);
  // A script's place holder is no address.
  const leads = !!action && !/^\s*(?:#|javascript:)/i.test(action);
  return {
    wrote: method !== undefined || leads,
    method: method === "post" || method === "dialog" ? method : "get",
    action: url,
  };
}

/** What is the same for all fields of a form. */
interface Sent {
  /** All that send it, in tree order. */
  buttons: Element[];
  /** How many of its fields a person types into. */
  typed: number;
}

/** The forms of one look: what many fields share is found out once. */
export class Forms {
  readonly #sent = new Map<Element, Sent>();
  readonly #around = new Map<Node, boolean>();
  readonly #pictures = new Map<Node, HTMLInputElement[]>();
  #ordinals: Map<Element, number> | undefined;

  readonly listeners: KnownListeners;

  constructor(listeners?: Listeners) {
    this.listeners = new KnownListeners(listeners);
  }

  /** Says of a field or button how its form is sent. */
  describe(el: FormField, facts: NodeFacts): void {
    const { form } = el;
    const field = !isButton(el);
    if (field && this.#changes(el, form)) facts.change = true;
    if (field && this.#hearsKeys(el)) facts.hears = true;
    if (!form) return;
    const enter = field ? this.#enter(form, el) : undefined;
    const button = isSubmitter(el) ? el : null;
    if (button) facts.submit = true;
    const way = wayOf(form, button);
    facts.method = way.method;
    if (way.action) facts.action = way.action;
    facts.form = this.#ordinal(form);
    const by = enter === undefined ? way : wayOf(form, enter);
    if (by.wrote) facts.wrote = true;
    if (this.#hears(form, button ?? enter ?? null)) facts.hears = true;
    if (enter !== undefined) facts.enter = submitter(enter, by);
  }

  /** What Enter in this field presses: a button, null where the form is sent as it is, undefined where nothing is. */
  #enter(form: Element, el: FormField): Element | null | undefined {
    if (tagOf(el) === "textarea" || UNSENT.test(el.type)) return undefined;
    const { buttons, typed } = this.#sentBy(form);
    // A browser passes over those that are disabled now, but not for what is typed into.
    const button =
      (TYPED.test(el.type) ? undefined : buttons.find((each) => !isMatch(each, ":disabled"))) ?? buttons[0];
    const alone = TYPED.test(el.type) ? typed === 1 : DATED.test(el.type) && typed === 0;
    return button ?? (alone ? null : undefined);
  }

  #sentBy(form: Element): Sent {
    let sent = this.#sent.get(form);
    if (!sent) {
      const all = Array.from(elementsOf(form));
      sent = {
        buttons: all.filter(isSubmitter),
        typed: all.filter((each) => tagOf(each) === "input" && TYPED.test((each as HTMLInputElement).type)).length,
      };
      // Pictures that send a form are not among its elements.
      const pictures = this.#picturesBeside(form).filter((each) => each.form === form);
      if (pictures.length > 0)
        sent.buttons = [...sent.buttons, ...pictures].sort((a, b) =>
          a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        );
      this.#sent.set(form, sent);
    }
    return sent;
  }

  #picturesBeside(form: Element): HTMLInputElement[] {
    const root = rootOf.call(form);
    let found = this.#pictures.get(root);
    if (!found) {
      const all = (root instanceof ShadowRoot ? root : doc).querySelectorAll<HTMLInputElement>(PICTURES);
      found = Array.from(all);
      this.#pictures.set(root, found);
    }
    return found;
  }

  #ordinal(form: Element): number {
    this.#ordinals ??= new Map(Array.from(doc.forms, (each, at) => [each, at]));
    return this.#ordinals.get(form) ?? 0;
  }

  #hears(form: Element, button: Element | null): boolean {
    return (
      this.#hearsAround(form) ||
      (button !== null && (attribute(button, "onclick") !== null || this.listeners.has(button, CLICKS)))
    );
  }

  // A listener anywhere around a form may take its sending over.
  #hearsAround(form: Node): boolean {
    const path: Node[] = [];
    let hears: boolean | undefined;
    for (let at: Node | null = form; at && hears === undefined; at = parentOf(at)) {
      hears = this.#around.get(at);
      if (hears === undefined) path.push(at);
    }
    for (const at of path.reverse()) {
      const own = isElement(at)
        ? attribute(at, "onsubmit") !== null || this.listeners.has(at, SENDS)
        : at === document && (this.listeners.has(window, SENDS) || this.listeners.has(document, SENDS));
      hears = own || hears === true;
      this.#around.set(at, hears);
    }
    return hears === true;
  }

  // An answer to Enter that is no sending of a form. A field that suggests listens for moves among what it suggests.
  #hearsKeys(el: Element): boolean {
    if (el.closest("[onkeydown],[onkeypress],[onkeyup]")) return true;
    return this.listeners.has(el, KEYS) && !isMatch(el, "[aria-autocomplete],[role=combobox],[list]");
  }

  #changes(el: Element, form: Element | null): boolean {
    if (el.closest("[onchange],[oninput]")) return true;
    const listens = this.listeners.has(el, CHANGES);
    return form ? this.listeners.has(form, CHANGES) || listens : listens;
  }
}

function isButton(el: Element): boolean {
  return tagOf(el) === "button" || (tagOf(el) === "input" && BUTTONS.test((el as HTMLInputElement).type));
}

function submitter(button: Element | null, { method, action }: Way): FormSubmitter {
  // A button that is not drawn has a name all the same.
  const name = button ? nameOf(button, "btn").name || cut(fold(textOf(button).slice(0, 200))) : "";
  return action ? { n: name, method, action } : { n: name, method };
}
