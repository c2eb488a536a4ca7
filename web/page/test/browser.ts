/** A real browser over the fixture pages, with the bundle in an isolated world as the runner has it. */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before } from "node:test";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import type { ActionResult, Basis, DocumentCapture, Located, Refusal } from "../src/contract.ts";

declare const PACKAGE: string;

/** The repository's fixture pages. */
export const PAGES = join(PACKAGE, "../../fixtures/pages");
const BUNDLE = ["page.js", "act.js", "read.js", "record.js"]
  .map((name) => readFileSync(join(PACKAGE, "dist", name), "utf8"))
  .join("\n");

let browser: Browser;
const servers: Server[] = [];

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--site-per-process",
    ],
  });
  servers.push(await serve(), await serve());
});

after(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
    const body = pageNamed(name);
    response
      .writeHead(body === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(body ?? "<p>nothing here</p>");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function pageNamed(name: string): string | null {
  try {
    return /^[\w-]+\.html$/.test(name) ? readFileSync(join(PAGES, name), "utf8") : null;
  } catch {
    return null;
  }
}

/** Address of one of the two origins. */
export function origin(which: 0 | 1): string {
  const port = (servers[which]!.address() as AddressInfo).port;
  return `http://${which === 0 ? "127.0.0.1" : "localhost"}:${port}`;
}

/** One refusal as the page gives it. */
export interface Refused {
  ok: false;
  refusal: Refusal;
  message: string;
}

/** An isolated world of one frame. */
export class World {
  constructor(
    private readonly session: CDPSession,
    private readonly context: number,
    private readonly main?: number,
  ) {}

  async run<T>(expression: string): Promise<T> {
    return evaluate<T>(this.session, expression, this.context);
  }

  /** Looks, answers the question about listeners if there is one, and looks again. */
  async observe(): Promise<DocumentCapture> {
    const first = await this.run<DocumentCapture>("__screenAgent.observe()");
    if (!first.ask) return first;
    const heard = await evaluate<string>(this.session, first.ask, this.main);
    return this.run(`__screenAgent.observe(${JSON.stringify({ heard })})`);
  }

  locate(id: string, basis?: Basis, options = {}): Promise<Located | Refused> {
    return this.run(
      `__screenAgent.locate(${JSON.stringify(id)}, ${JSON.stringify(basis) ?? "undefined"}, ${JSON.stringify(options)})`,
    );
  }

  act(name: string, ...args: unknown[]): Promise<ActionResult> {
    return this.run(`__screenAgent.act(${JSON.stringify(name)}, ${JSON.stringify(args)})`);
  }
}

async function evaluate<T>(session: CDPSession, expression: string, contextId: number | undefined): Promise<T> {
  const answer = await session.send("Runtime.evaluate", {
    expression,
    contextId,
    returnByValue: true,
    awaitPromise: true,
    includeCommandLineAPI: true,
  });
  if (answer.exceptionDetails)
    throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
  return answer.result.value as T;
}

/** A page with the bundle in it. */
export interface Tab {
  page: Page;
  world: World;
  session: CDPSession;
}

/** Opens a fixture, hands over its tab and closes it again. */
export function onPage(path: string, test: (tab: Tab) => Promise<void>): Promise<void> {
  return onAddress(`${origin(0)}/${path}`, test);
}

/** The same, wherever the page is. */
export async function onAddress(address: string, test: (tab: Tab) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  try {
    await page.goto(address);
    const session = await page.context().newCDPSession(page);
    await test({ page, session, world: await worldOf(session) });
  } finally {
    await page.close();
  }
}

/** The bundle in an isolated world of a session's own frame, or of another frame in its process. */
export async function worldOf(session: CDPSession, frameId?: string): Promise<World> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameId ?? frameTree.frame.id,
    worldName: "agent",
  });
  const world = new World(session, executionContextId);
  await world.run(BUNDLE);
  return world;
}
