/** Reads a conversation, and keeps what was read and heard of it in one order. */
import type { Client } from "../client.ts";
import type { MessagesData, WireMessage } from "../generated/types.ts";
import { merge, missingAfter, readSince, totalOf } from "./conversation.ts";

/** Messages of a page of them, the most that the server gives. */
const PAGE = 200;
/** So many of the latest messages are held. */
const HISTORY = 1_000;

/** What is new and what became of open actions; or everything. */
export type Wanted = "news" | "all";

export class Reader {
  private held: readonly WireMessage[] = [];
  private told = 0;
  /** Numbers after which the server has nothing any more. */
  private readonly lost = new Set<number>();
  private wanted: Wanted | null = null;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly client: Client,
    private readonly session: string,
    private readonly signal: AbortSignal,
    private readonly changed: () => void,
  ) {}

  /** Oldest first, each once. */
  get messages(): readonly WireMessage[] {
    return this.held;
  }

  get total(): number {
    return totalOf(this.held, this.told);
  }

  /** Takes a message that was heard. False when others before it were not. */
  take(message: WireMessage): boolean {
    this.keep([message]);
    return this.missing() === null;
  }

  /** Reads what is wanted. One reading at a time: what is wanted meanwhile is read once, right after. */
  read(what: Wanted): Promise<void> {
    this.wanted = this.wanted === "all" ? "all" : what;
    this.reading ??= this.readOn();
    return this.reading;
  }

  private async readOn(): Promise<void> {
    try {
      while (this.wanted && !this.signal.aborted) {
        const what = this.wanted;
        this.wanted = null;
        await (what === "all" || this.held.length === 0 ? this.readAll() : this.readNews());
        await this.fillIn();
      }
    } finally {
      this.wanted = null;
      this.reading = null;
    }
  }

  private async readNews(): Promise<void> {
    const since = readSince(this.held);
    this.note(await this.page(since === undefined ? {} : { since }));
  }

  /** From the beginning, or the latest of many. */
  private async readAll(): Promise<void> {
    const first = await this.page({});
    const isLong = first.total > HISTORY;
    this.note(isLong ? await this.page({ after: first.total - HISTORY - 1 }) : first);
  }

  /** Reads page after page until nothing is missing that the server has. */
  private async fillIn(): Promise<void> {
    let asked = -1;
    for (let after = this.missing(); after !== null && !this.signal.aborted; after = this.missing()) {
      // Whatever the server answers, each question reaches further than the one before.
      if (after <= asked) return;
      asked = after;
      const page = await this.page({ after });
      if (page.messages[0]?.sequenceNumber !== after + 1) this.lost.add(after);
      this.note(page);
    }
  }

  private missing(): number | null {
    return missingAfter(this.held, this.told, this.lost);
  }

  private page(which: { since?: string; after?: number }): Promise<MessagesData> {
    return this.client.messages(this.session, { limit: PAGE, ...which }, this.signal);
  }

  private note(page: MessagesData): void {
    const more = page.total > this.told;
    this.told = Math.max(this.told, page.total);
    if (!this.keep(page.messages) && more) this.changed();
  }

  /** Whether anything was new. */
  private keep(messages: readonly WireMessage[]): boolean {
    const merged = merge(this.held, messages);
    if (merged === this.held) return false;
    this.held = merged.slice(-HISTORY);
    this.changed();
    return true;
  }
}
