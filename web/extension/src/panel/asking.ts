/** Asking about pages, as the panel goes about it: which way the composer is set, what is asked about, what is pointed at. */
import { type Signal, signal } from "@preact/signals";
import type { Citation, TaskName, ToolMode } from "@screen-agent/api/packet";
import type { Panel } from "./panel.ts";
import { recall, remember } from "./remembered.ts";

/** What is said is done on the page, or answered about it. */
export type Way = "do" | "ask";

/** How long answers are. */
export type Style = "usual" | "concise";
/** What of a page is asked about. */
export type Focus = "page" | "item" | "comments";

/** A collection that is asked about, in place of the page. */
export interface About {
  collectionId: string;
  title: string;
}

const WAYS: readonly Way[] = ["do", "ask"];
const MODES: readonly ToolMode[] = ["observe", "assist", "autopilot"];

export class Asking {
  readonly way: Signal<Way> = signal(WAYS.find((way) => way === recall("way")) ?? "do");
  /** How far an answer may go on the page. */
  readonly mode: Signal<ToolMode> = signal(MODES.find((mode) => mode === recall("tool-mode")) ?? "assist");
  readonly about: Signal<About | null> = signal(null);
  readonly style: Signal<Style> = signal(recall("style") === "concise" ? "concise" : "usual");
  readonly focus: Signal<Focus> = signal("page");
  /** Why the place of a citation could not be shown; empty when it could. */
  readonly missed: Signal<string> = signal("");

  constructor(private readonly panel: Panel) {}

  turn(way: Way): void {
    this.way.value = way;
    remember("way", way);
  }

  /** How far answers may go from now on. */
  allow(mode: ToolMode): void {
    this.mode.value = mode;
    remember("tool-mode", mode);
  }

  /** How long answers are from now on. */
  write(style: Style): void {
    this.style.value = style;
    remember("style", style);
  }

  /** How answers are shaped, where that is not as usual. A collection has no items and no comments. */
  private shape(): Record<string, unknown> | undefined {
    const [style, focus] = [this.style.value, this.about.value ? "page" : this.focus.value];
    const shape = { ...(style !== "usual" && { style }), ...(focus !== "page" && { focus }) };
    return Object.keys(shape).length > 0 ? shape : undefined;
  }

  /** Asks what was typed. */
  async say(): Promise<void> {
    const text = this.panel.draft.value.trim();
    if (text && (await this.ask(text, "web.answer", this.shape()))) this.panel.draft.value = "";
  }

  summarize(): Promise<boolean> {
    const what = this.about.value ? "Summarize this collection" : "Summarize this page";
    return this.ask(what, "web.summarize", this.shape());
  }

  /** Takes fields out of it, in the order in which they are named. */
  async extract(fields: string): Promise<boolean> {
    const names = fields
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
    return names.length > 0 && (await this.ask(names.join(", "), "web.extract", { schema: names }));
  }

  /** Asks; true when it is under way. */
  async ask(text: string, task: TaskName, args?: Record<string, unknown>): Promise<boolean> {
    const { tab } = this.panel;
    if (!tab || this.panel.busy.value) return false;
    const about = this.about.value;
    this.missed.value = "";
    return this.panel.ask({
      kind: "ask",
      tabId: tab.id,
      text,
      task,
      ...(args && { args }),
      mode: this.mode.value,
      ...(about && { collectionId: about.collectionId }),
    });
  }

  answer(callId: string, fingerprint: string, allow: boolean): void {
    this.panel.withTab((tabId) => ({ kind: "approveTool", tabId, callId, fingerprint, allow }));
  }

  retry(): void {
    this.panel.withTab((tabId) => ({ kind: "retryAsking", tabId }));
  }

  /** Shows on the page where a citation stands, for as long as it is pointed at. */
  point(citation: Citation): void {
    void this.show(citation);
  }

  /** The same for one that was chosen: when it is not there any more, that is said. */
  async choose(citation: Citation): Promise<void> {
    this.missed.value = (await this.show(citation))
      ? ""
      : "This place cannot be shown on the page in this tab. Open the source to see it.";
  }

  leave(): void {
    const { tab } = this.panel;
    // Nobody waits for it, and nothing else is held up.
    if (tab) void this.panel.outside.ask({ kind: "unhighlight", tabId: tab.id }).catch(() => undefined);
  }

  private async show({ handle_id: handleId, quote, check }: Citation): Promise<boolean> {
    const { tab } = this.panel;
    if (!tab || !handleId) return false;
    const url = check?.url;
    const answer = await this.panel.outside
      .ask({ kind: "highlight", tabId: tab.id, handleId, ...(quote && { quote }), ...(url && { url }) })
      .catch(() => null);
    return answer?.ok ?? false;
  }
}
