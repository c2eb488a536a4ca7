/** A balancer of connections: each goes to the next server. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class Balancer {
  private readonly open = new Set<Socket>();
  private turn = 0;

  private constructor(
    private readonly ports: number[],
    private readonly door: Server,
  ) {}

  /** In front of servers on this machine, on that address. */
  static async start(listen: string, ports: number[]): Promise<Balancer> {
    const [host, port] = listen.split(":");
    const door = createServer();
    const balancer = new Balancer(ports, door);
    door.on("connection", (client) => balancer.pass(client));
    await new Promise<void>((ready) => door.listen(Number(port), host, ready));
    return balancer;
  }

  get host(): string {
    const at = this.door.address();
    if (at === null || typeof at === "string") throw new Error("the balancer is closed");
    return `${at.address}:${at.port}`;
  }

  close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    return new Promise((closed) => this.door.close(() => closed()));
  }

  private pass(client: Socket): void {
    const server = connect(this.ports[this.turn++ % this.ports.length] ?? 0, "127.0.0.1");
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.open.delete(one);
        other.end();
      });
      one.pipe(other);
    }
  }
}
