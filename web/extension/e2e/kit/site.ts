/** Sites to work on: folders of the repository, or pages that a test writes down. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { REPOSITORY } from "./place.ts";

const KINDS: Record<string, string> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** What a test's own page answers: HTML, or whatever it likes. */
type Page = string | ((url: URL) => { status?: number; type?: string; body: string; headers?: Record<string, string> });

/** A small site on a port of its own. */
export class Site {
  private constructor(
    private readonly server: Server,
    /** Paths that were asked for, in order. */
    readonly asked: string[],
  ) {}

  /** One of the sites under `e2e/sites`. */
  static of(name: string): Promise<Site> {
    return Site.start({}, join(REPOSITORY, "e2e/sites", name));
  }

  /** One of the pages under `fixtures/pages`. */
  static fixtures(): Promise<Site> {
    return Site.start({}, join(REPOSITORY, "fixtures/pages"));
  }

  /** Pages by path; `/` is the first. */
  static pages(pages: Record<string, Page>): Promise<Site> {
    return Site.start(pages, null);
  }

  private static async start(pages: Record<string, Page>, folder: string | null): Promise<Site> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://site");
      asked.push(url.pathname + url.search);
      answer(pages, folder, url).then(
        ({ status, type, body, headers }) =>
          response.writeHead(status, { "content-type": type, "cache-control": "no-store", ...headers }).end(body),
        () => response.writeHead(404, { "content-type": "text/html" }).end("<title>Nothing</title><p>Nothing here."),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Site(server, asked);
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = "/"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The same site under another origin. */
  elsewhere(path = "/"): string {
    return `http://localhost:${this.port}${path}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function answer(
  pages: Record<string, Page>,
  folder: string | null,
  url: URL,
): Promise<{ status: number; type: string; body: string | Buffer; headers?: Record<string, string> | undefined }> {
  const page = pages[url.pathname];
  if (typeof page === "string") return { status: 200, type: "text/html; charset=utf-8", body: page };
  if (page) {
    const { status = 200, type = "text/html; charset=utf-8", body, headers } = page(url);
    return { status, type, body, headers };
  }
  if (!folder) throw new Error("no such page");
  const path = normalize(url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname);
  const body = await readFile(join(folder, path));
  return { status: 200, type: `${KINDS[extname(path)] ?? "application/octet-stream"}; charset=utf-8`, body };
}
