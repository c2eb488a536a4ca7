/** One walk over the document as drawn, writing what can be seen of it. Its cost is linear in the page. */

import { flatChildren, shadowOf } from "../dom/tree.ts";
import { foldInner, setOf } from "../dom/words.ts";
import { hold, type Said, saidBy } from "../highlight/held.ts";
import { attribute, getter, isDrawn, isEditable, Legible, optionTag, strongRole, tagOf, textOf } from "../lending.ts";
import { attributesOf } from "./attributes.ts";
import { isAway } from "./away.ts";
import { foreignOf, isAsGoodAs, isClosed, isLarge, isOverlay, isWorked, titleOf } from "./drawn.ts";
import { hiddenLabel, hiddenWords } from "./label.ts";
import { forgetLetters, isHiddenInEarnest, isUnseen, speaksFor } from "./unseen.ts";
import { escaped, Writer } from "./write.ts";

/** Nothing of these is read. */
const SKIPPED = setOf(
  "script style noscript template link meta base head title datalist param source track area map frameset noframes",
);
/** These have no content of their own in HTML. */
const VOID = setOf("br hr wbr img input embed");
/** Only worth writing when they say something besides being there. */
const BARE = setOf("span font b i em strong u small big center tt bdi bdo nobr ins mark");
/** Parts of a text that are styled by what they are, and placed where they stand. */
const PLAIN = setOf(
  "b i em strong u s small big tt mark span font p h1 h2 h3 h4 h5 h6 th dt dd blockquote pre figcaption caption thead tbody tfoot code kbd samp var br wbr hr cite q abbr sub sup time",
);
/** Whose words belong to the block around them. */
const INLINE = setOf(
  "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label map mark meter nobr output picture progress q rp rt ruby s samp select small span strike strong sub sup svg time tt u var wbr",
);
/** Things of which a reader speaks as of one. */
const WHOLES = setOf("article section main li tr table blockquote figure form dialog details nav aside header footer");
/** What plays, or is drawn by a script or the browser: that it is there, and its name. */
const MEDIA = setOf("video audio canvas object embed meter progress");
const KEEPS_LINES = setOf("pre listing xmp");
/** Deeper wrappers are left out; their content is not. */
const DEEPEST = 256;
/** Deeper than any page that people made; what is below is left out. */
const BOTTOM = 1200;
const OPTIONS = 60;
/** Words in a drawing. */
const LABELS = 100;

const nodeType = getter<number>(Node.prototype, "nodeType");
const { ELEMENT_NODE: ELEMENT, TEXT_NODE: TEXT } = Node;
const firstChild = getter<ChildNode | null>(Node.prototype, "firstChild");
const nextSibling = getter<ChildNode | null>(Node.prototype, "nextSibling");
const attributeNames = Element.prototype.getAttributeNames;
const checkVisibility = Element.prototype.checkVisibility;

/** An element that is drawn. */
interface Drawn {
  el: Element;
  tag: string;
  /** Of its attributes. */
  names: readonly string[];
  /** Null where nothing of it matters. */
  style: CSSStyleDeclaration | null;
  position: string;
  /** Its own words show. */
  visible: boolean;
}

/** What holds where the walk is. */
interface At {
  depth: number;
  /** Where the id of the block around may be put, as long as it has none. */
  block: Slot;
  /** Line ends stand for themselves. */
  lines: boolean;
  /** In a control: what is in it is part of it. */
  control: boolean;
}

/** The place of a block's id in what is written. */
interface Slot {
  el: Element;
  at: number;
  done: boolean;
}

export class Walk {
  readonly out: Writer;
  /** Frame elements, by the number in what stands for them. */
  readonly frames: HTMLIFrameElement[] = [];
  private readonly legible = new Legible();
  private spaced = true;
  /** How many texts and named pictures were written. */
  private spoken = 0;

  constructor(
    private readonly prefix: string,
    room: number,
  ) {
    this.out = new Writer(room);
    forgetLetters();
  }

