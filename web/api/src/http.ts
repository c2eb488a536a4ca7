/** How both clients speak to the server. */

/** Where the server is, and who is asking. */
export interface ClientOptions {
  /** Origin of the server; empty for the page's own. */
  base: string;
  token?: string | null;
  fetch?: typeof fetch;
}

/** A file to save. */
export interface ReportFile {
  blob: Blob;
  filename: string;
}

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON; a text or a form is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Sends requests with the token. What the server refuses is thrown as `refusal` reads it. */
export abstract class Http {
  token: string | null;
  /** Origin of the server, without a slash at its end; empty for the page's own. */
  readonly base: string;
  private readonly fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.base = options.base.replace(/\/$/, "");
    this.token = options.token ?? null;
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  protected abstract refusal(response: Response): Promise<Error>;

  protected async file(path: string, otherwise: string): Promise<ReportFile> {
    const response = await this.send(path);
    const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    return { blob: await response.blob(), filename: named ?? otherwise };
  }

  protected async send(path: string, { method = "GET", body, headers, signal }: Call = {}): Promise<Response> {
    const sent: Record<string, string> = { ...(this.token ? bearer(this.token) : {}), ...headers };
    // A form's type names its boundary, which only the browser knows.
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) sent["Content-Type"] = "application/json";
    const response = await this.fetch(this.base + path, {
      method,
      headers: sent,
      body: isForm || typeof body === "string" ? body : body === undefined ? null : JSON.stringify(body),
      credentials: "omit",
      signal: signal ?? null,
    });
    if (!response.ok) throw await this.refusal(response);
    return response;
  }
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** A query string of what is given. */
export function query(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `?${search}` : "";
}
