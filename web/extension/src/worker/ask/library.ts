/** Collections, as the panel shows them, and what is done with them. All of it is the server's; nothing is kept. */
import {
  type ArtifactInfo,
  type CollectionData,
  type NewSource,
  type PacketClient,
  PacketError,
  type SourceInfo,
} from "@screen-agent/api/packet";
import type { CollectionsView } from "../../shared/ask.ts";
import { NEVER } from "../../shared/wait.ts";
import { packetProblem, Refusal, SIGN_IN_FIRST } from "../failure.ts";
import { pause, within } from "../wake.ts";
import type { World } from "../world.ts";

const EMPTY: CollectionsView = {
  list: null,
  open: null,
  types: [],
  artifacts: [],
  loose: [],
  artifact: null,
  links: null,
  busy: null,
  problem: null,
};
/** How long something in the making is looked after, and how often. */
const POLL_MS = 2_000;
const POLLS = 300;
const MOST_LINKS = 200;
/** Reading a tab ends after this. */
const READ_MS = 40_000;

export class Library {
  private view: CollectionsView = EMPTY;
  /** Grows when another collection is opened: what belongs to the one before is ignored. */
  private round = 0;
  private polling = false;
  /** Whoever it was made for is gone; what is still under way for them shows nowhere. */
  private over = false;

  constructor(private readonly world: World) {}

  get shown(): CollectionsView {
    return this.view;
  }

  /** Whoever it was made for signs out. */
  end(): void {
    this.over = true;
    this.round += 1;
    this.view = EMPTY;
  }

  load(): Promise<void> {
    return this.during("loading", async (client) => {
      const [{ collections }, { types }, { artifacts }] = await Promise.all([
        client.collections(),
        client.transforms(),
        client.artifacts(),
      ]);
      this.show({ list: collections, types, loose: artifacts.filter((one) => one.collectionId === undefined) });
    });
  }

  async create(title: string): Promise<void> {
    await this.during("loading", async (client) => {
      const made = await client.createCollection({ title, tags: [] });
      this.show({ list: (await client.collections()).collections });
      await this.fetch(client, made.id);
    });
  }

  rename(id: string, title: string): Promise<void> {
    return this.during("loading", async (client) => {
      const tags = this.view.list?.find((one) => one.id === id)?.tags ?? [];
      await client.changeCollection(id, { title, tags });
      await this.refresh(client);
    });
  }

  remove(id: string): Promise<void> {
    return this.during("loading", async (client) => {
      await client.removeCollection(id);
      if (this.view.open?.collection.id === id) this.close();
      this.show({ list: (await client.collections()).collections });
    });
  }

  open(id: string): Promise<void> {
    return this.during("loading", (client) => this.fetch(client, id));
  }

  close(): void {
    this.round += 1;
    this.show({ open: null, artifacts: [], artifact: null, links: null });
  }

  /** Reads a tab and keeps what it says as a source. */
  collectTab(tabId: number, collectionId: string): Promise<void> {
    return this.during("capturing", async (client) => {
      const page = await this.limited((signal) => this.world.reader.read(tabId, signal));
      const before = await client.collection(collectionId);
      const after = await client.addSources(collectionId, [
        { type: "url", url: page.url, title: page.title.slice(0, 500) },
      ]);
      const source = addedBy(page.url, before, after);
      const capture = { url: page.url, title: page.title, html: page.html, generation: 0 };
      const captured = source ? client.captureSource(source.id, { capture }) : Promise.resolve();
      await captured.finally(() => this.fetch(client, collectionId));
    });
  }

  selectedLinks(tabId: number): Promise<void> {
    return this.during("capturing", async () => {
      const found = await this.limited((signal) => this.world.reader.links(tabId, MOST_LINKS, signal));
      this.show({ links: { tabId, ...found } });
    });
  }

  addSources(collectionId: string, sources: NewSource[]): Promise<void> {
    return this.during("adding", async (client) => {
      // As many at once as the server takes.
      for (let at = 0; at < sources.length; at += 50) await client.addSources(collectionId, sources.slice(at, at + 50));
      this.show({ links: null });
      await this.fetch(client, collectionId);
    });
  }

  captureSource(sourceId: string): Promise<void> {
    return this.during("capturing", async (client) => {
      // Why it failed stands beside the source.
      try {
        await client.captureSource(sourceId);
      } finally {
        await this.refresh(client);
      }
    });
  }

  removeSource(sourceId: string): Promise<void> {
    return this.during("adding", async (client) => {
      await client.removeSource(sourceId);
      await this.refresh(client);
    });
  }

