/** What is seen of a page that must not come alive. */
import type { Browser, Page } from "playwright-core";
import { contextOf, open } from "../browser.ts";

/** What a page may hold below its answers: elements, and for each attribute what it may say. */
const ELEMENTS =
  "section h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table thead tbody tr th td a div bdi span button svg path".split(
    " ",
  );
const ATTRIBUTES: Record<string, string> = {
  "*.dir": "^(auto|ltr)$",
  "a.href": "^(https?://[a-z0-9.\\-_\\[\\]:]+/|mailto:[A-Za-z0-9._+\\-]+@[a-z0-9.\\-]+$)",
  "a.target": "^_blank$",
  "a.rel": "^noopener noreferrer$",
  "a.class": "^citation-source$",
  "a.aria-label": "",
  "code.class": "^language-[a-z0-9+#\\-]{1,32}$",
  "th.scope": "^(col|row)$",
  "ol.class": "^citations$",
  "li.class": "^citation( doubted)?$",
  "div.class": "^(tree-of-answer|table-frame|citations)$",
  "div.role": "^group$",
  "div.aria-label": "^(Table|Sources)$",
  "div.tabindex": "^0$",
  "span.class": "^citation-(number|words|doubt|place)$",
  "bdi.class": "^citation-(quote|title)$",
  "button.type": "^button$",
  "button.class": "^citation-place$",
  "svg.class": "^icon$",
  "svg.viewBox": "^0 0 20 20$",
  "svg.aria-hidden": "^true$",
  "svg.focusable": "^false$",
  "path.d": "^[MLlVvHhaAcCsSzZ0-9 .\\-]+$",
};

/** Runs before anything else in every frame: what scripts would reach for is noted. */
function trap(): void {
  const ran: string[] = [];
  Object.assign(globalThis, { ran });
  for (const name of ["alert", "confirm", "prompt", "print", "open", "fetch"]) {
    Object.defineProperty(globalThis, name, { value: () => void ran.push(name), configurable: false, writable: false });
  }
  navigator.sendBeacon = () => ran.push("sendBeacon") > 0;
  addEventListener("securitypolicyviolation", (event) =>
    ran.push(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
}

/** Opens documents one after the other on one page, and gathers what was seen. */
export class Watch {
  private readonly faults: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly refused: string[],
    private readonly give: (body: string) => void,
    readonly close: () => Promise<void>,
  ) {
    page.on("dialog", (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (said) => this.faults.push(`console: ${said.text()}`));
    page.on("pageerror", (error) => this.faults.push(`error in a script: ${error.message}`));
    page.on("framenavigated", (frame) => frame !== page.mainFrame() && this.faults.push(`frame: ${frame.url()}`));
    page.on("websocket", (socket) => this.faults.push(`socket: ${socket.url()}`));
    page.context().on("page", (other) => this.faults.push(`another page: ${other.url()}`));
  }

  static async on(browser: Browser, body: string): Promise<Watch> {
    const { context, refused, give } = await contextOf(browser, body);
    await context.addInitScript(trap);
    const page = await open(context);
    return new Watch(page, refused, give, () => context.close());
  }

  /** Opens another document in the same place. */
  async reopen(body: string): Promise<void> {
    this.give(body);
    await this.page.goto(this.page.url());
  }

  /** Runs in the page what a test wants done there. */
  do<Value>(what: (value: string) => void, value: Value): Promise<void> {
    return this.page.evaluate(what, JSON.stringify(value));
  }

  texts(selector: string): Promise<string[]> {
    return this.page.evaluate(
      (selected) => Array.from(document.querySelectorAll(selected), (element) => element.textContent ?? ""),
      selector,
    );
  }

  /** Touches everything, and says what is wrong; a number of answers stand in `#app` and nothing else anywhere. */
  async faultsAmong(answers: number): Promise<string[]> {
    const found = await this.page.evaluate(inspect, { answers, elements: ELEMENTS, attributes: ATTRIBUTES });
    const seen = [...this.faults.splice(0), ...this.refused.splice(0).map((url) => `request: ${url}`), ...found];
    return seen.slice(0, 20);
  }
}

interface Rules {
  answers: number;
  elements: string[];
  attributes: Record<string, string>;
}

/** In the page: sends events to every element, then reads the tree and what the trap has caught. */
async function inspect({ answers, elements, attributes }: Rules): Promise<string[]> {
  const faults: string[] = [];
  const app = document.getElementById("app");
  const all = Array.from(app?.querySelectorAll("*") ?? []);
  // Whatever leads elsewhere than the web and the mail is followed.
  addEventListener(
    "click",
    (event) =>
      /^(https?|mailto):/.test((event.target as Element).closest("a")?.href ?? "https:") && event.preventDefault(),
    { capture: true, once: false },
  );
  for (const element of all) {
    for (const type of ["mouseover", "pointerenter", "focus", "click", "error", "load", "toggle", "animationstart"]) {
      element.dispatchEvent(
        new MouseEvent(type, { bubbles: type === "click" || type === "mouseover", cancelable: true }),
      );
    }
    if (!elements.includes(element.localName)) faults.push(`element: ${element.outerHTML.slice(0, 120)}`);
    for (const { name, value } of Array.from(element.attributes)) {
      const rule = attributes[`${element.localName}.${name}`] ?? attributes[`*.${name}`];
      if (rule === undefined || !new RegExp(rule).test(value))
        faults.push(`attribute: ${element.localName}.${name}=${value.slice(0, 120)}`);
    }
    if (element.shadowRoot) faults.push("a shadow root");
  }
  for (const kind of [NodeFilter.SHOW_COMMENT, NodeFilter.SHOW_PROCESSING_INSTRUCTION, NodeFilter.SHOW_CDATA_SECTION]) {
    if (app && document.createTreeWalker(app, kind).nextNode())
      faults.push("a comment, or what is neither element nor text");
  }
  const outside = Array.from(document.body.children).filter(
    (element) => element !== app && element.localName !== "script",
  );
  if (outside.length > 0) faults.push(`outside: ${outside[0]?.outerHTML.slice(0, 120)}`);
  if (app?.children.length !== answers || app.querySelectorAll(":scope > section").length !== answers)
    faults.push(`${app?.children.length} answers instead of ${answers}`);
  // What a handler would have put off is done by then.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const { ran } = globalThis as unknown as { ran: string[] };
  return [...faults, ...ran.splice(0).map((what) => `ran: ${what}`)];
}
