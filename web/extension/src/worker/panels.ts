/** The open panels. Each is sent all that it shows whenever something in it changes. */
import { type Browser, browser } from "wxt/browser";
import { PANEL_PORT, type PanelHello, type PanelState } from "../shared/protocol.ts";

type Port = Browser.runtime.Port;

interface Panel {
  port: Port;
  hello: PanelHello;
  /** What it was sent last. */
  sent: string;
}

/** Only pages of this very extension may speak with the worker; pages of the web and scripts in them may not. */
export function isOurs(sender: Browser.runtime.MessageSender | undefined): boolean {
  return sender?.id === browser.runtime.id && (sender?.url ?? "").startsWith(browser.runtime.getURL("/"));
}

/** What panels are told, and who hears of them. */
export interface PanelHost {
  /** All that a panel about this tab shows. */
  stateFor(tabId: number | null): Promise<PanelState>;
  /** A panel was opened about this tab. */
  opened(tabId: number): void;
  /** It is gone, and nobody points at anything in it any more. */
  closed(tabId: number): void;
}

export class Panels {
  private readonly panels = new Set<Panel>();
  private publishing = false;
  private stale = false;

  constructor(private readonly host: PanelHost) {}

  /** Takes a port of a panel; anybody else's is cut. */
  connect(port: Port): void {
    if (port.name !== PANEL_PORT) return;
    if (!isOurs(port.sender)) return port.disconnect();
    const panel: Panel = { port, hello: { tabId: null, windowId: null }, sent: "" };
    port.onMessage.addListener((message: unknown) => {
      if (!isHello(message)) return;
      panel.hello = message;
      this.panels.add(panel);
      panel.sent = "";
      this.publish();
      void tabOf(panel.hello).then((tabId) => tabId !== null && this.host.opened(tabId));
    });
    port.onDisconnect.addListener(() => {
      if (this.panels.delete(panel)) void tabOf(panel.hello).then((tabId) => tabId !== null && this.host.closed(tabId));
    });
  }

  /** Sends what has changed. Calls while it is sending are one call more. */
  publish(): void {
    this.stale = true;
    if (this.publishing) return;
    this.publishing = true;
    void this.publishAll();
  }

  private async publishAll(): Promise<void> {
    // What changes in the same breath is sent together.
    await Promise.resolve();
    while (this.stale) {
      this.stale = false;
      for (const panel of [...this.panels]) await this.send(panel).catch(() => this.panels.delete(panel));
    }
    // In the same breath as the last look at `stale`: what changes from here on counts as new.
    this.publishing = false;
  }

  private async send(panel: Panel): Promise<void> {
    const state = await this.host.stateFor(await tabOf(panel.hello));
    const text = JSON.stringify(state);
    if (text === panel.sent) return;
    panel.sent = text;
    panel.port.postMessage(state);
  }
}

function isHello(message: unknown): message is PanelHello {
  if (typeof message !== "object" || message === null) return false;
  const { tabId, windowId } = message as Partial<Record<keyof PanelHello, unknown>>;
  return isIdOrNull(tabId) && isIdOrNull(windowId);
}

function isIdOrNull(id: unknown): boolean {
  return id === null || Number.isInteger(id);
}

/** The tab that a panel is about: its own, or the one in front of its window. */
async function tabOf({ tabId, windowId }: PanelHello): Promise<number | null> {
  if (tabId !== null) return tabId;
  const where = windowId === null ? { lastFocusedWindow: true } : { windowId };
  const [tab] = await browser.tabs.query({ active: true, ...where });
  return tab?.id ?? null;
}
