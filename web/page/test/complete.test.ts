/** An independent, slow look at the same page: every word and every control in view must be in the capture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageCapture } from "../src/contract.ts";
import { onPage } from "./browser.ts";

const PATHS = [
  "overlay.html",
  "cookie-banner.html",
  "infinite-list.html",
  "virtual-list.html",
  "rerender.html",
  "shadow.html",
  "secrets.html",
  "inputs.html",
  "table.html",
  "widgets.html",
  "clipped.html",
  "news.html",
  "shop.html",
  "mail.html",
  "settings.html",
  "controls.html?n=2000&shape=cards",
];

interface Truth {
  words: string[];
  controls: { id: string | null; html: string }[];
}

for (const path of PATHS) {
  test(`complete: ${path}`, () =>
    onPage(path, async ({ page, world }) => {
      const capture = await world.observe();
      const truth = await page.evaluate(truthOf);
      const said = saidIn(capture);
      const listed = new Set(capture.interactiveTree.map((node) => node.i));
      assert.ok(truth.words.length > 0);
      assert.deepEqual(
        truth.words.filter((word) => !said.includes(plain(word))),
        [],
      );
      assert.deepEqual(
        truth.controls.filter(({ id }) => !id || !listed.has(id)),
        [],
      );
    }));
}

function saidIn(capture: PageCapture): string {
  const nodes = new Map(capture.interactiveTree.map((node) => [node.i, node]));
  const runs = capture.pageText.flatMap((line) =>
    line.c.map((run) => (typeof run === "string" ? run : run ? (nodes.get(run.i)?.n ?? "") : "")),
  );
  return plain(runs.join(" ") + capture.interactiveTree.map((node) => `${node.n} ${node.v ?? ""}`).join(" "));
}

// Signs are not words, and a label may lose its colon.
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

// Runs in the page: asks each word and each control for its own box, however slow.
function truthOf(): Truth {
  const range = document.createRange();
  const clip = (el: Element | null): [number, number, number, number] => {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (
      let at = el;
      at && at !== document.documentElement;
      at = at.parentElement ?? (at.getRootNode() as ShadowRoot).host ?? null
    ) {
      const style = getComputedStyle(at);
      if (at !== document.body && style.overflow !== "visible" && style.display !== "inline") {
        const box = at.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, box.left),
          Math.max(top, box.top),
          Math.min(right, box.right),
          Math.min(bottom, box.bottom),
        ];
      }
      if (style.position === "fixed") break;
    }
    return [left, top, right, bottom];
  };
  const words: string[] = [];
  const controls: Truth["controls"] = [];
  const CONTROL =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=radio],[role=tab],[role=menuitem],[role=option],[role=switch],[role=slider],[role=combobox],[role=textbox],[onclick],[contenteditable=true]";
  const visit = (root: Element | ShadowRoot): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot) visit(node.shadowRoot);
        control(node);
      } else if (node instanceof Text) text(node);
    }
  };
  const text = (node: Text): void => {
    const parent = node.parentElement;
    if (!parent || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|OPTION|TITLE)$/i.test(parent.tagName)) return;
    if (parent.localName === "details" && !(parent as HTMLDetailsElement).open) return;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const [left, top, right, bottom] = clip(parent);
    for (const match of node.data.matchAll(/\S+/g)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const box = range.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      if (
        box.width >= 2 &&
        box.height >= 2 &&
        x > left &&
        x < right &&
        y > top &&
        y < bottom &&
        /[\p{L}\p{N}]/u.test(match[0])
      )
        words.push(match[0]);
    }
  };
  const control = (el: Element): void => {
    if (!el.matches(CONTROL) || !el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const box = el.getBoundingClientRect();
    const [left, top, right, bottom] = clip(el);
    const shown =
      Math.max(0, Math.min(box.right, right) - Math.max(box.left, left)) *
      Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top));
    if (box.width < 3 || box.height < 3 || shown < 0.66 * box.width * box.height) return;
    controls.push({ id: el.getAttribute("data-llm-id"), html: el.outerHTML.slice(0, 80) });
  };
  visit(document.body);
  return { words, controls };
}
