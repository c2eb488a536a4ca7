import type { Client, SessionInfo, TimelineData } from "@screen-agent/api";
import { h, moment, words } from "./dom.ts";
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
  private readonly cards = new Map<string, { written: string; element: HTMLElement }>();
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
    this.list.replaceChildren(...sessions.map((session) => h("li", {}, this.entry(session))));
    const first = sessions[0];
    if (!this.chosen && first) await this.choose(first.sessionId);
    if (!first) this.tasks.replaceChildren(h("p", { class: "empty" }, "Nothing has been asked yet."));
  }

  private entry(session: SessionInfo): HTMLElement {
    return h(
      "button",
      {
        class: "session",
        type: "button",
        "aria-current": String(session.sessionId === this.chosen),
        click: () => void this.choose(session.sessionId),
      },
      h("span", { class: "title" }, session.title || session.domain || "Untitled"),
      h(
        "span",
        { class: "soft small" },
        `${words(session.status)} · ${session.messageCount} messages · ${moment(session.updatedAt)}`,
      ),
    );
  }

  private async choose(session: string): Promise<void> {
    this.watching.abort();
    this.watching = new AbortController();
    this.chosen = session;
    for (const button of this.list.querySelectorAll("button")) button.setAttribute("aria-current", "false");
    await this.refreshTasks(session);
    void this.watch(session, this.watching.signal);
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
    this.tasks.replaceChildren(...(cards.length ? cards : [h("p", { class: "empty" }, "No task yet.")]));
  }

  /** A card is made anew only when its task changed, so that what somebody opened stays open. */
  private card(timeline: TimelineData): HTMLElement {
    const { taskId } = timeline.task;
    const written = JSON.stringify(timeline);
    const known = this.cards.get(taskId);
    if (known?.written === written) return known.element;
    const element = taskCard(timeline, (url) => this.picture(url));
    this.cards.set(taskId, { written, element });
    return element;
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