  /** Writes an element and all in it. */
  element(el: Element, at: At = { depth: 0, block: { el, at: 0, done: true }, lines: false, control: false }): void {
    if (this.out.cut) return;
    const tag = tagOf(el);
    if (SKIPPED.has(tag)) return;
    const visible = isDrawn(el) || isAsGoodAs(el);
    // What is not visible may hold what is.
    if (!visible && !checkVisibility.call(el) && getComputedStyle(el).display !== "contents") return;
    const names = attributeNames.call(el);
    const plain = names.length === 0 && PLAIN.has(tag);
    const look = getComputedStyle(el);
    const style = plain ? null : look;
    const position = plain ? "static" : look.position;
    // Also what has no name to be styled by may be hidden for where it stands.
    if (plain) {
      if (isUnseen(el, look, look.position)) return;
    } else {
      if (names.includes("aria-hidden") && attribute(el, "aria-hidden") === "true" && isHiddenInEarnest(el)) return;
      if (isUnseen(el, look, position) && !speaksFor(el)) return;
    }
    if (tag === "iframe" || tag === "frame") return this.frame(el as HTMLIFrameElement);
    this.drawn({ el, tag, names, style, position, visible }, at);
  }

  private drawn({ el, tag, names, style, position, visible }: Drawn, at: At): void {
    const role = tag === "form" ? null : strongRole(el);
    const weak = role === null && !at.control && style !== null && isWorked(el, tag, names, style);
    const attributes = attributesOf(el, tag, names);
    const isControl = role !== null || weak;
    const id = isControl ? this.stamp(el, saidBy(el, tag, attributes)) : "";
    const more = `${id}${weak ? ' role="button"' : ""}${position === "fixed" && isOverlay(el) ? ' style="position:fixed"' : ""}`;
    if (tag === "img" || tag === "svg") return this.picture(el, tag, attributes.join("") + more, id);
    if (VOID.has(tag))
      return this.bare(
        tag,
        attributes.join("") + more + (isControl && !isNamed(names) ? labelled(hiddenLabel(el)) : ""),
      );
    const inline = INLINE.has(tag) || (tag.includes("-") && style?.display === "inline");
    const struck = BARE.has(tag) && style?.textDecorationLine.includes("line-through");
    const dropped =
      (BARE.has(tag) && !struck && attributes.length === 0 && more === "") ||
      (at.depth > DEEPEST && (tag === "div" || tag === "span"));
    const name = struck ? "s" : /^[a-z][a-z0-9-]*$/.test(tag) ? tag : "div";
    const room = dropped ? 0 : this.out.open(`<${name}${attributes.join("")}${more}`);
    const slot: Slot = inline || dropped ? at.block : { el, at: room, done: isControl };
    if (!inline && !dropped && !isControl && WHOLES.has(tag)) this.name(slot);
    const inner: At = {
      depth: at.depth + 1,
      block: slot,
      lines: at.lines || KEEPS_LINES.has(tag),
      control: at.control || isControl,
    };
    const before = this.spoken;
    this.content(el, tag, role, visible, inner);
    if (isControl && !dropped && this.spoken === before && !isNamed(names))
      this.out.add(room, labelled(isField(tag, role) ? hiddenLabel(el) : hiddenWords(el)));
    if (!dropped) this.out.close(name);
    if (!inline) this.spaced = true;
  }

  private content(el: Element, tag: string, role: string | null, visible: boolean, at: At): void {
    if (tag === "select") return this.options(el as HTMLSelectElement);
    // What was written into a field stays there, whatever kind of field it is.
    if (isField(tag, role) || isEditable(el) || MEDIA.has(tag)) return;
    if (tag.includes("-") && isClosed(el)) return this.out.write('<template shadowrootmode="closed"></template>');
    if (at.depth > BOTTOM) return this.out.write("<hr data-cut>");
    if (tag === "slot" || shadowOf(el)) {
      const drawn = flatChildren(el);
      for (let index = 0; index < drawn.length && !this.out.cut; index++) this.node(drawn[index], el, visible, at);
    } else {
      for (let child = firstChild(el); child && !this.out.cut; child = nextSibling(child))
        this.node(child, el, visible, at);
    }
  }

