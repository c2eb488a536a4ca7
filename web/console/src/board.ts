import type { Client, SessionInfo, TimelineData } from "@screen-agent/api";
import { count } from "./cost.ts";
import { h, moment, show, words } from "./dom.ts";
import { Kept } from "./kept.ts";
import { taskCard } from "./timeline.ts";

/** How often the list of conversations is looked at again. */
const LIST_EVERY_MS = 5_000;

/** Conversations on the left, the chosen one's tasks on the right, live. */
export class Board {
  readonly element: HTMLElement;
  private readonly list = h("ul", {});
  private readonly tasks = h("main", { class: "tasks", "aria-label": "Tasks" });
  private readonly live = h("span", { class: "live" }, "not connected");
  private readonly pictures = new Map<string, Promise<string | null>>();
  private readonly cards = new Kept();
  private readonly entries = new Kept();
  private chosen: string | null = null;
  private watching = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
    signOut: () => void,
  ) {
    this.element = h(
      "div",
      { class: "frame" },
      h(
        "header",
        { class: "bar" },
        h("h1", {}, "Screen Agent"),
        this.live,
        h("a", { class: "who", href: "/api/docs" }, "API"),
        h("button", { class: "plain", type: "button", click: signOut }, "Sign out"),
      ),
      h("nav", { class: "sessions", "aria-label": "Conversations" }, this.list),
      this.tasks,
    );
    signal.addEventListener("abort", () => this.watching.abort());
  }

  /** Shows what there is and keeps it fresh until signed out. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      await this.refreshList();
      await new Promise((resolve) => setTimeout(resolve, LIST_EVERY_MS));
    }
  }

  private async refreshList(): Promise<void> {
    const { sessions } = await this.client.sessions({ includeArchived: true, limit: 100 });
    show(this.list, sessions.map((session) => this.entry(session)));
    this.mark();
    const first = sessions[0];
    if (!this.chosen && first) await this.choose(first.sessionId);
    if (!first) show(this.tasks, [h("p", { class: "empty" }, "Nothing has been asked yet.")]);
  }

  private entry(session: SessionInfo): HTMLElement {
    const make = () => h("li", {}, this.button(session));
    return this.entries.get(session.sessionId, session, make);
  }

  private button(session: SessionInfo): HTMLElement {
    return h(
      "button",
      {
        class: "session",
        id: `session-${session.sessionId}`,
        type: "button",
        click: () => void this.choose(session.sessionId),
      },
      h("span", { class: "title" }, session.title || session.domain || "Untitled"),
      h(
        "span",
        { class: "soft small" },
        `${words(session.status)} · ${count(session.messageCount, "message")} · ${moment(session.updatedAt)}`,
      ),
    );
  }

  private async choose(session: string): Promise<void> {
    this.watching.abort();
    this.watching = new AbortController();
    this.chosen = session;
    this.mark();
    await this.refreshTasks(session);
    void this.watch(session, this.watching.signal);
  }

  /** Marks the chosen conversation in the list. */
  private mark(): void {
    for (const [id, entry] of this.entries.all()) {
      entry.querySelector("button")?.setAttribute("aria-current", String(id === this.chosen));
    }
  }

  /** Follows the conversation; every event is a reason to look again. */
  private async watch(session: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.showLive(true);
        for await (const _event of this.client.stream(session, signal)) await this.refreshTasks(session);
      } catch {
        // The connection broke; the loop joins again, and looks at once what it missed.
      }
      this.showLive(false);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      if (!signal.aborted) await this.refreshTasks(session).catch(() => undefined);
    }
  }

  private async refreshTasks(session: string): Promise<void> {
    const { tasks } = await this.client.tasks(session);
    const timelines = await Promise.all(tasks.map((task) => this.client.timeline(session, task.taskId)));
    if (this.chosen !== session) return;
    const cards = timelines.reverse().map((timeline) => this.card(timeline));
    show(this.tasks, cards.length ? cards : [h("p", { class: "empty" }, "No task yet.")]);
  }

  private card(timeline: TimelineData): HTMLElement {
    return this.cards.get(timeline.task.taskId, timeline, () => taskCard(timeline, (url) => this.picture(url)));
  }

  private picture(url: string): Promise<string | null> {
    const known = this.pictures.get(url) ?? this.client.picture(url);
    this.pictures.set(url, known);
    return known;
  }

  private showLive(on: boolean): void {
    this.live.classList.toggle("on", on);
    this.live.textContent = on ? "live" : "connecting …";
  }
}
