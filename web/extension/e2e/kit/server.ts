/** The real server, on a folder of its own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import { type Child, end, start } from "./child.ts";
import { built } from "./place.ts";

export const EMAIL = "ada@example.org";
export const PASSWORD = "correct horse battery";

export interface ServerOptions {
  /** Lines of the settings file. */
  settings?: string;
  /** Where a model answers. */
  model?: string;
}

/** A server with one person, Ada. It can be stopped and started again on the same address. */
export class AgentServer {
  private child: Child | null = null;
  private listen = "127.0.0.1:0";
  private readonly folder = mkdtempSync(join(tmpdir(), "screen-agent-e2e-"));

  private constructor(private readonly options: ServerOptions) {}

  static async start(options: ServerOptions = {}): Promise<AgentServer> {
    const server = new AgentServer(options);
    writeFileSync(server.config, `[limits]\ninteract = 6000\nsession = 6000\n${options.settings ?? ""}\n`);
    server.addPerson(EMAIL, PASSWORD);
    await server.up();
    return server;
  }

  private get config(): string {
    return join(this.folder, "settings.toml");
  }

  private get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      SCREEN_AGENT_DATA: join(this.folder, "data"),
      SCREEN_AGENT_CONFIG: this.config,
    };
  }

  addPerson(email: string, password: string): void {
    this.run(["user", "add", email, "--reset"], `${password}\n`);
  }

  /** A command of its administrator, on its data. */
  run(words: string[], input = ""): void {
    const done = spawnSync(built("screen-agent"), words, { env: this.env, input, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${words.join(" ")}: ${done.stderr}`);
  }

  /** Has the organisation, which is Ada alone, know a text, about some hosts. */
  know(text: string, hosts: string[]): void {
    const file = join(this.folder, "handbook.md");
    writeFileSync(file, text);
    for (const host of hosts) this.run(["domains", "add", "--tenant", EMAIL, host]);
    this.run(["knowledge", "add", file]);
  }

  async up(): Promise<void> {
    const model = this.options.model ? ["--model", "scripted", "--model-url", this.options.model] : [];
    this.child = await start(
      built("screen-agent"),
      ["serve", "--listen", this.listen, ...model],
      /listening on (http:\S+)/,
      this.env,
    );
    this.listen = new URL(this.child.ready).host;
  }

  async down(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.child) await end(this.child.process, signal);
    this.child = null;
  }

  get url(): string {
    return `http://${this.listen}`;
  }

  /** Files of the server, its data and its diary, that hold a text. */
  holding(text: string): string[] {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const found = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(text));
    return this.child?.complaints().includes(text) ? [...found, "diary"] : found;
  }

  /** Another place in which Ada is signed in. */
  async client(): Promise<Client> {
    const client = new Client({ base: this.url });
    await client.login({ email: EMAIL, password: PASSWORD });
    return client;
  }

  /** The packet surface, in Ada's name. */
  async packets(): Promise<PacketClient> {
    const { token } = await this.client();
    return new PacketClient({ base: this.url, token });
  }

  async close(): Promise<void> {
    await this.down("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
