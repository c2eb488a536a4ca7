/** A page of `pages/` in a real Chromium, as our look has it, as the browser's own accessibility tree does, and as Playwright's ARIA snapshot. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import type { DocumentCapture } from "../../src/contract.ts";

declare const PACKAGE: string;

/** Serves the bundles, each as a page of its own; answers its address. */
export function serve(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const [, name, ending] = /^\/([\w-]+)\.(html|js|css)$/.exec(url ?? "") ?? [];
    const body =
      ending === "html"
        ? `<!doctype html><meta charset="utf-8"><title>${name}</title><link rel="stylesheet" href="${name}.css"><body></body><script src="${name}.js"></script>`
        : fileNamed(`${name}.${ending}`);
    const type = ending === "js" ? "text/javascript" : `text/${ending ?? "plain"}`;
    response.writeHead(body === null ? 404 : 200, { "content-type": `${type}; charset=utf-8` }).end(body ?? "");
  });
  return new Promise((resolve) => {
    server.unref();
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function fileNamed(name: string): string | null {
  try {
    return readFileSync(join(PACKAGE, "test/widgets/dist", name), "utf8");
  } catch {
    return null;
  }
}

/** A control that the browser tells assistive software of. */
export interface Reference {
  role: string;
  name: string;
  html: string;
  told: boolean;
}

const CONTROLS = new Set(
  "button link checkbox radio switch tab textbox searchbox spinbutton combobox slider option menuitem menuitemcheckbox menuitemradio treeitem gridcell columnheader".split(
    " ",
  ),
);
/** Cells are held against the look only where a person can go to them, as in a calendar. */
const FOCUSABLE = new Set(["gridcell", "columnheader"]);

interface Described {
  ignored?: boolean;
  backendDOMNodeId?: number;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

/** The controls of the browser's accessibility tree that are in view, and whether the look lists them. */
export async function references(session: CDPSession, capture: DocumentCapture): Promise<Reference[]> {
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: Described[] };
  const listed = capture.interactiveTree.map(({ i }) => i);
  const found: Reference[] = [];
  for (const node of nodes) {
    const role = node.role?.value ?? "";
    if (node.ignored || !CONTROLS.has(role) || node.backendDOMNodeId === undefined) continue;
    const isStop = node.properties?.some(({ name, value }) => name === "focusable" && value.value === true);
    if (FOCUSABLE.has(role) && (!isStop || !node.name?.value)) continue;
    const seen = await held(session, node.backendDOMNodeId, listed);
    if (seen) found.push({ role, name: node.name?.value ?? "", ...seen });
  }
  return found;
}

/** A node of an ARIA snapshot; a text is one by itself. */
type Snapshot = string | { role?: string; name?: string; ref?: string; children?: Snapshot[] };

/** The controls of Playwright's ARIA snapshot that are in view, and whether the look lists them. */
export async function inSnapshot(page: Page, capture: DocumentCapture): Promise<Reference[]> {
  const listed = capture.interactiveTree.map(({ i }) => i);
  const found: Reference[] = [];
  for (const { role = "", name = "", ref } of nodesIn((await page.ariaSnapshotJSON({ mode: "ai" })) as Snapshot)) {
    if (!ref || !CONTROLS.has(role) || (FOCUSABLE.has(role) && !name)) continue;
    const element = await page.getByRef(ref).elementHandle();
    if (FOCUSABLE.has(role) && !(await element?.evaluate((el) => (el as HTMLElement).hasAttribute("tabindex"))))
      continue;
    const seen = await element?.evaluate(isTold, listed);
    await element?.dispose();
    if (seen) found.push({ role, name, ...seen });
  }
  return found;
}

function* nodesIn(node: Snapshot | Snapshot[]): Generator<Exclude<Snapshot, string>> {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (typeof node === "object" && node !== null) {
    yield node;
    yield* nodesIn(node.children ?? []);
  }
}

async function held(
  session: CDPSession,
  backendNodeId: number,
  listed: readonly string[],
): Promise<{ html: string; told: boolean } | null> {
  const { object } = await session.send("DOM.resolveNode", { backendNodeId });
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: object.objectId ?? "",
    functionDeclaration: `function (listed) { return (${isTold})(this, listed); }`,
    arguments: [{ value: listed }],
    returnByValue: true,
  });
  return result.value as { html: string; told: boolean } | null;
}

// Runs in the page. What no person can see or hit is no control to tell of; one may be told as its label, as the box drawn
// around it, or as the one thing in it.
function isTold(self: Node, listed: string[]): { html: string; told: boolean } | null {
  const me = self as Element;
  const isListed = (el: Element | null): boolean => listed.includes(el?.getAttribute("data-llm-id") ?? "");
  const box = me.getBoundingClientRect();
  const isNear = (el: Element): boolean => {
    const other = el.getBoundingClientRect();
    return el.contains(me) && other.width * other.height <= 4 * box.width * box.height;
  };
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const html = me.outerHTML.slice(0, 110);
  if (isListed(me)) return { html, told: true };
  const hit = box.width >= 2 && box.height >= 2 ? document.elementFromPoint(x, y) : null;
  const isDrawn = me.matches("input") || me.checkVisibility({ opacityProperty: true });
  if (!hit || !isDrawn || me.matches("option") || !(me.contains(hit) || isNear(hit))) return null;
  const inside = me.querySelector("[data-llm-id]");
  const around = me.parentElement?.closest("[data-llm-id]") ?? null;
  const wide = around?.getBoundingClientRect();
  const same = !!wide && wide.width * wide.height <= 3 * box.width * box.height;
  return { html, told: isListed(inside) || (same && isListed(around)) };
}
