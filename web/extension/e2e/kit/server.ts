/** The real server, on a folder of its own. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import { Balancer } from "./balancer.ts";
import { type Child, end, start } from "./child.ts";
import { built } from "./place.ts";

export const EMAIL = "ada@example.org";
export const PASSWORD = "correct horse battery";

/** How many servers there are, on one PostgreSQL behind a balancer if there are several: `SCREEN_AGENT_SERVERS=3 node e2e/run.mjs`. */
const SERVERS = Number(process.env.SCREEN_AGENT_SERVERS ?? 1);
/** What servers on one database have in common besides. */
const KEYS = ["store-key", "account-key", "audit-key"];

export interface ServerOptions {
  /** Lines of the settings file. */
  settings?: string;
  /** Where a model answers. */
  model?: string;
}

/** A server with one person, Ada. It can be stopped and started again on the same address. */
export class AgentServer {
  private children: Child[] = [];
  private database: Child | null = null;
  private balancer: Balancer | null = null;
  private listen = "127.0.0.1:0";
  private readonly folder = mkdtempSync(join(tmpdir(), "screen-agent-e2e-"));

  private constructor(private readonly options: ServerOptions) {}

  static async start(options: ServerOptions = {}): Promise<AgentServer> {
    const server = new AgentServer(options);
    writeFileSync(server.config, `[limits]\ninteract = 6000\nsession = 6000\n${options.settings ?? ""}\n`);
    if (SERVERS > 1) server.database = await start(built("empty-postgres"), [], /^(postgres:.*)$/, process.env);
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
      SCREEN_AGENT_DATA: this.data(0),
      SCREEN_AGENT_CONFIG: this.config,
      ...(this.database && { SCREEN_AGENT_STORE: this.database.ready }),
    };
  }

  /** The folder of one of the servers: with the keys and the files of the first. */
  private data(which: number): string {
    const folder = join(this.folder, which === 0 ? "data" : `data-${which}`);
    if (which === 0 || existsSync(folder)) return folder;
    mkdirSync(folder);
    for (const key of KEYS) copyFileSync(join(this.data(0), key), join(folder, key));
    mkdirSync(join(this.data(0), "files"), { recursive: true });
    symlinkSync(join(this.data(0), "files"), join(folder, "files"));
    return folder;
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
    for (let which = 0; which < SERVERS; which++) {
      const child = await start(
        built("screen-agent"),
        ["serve", "--listen", SERVERS > 1 ? "127.0.0.1:0" : this.listen, ...model],
        /listening on (http:\S+)/,
        { ...this.env, SCREEN_AGENT_DATA: this.data(which) },
      );
      this.children.push(child);
    }
    const [first, ...others] = this.children.map((child) => new URL(child.ready));
    if (first === undefined) throw new Error("SCREEN_AGENT_SERVERS is at least 1");
    if (others.length > 0) {
      const ports = [first, ...others].map((url) => Number(url.port));
      this.balancer = await Balancer.start(this.listen, ports);
    }
    this.listen = this.balancer?.host ?? first.host;
  }

  async down(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await Promise.all(this.children.map((child) => end(child.process, signal)));
    this.children = [];
    await this.balancer?.close();
    this.balancer = null;
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
    const said = this.children.some((child) => child.complaints().includes(text));
    return said ? [...found, "diary"] : found;
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
    if (this.database) {
      const gone = once(this.database.process, "exit");
      this.database.process.stdin?.end();
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
