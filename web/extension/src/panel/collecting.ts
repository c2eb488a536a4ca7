/** Collections, as the panel goes about them: what takes more than one command, and what is taken away as a file. */
import { computed, type Signal, signal } from "@preact/signals";
import type { NewSource, PacketClient, ShareFormat, SourceInfo } from "@screen-agent/api/packet";
import type { CollectionCommand } from "../shared/ask.ts";
import { atMost, NEVER } from "../shared/wait.ts";
import type { Panel } from "./panel.ts";

/** How long new sources are waited for, in milliseconds. */
const PATIENCE = 5_000;

export class Collecting {
  /** Pages that are being captured one after the other, and how many there are; null when none are. */
  readonly capturing: Signal<{ done: number; of: number } | null> = signal(null);

  constructor(private readonly panel: Panel) {}

  /** Adds sources; pages among them are captured at once. */
  async add(collectionId: string, sources: NewSource[]): Promise<boolean> {
    const before = new Set(this.sources().map(({ id }) => id));
    const done = await this.panel.ask({ kind: "addSources", collectionId, sources });
    if (done) void this.arriving(before).then((fresh) => this.capture(fresh));
    return done;
  }

  /** Sources that were not there before. The worker tells of them in its next state, which may come after its answer. */
  private async arriving(before: ReadonlySet<string>): Promise<readonly SourceInfo[]> {
    const fresh = computed(() => this.sources().filter(({ id }) => !before.has(id)));
    const over = new AbortController();
    const come = new Promise<void>((resolve) => {
      over.signal.addEventListener(
        "abort",
        fresh.subscribe((all) => all.length > 0 && resolve()),
      );
    });
    // All of them may have been there already.
    await atMost(come, PATIENCE, undefined, NEVER);
    over.abort();
    return fresh.value;
  }

  /** Captures the pages among these sources that were not captured yet, one after the other. */
  async capture(sources: readonly SourceInfo[]): Promise<void> {
    const wanted = sources.filter(isWanting);
    if (wanted.length === 0 || this.capturing.value) return;
    const collectionId = wanted[0]?.collectionId;
    for (const [done, source] of wanted.entries()) {
      // Another collection was opened: what is left waits there for its button.
      if (this.panel.outside.state.value?.collections?.open?.collection.id !== collectionId) break;
      this.capturing.value = { done, of: wanted.length };
      // Why one failed stands beside it.
      await this.panel.outside.ask({ kind: "captureSource", sourceId: source.id }).catch(() => undefined);
    }
    this.capturing.value = null;
  }

  /** Opens the sheet of collections at one of them, or at what was made. */
  show(command: Extract<CollectionCommand, { kind: "openArtifact" | "openCollection" }>): void {
    this.panel.sheet.value = "collections";
    void this.panel.ask(command);
  }

  /** What was made, as Markdown. */
  async markdown(artifactId: string): Promise<string> {
    const client = this.packets();
    return client
      ? (await client.artifactFile(artifactId, "markdown")).blob.text()
      : Promise.reject(new Error("signed out"));
  }

  /** Saves what was made as a file. */
  async download(artifactId: string, format: ShareFormat): Promise<void> {
    const client = this.packets();
    if (!client) return;
    this.panel.problem.value = null;
    try {
      this.panel.outside.save(await client.artifactFile(artifactId, format));
    } catch (error) {
      this.panel.tell(error);
    }
  }

  private packets(): PacketClient | null {
    return this.panel.outside.packets();
  }

  private sources(): readonly SourceInfo[] {
    return this.panel.outside.state.value?.collections?.open?.sources ?? [];
  }
}

/** A page of which nothing was captured yet. */
export function isWanting({ kind, status }: SourceInfo): boolean {
  return kind === "url" && status === "pending";
}