  transform(collectionId: string, transform: string, config: Record<string, unknown>): Promise<void> {
    return this.during("making", async (client) => {
      const begun = await client.transform(collectionId, { type: transform, config });
      this.show({ artifacts: [begun, ...this.view.artifacts.filter(({ id }) => id !== begun.id)] });
      this.poll();
    });
  }

  openArtifact(id: string): Promise<void> {
    return this.during("loading", async (client) => this.show({ artifact: await client.artifact(id) }));
  }

  closeArtifact(): void {
    this.show({ artifact: null });
  }

  cancelArtifact(id: string): Promise<void> {
    return this.during("loading", async (client) => this.note(await client.cancelArtifact(id)));
  }

  removeArtifact(id: string): Promise<void> {
    return this.during("loading", async (client) => {
      await client.removeArtifact(id);
      this.show({
        artifacts: this.view.artifacts.filter((one) => one.id !== id),
        loose: this.view.loose.filter((one) => one.id !== id),
        ...(this.view.artifact?.artifact.id === id && { artifact: null }),
      });
    });
  }

  private async fetch(client: PacketClient, id: string): Promise<void> {
    this.round += 1;
    const round = this.round;
    const [open, { artifacts }] = await Promise.all([client.collection(id), client.artifacts(id)]);
    if (round !== this.round) return;
    const list = this.view.list?.map((one) => (one.id === id ? open.collection : one)) ?? null;
    const same = this.view.open?.collection.id === id;
    this.show({ list, open, artifacts, ...(!same && { artifact: null }) });
    this.poll();
  }

  private async refresh(client: PacketClient): Promise<void> {
    const id = this.view.open?.collection.id;
    this.show({ list: (await client.collections()).collections });
    if (id !== undefined) await this.fetch(client, id);
  }

  /** Looks after what is being made, until it is. */
  private poll(): void {
    if (this.polling || !this.view.artifacts.some(isInTheMaking)) return;
    this.polling = true;
    void this.world.keepAlive.during(this.pollOn(this.round)).finally(() => {
      this.polling = false;
      // Another collection was opened meanwhile.
      if (this.view.artifacts.some(isInTheMaking)) this.poll();
    });
  }

  private async pollOn(round: number): Promise<void> {
    for (let count = 0; count < POLLS && round === this.round; count++) {
      await pause(this.world.timers, POLL_MS);
      const client = this.world.packets();
      const id = this.view.open?.collection.id;
      if (!client || id === undefined || round !== this.round) return;
      const told = await client.artifacts(id).catch(() => null);
      if (round !== this.round) return;
      if (told) this.show({ artifacts: told.artifacts });
      if (!this.view.artifacts.some(isInTheMaking)) return;
    }
    // It goes on at the server; opening the collection again tells how far it is.
    this.show({ artifacts: this.view.artifacts.filter((one) => !isInTheMaking(one)) });
  }

  private note(artifact: ArtifactInfo): void {
    this.show({ artifacts: this.view.artifacts.map((one) => (one.id === artifact.id ? artifact : one)) });
  }

  private limited<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return within(this.world.timers, READ_MS, NEVER, work);
  }

  /** Shows that something is done; what goes wrong is thrown on, and shown. */
  private async during(
    busy: NonNullable<CollectionsView["busy"]>,
    work: (client: PacketClient) => Promise<void>,
  ): Promise<void> {
    const client = this.world.packets();
    if (!client) throw new Refusal(SIGN_IN_FIRST);
    this.show({ busy, problem: null });
    try {
      await this.world.keepAlive.during(work(client));
      this.show({ busy: null });
    } catch (error) {
      this.show({ busy: null, problem: error instanceof PacketError ? packetProblem(error) : null });
      throw error;
    }
  }

  private show(change: Partial<CollectionsView>): void {
    if (this.over) return;
    this.view = { ...this.view, ...change };
    this.world.changed();
  }
}

function isInTheMaking({ status }: ArtifactInfo): boolean {
  return status === "pending" || status === "running";
}

/** The source that an address became: the new one, else the one that was there. */
function addedBy(url: string, before: CollectionData, after: CollectionData): SourceInfo | undefined {
  const known = new Set(before.sources.map(({ id }) => id));
  return (
    after.sources.find(({ id }) => !known.has(id)) ??
    after.sources.find((source) => source.kind === "url" && plain(source.url) === plain(url))
  );
}

function plain(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.sort();
  return `${origin}${pathname.replace(/\/+$/, "")}?${searchParams}`;
}
