/** The official client of the Model Context Protocol, as it is published: whatever agent somebody has would use it. */
import module from "node:module";
import { join } from "node:path";
import { REPOSITORY } from "./place.ts";

/** What a tool gave: for a model, and for a program. */
export interface Given {
  text: string;
  data: Record<string, unknown>;
  /** Where it was refused: the code. */
  code: string | null;
}

interface Result {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface Published {
  Client: new (
    own: object,
  ) => {
    connect(transport: object): Promise<void>;
    callTool(call: object, schema: undefined, options: object): Promise<Result>;
    close(): Promise<void>;
  };
  StreamableHTTPClientTransport: new (at: URL, options: object) => object;
}

/** Installed on demand, as other published clients are; null where it cannot be had. */
async function published(): Promise<Published | null> {
  const place = join(REPOSITORY, "shell/realtime/tests/clients/fetch.mjs");
  const { fetched } = (await import(place)) as { fetched: (name: string, what: string[]) => string | null };
  const modules = fetched("mcp-1.32.2-2.4.0", [
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/client@2.4.0",
  ]);
  if (!modules) return null;
  const need = module.createRequire(join(modules, "index.js"));
  return {
    ...need("@modelcontextprotocol/sdk/client/index.js"),
    ...need("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  } as Published;
}

export class Mcp {
  private constructor(private readonly client: InstanceType<Published["Client"]>) {}

  /** Somebody's agent at a server, with their token. */
  static async connect(server: string, token: string | null): Promise<Mcp | null> {
    const sdk = await published();
    if (!sdk) return null;
    const client = new sdk.Client({ name: "e2e", version: "1" });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL("/mcp", server), { requestInit: { headers } }));
    return new Mcp(client);
  }

  async call(name: string, args: object, signal?: AbortSignal): Promise<Given> {
    const result = await this.client.callTool({ name, arguments: args }, undefined, { timeout: 120_000, signal });
    const text = result.content.map(({ text }) => text ?? "").join("\n");
    const code = result.isError ? (/^[A-Z_]+/.exec(text)?.[0] ?? "?") : null;
    return { text, data: result.structuredContent ?? {}, code };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