  private node(node: Node | undefined, around: Element, visible: boolean, at: At): void {
    const type = node ? nodeType(node) : 0;
    if (type === ELEMENT) this.element(node as Element, at);
    else if (type === TEXT && visible) this.words(node as Text, at, around);
  }

  private words(node: Text, at: At, around: Element): void {
    const { data } = node;
    if (!/\S/.test(data)) {
      if (!data || this.spaced || at.lines) return;
      this.spaced = true;
      return this.out.write(" ");
    }
    if (!this.legible.isWritten(around) || isAway(node, around)) return;
    this.spoken++;
    this.name(at.block);
    if (at.lines) return this.out.write(escaped(data.split("\n").map(keepIndent).join("\n")));
    const breaks = /\S[^\S\n]*\n/.test(data) && /^(?:pre|break-spaces)/.test(getComputedStyle(around).whiteSpace);
    const text = breaks
      ? data
          .trim()
          .split("\n")
          .map((line) => escaped(foldInner(line)))
          .join("<br>")
      : escaped(foldInner(data));
    this.out.write(this.spaced ? text.trimStart() : text);
    this.spaced = text.endsWith(" ");
  }

  /** Gives a block its id, once it is known to have words of its own. */
  private name(slot: Slot): void {
    if (slot.done || this.out.cut) return;
    slot.done = true;
    this.out.add(slot.at, this.stamp(slot.el));
  }

  private stamp(el: Element, said?: Said): string {
    return ` data-llm-id="${this.prefix}${hold(el, said)}"`;
  }

  private options(select: HTMLSelectElement): void {
    for (const option of Array.from(select.options).slice(0, OPTIONS)) {
      if (!option.hidden)
        this.out.write(`${optionTag(option)}${escaped(foldLine(option.label).slice(0, 100))}</option>`);
    }
  }

  private picture(el: Element, tag: string, attributes: string, id: string): void {
    if (tag === "svg") {
      const name = attribute(el, "aria-label") ?? titleOf(el);
      if (name) this.image(` alt="${escaped(foldLine(name).slice(0, 200))}"${id}`);
      return this.drawing(el);
    }
    const named = id !== "" || (attribute(el, "alt") ?? "").trim() !== "";
    if (named || isLarge(el)) this.image(attributes);
  }

  private image(attributes: string): void {
    if (/ alt="/.test(attributes)) this.spoken++;
    this.out.write(`<img${attributes}>`);
  }

  /** The words in a drawing, of a chart say. */
  private drawing(svg: Element): void {
    const labels = svg.querySelectorAll("text");
    for (let index = 0; index < labels.length && index < LABELS; index++) {
      const label = labels[index];
      const words = label && isDrawnHere(label) ? foldLine(textOf(label)).trim().slice(0, 100) : "";
      if (words) {
        this.spoken++;
        this.out.write(`<span>${escaped(words)}</span> `);
      }
    }
  }

  private bare(tag: string, attributes: string): void {
    this.out.write(`<${tag}${attributes}>`);
    if (tag === "br" || tag === "hr") this.spaced = true;
  }

  private frame(el: HTMLIFrameElement): void {
    const { width, height } = el.getBoundingClientRect();
    if (width < 2 || height < 2) return;
    const index = this.frames.push(el) - 1;
    this.out.write(`<iframe data-frame="${index}"${foreignOf(el)}></iframe>`);
  }
}

/** Where a line begins means something in code. */
function keepIndent(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return indent.replaceAll("\t", "    ").slice(0, 60) + foldLine(line.slice(indent.length));
}

function foldLine(line: string): string {
  return foldInner(line.trimEnd());
}

// What a drawing only defines has no extent.
function isDrawnHere(label: Element): boolean {
  return isDrawn(label) && label.getBoundingClientRect().width > 0;
}

/** Whether people write in it, whatever it is made of. */
function isField(tag: string, role: string | null): boolean {
  return tag === "textarea" || role === "textarea" || role === "inp";
}

function isNamed(names: readonly string[]): boolean {
  return names.includes("aria-label") || names.includes("title");
}

function labelled(words: string): string {
  return words === "" ? "" : ` aria-label="${escaped(words)}"`;
}
