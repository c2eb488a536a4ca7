/** Firefox's own remote control: JSON over a socket, each message preceded by its length. */
import { connect, type Socket } from "node:net";

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A page or a frame in which commands are carried out, or the browser's own windows. */
export type Context = "content" | "chrome";

/** What the browser answered to a command that it did not carry out. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

export class Marionette {
  private readonly waiting = new Map<number, Waiting>();
  private received = Buffer.alloc(0);
  private last = 0;
  /** Commands are told one after another: which window they are about is a state of the connection. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(private readonly socket: Socket) {
    socket.on("data", (piece: Buffer) => this.read(piece));
    socket.on("close", () => this.fail(new Error("the browser is gone")));
    socket.on("error", (error) => this.fail(error));
  }

  static async to(port: number): Promise<Marionette> {
    const socket = connect(port, "127.0.0.1");
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    const marionette = new Marionette(socket);
    await marionette.send("WebDriver:NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    return marionette;
  }

  /** Does several things as one, with nobody's commands in between. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  async send<T>(name: string, parameters: object = {}): Promise<T> {
    const id = ++this.last;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const text = JSON.stringify([0, id, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return (await answer) as T;
  }

  /** Runs a script and gives back what it returns; one that returns a promise is waited for. */
  async script<T>(context: Context, script: string, args: unknown[] = []): Promise<T> {
    await this.send("Marionette:SetContext", { value: context });
    try {
      return (
        await this.send<{ value: T }>("WebDriver:ExecuteScript", {
          script,
          args,
          sandbox: context === "chrome" ? "system" : "default",
          newSandbox: false,
        })
      ).value;
    } finally {
      await this.send("Marionette:SetContext", { value: "content" });
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private read(piece: Buffer): void {
    this.received = Buffer.concat([this.received, piece]);
    for (;;) {
      const colon = this.received.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(this.received.subarray(0, colon).toString());
      if (this.received.length < end) return;
      this.heard(JSON.parse(this.received.subarray(colon + 1, end).toString()) as unknown);
      this.received = this.received.subarray(end);
    }
  }

  private heard(message: unknown): void {
    // The first one introduces the browser.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message as [number, number, { error: string; message: string } | null, unknown];
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Refused(error.error, error.message));
    else waiting?.resolve(result);
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
