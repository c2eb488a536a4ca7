/** The panel's world: the worker, the server, the browser. */
import { computed, effect, signal } from "@preact/signals";
import { Client, type ReportFile } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import { browser } from "wxt/browser";
import { EVERYWHERE } from "../shared/access.ts";
import type { Answer, Command, PanelHello, PanelState } from "../shared/protocol.ts";
import { Conversations } from "./conversation.ts";
import { watchToken } from "./credentials.ts";
import { listen } from "./line.ts";
import type { Outside } from "./outside.ts";
import { fetchTelling } from "./upload.ts";

/** Connects the panel with everything outside of it, until the signal ends it. */
export function connect(until: AbortSignal): Outside {
  const state = signal<PanelState | null>(null);
  const now = signal(Date.now());
  const token = watchToken(until);
  const conversations = new Conversations();
  // By value: a new state does not make a new client, nor begin the conversation again.
  const server = computed(() => state.value?.settings.server ?? "");
  const client = computed(() =>
    server.value && token.value ? new Client({ base: server.value, token: token.value }) : null,
  );

  void helloOf(location.search).then((hello) => {
    listen(hello, (said) => (state.value = said), until);
  });
  const ask = (command: Command): Promise<Answer> => browser.runtime.sendMessage<Command, Answer>(command);

  const sessionId = computed(() => (state.value?.account ? state.value.sessionId : null));
  const stopFollowing = effect(() => {
    const at = client.value;
    if (!at || !sessionId.value) return conversations.follow(null);
    conversations.follow({
      client: at,
      sessionId: sessionId.value,
      own: () => state.peek()?.task ?? null,
      onRound: ({ taskId, status }) => {
        const tab = state.peek()?.tab;
        if (tab) void ask({ kind: "heard", tabId: tab.id, taskId, status }).catch(() => undefined);
      },
      // The worker looks for itself, and says so in its next state.
      onUnauthorized: () => void ask({ kind: "checkAccount" }).catch(() => undefined),
    });
  });
  const clock = setInterval(() => {
    if (document.visibilityState === "visible") now.value = Date.now();
  }, 1_000);
  // The worker sleeps when nobody speaks to it, and would not hear that another program asks for a tab.
  const watch = setInterval(() => {
    if (state.value?.account) void ask({ kind: "checkLeases" }).catch(() => undefined);
  }, 20_000);
  until.addEventListener("abort", () => {
    stopFollowing();
    clearInterval(watch);
    clearInterval(clock);
    conversations.follow(null);
  });

  return {
    state,
    conversation: conversations.shown,
    now,
    version: browser.runtime.getManifest().version,
    ...keys(),
    ask,
    client: () => client.value,
    packets: () => (server.value && token.value ? new PacketClient({ base: server.value, token: token.value }) : null),
    upload: async (file, onProgress, signal) => {
      const telling = new Client({ base: server.value, token: token.value, fetch: fetchTelling(onProgress) });
      return (await telling.upload(file, signal)).attachment;
    },
    goTo: (tabId) => void show(tabId),
    askForAccess: () => browser.permissions.request(EVERYWHERE).catch(() => false),
    save,
  };
}

/** A panel opened as a page of its own names its tab; one beside a window goes with the window's active tab. */
async function helloOf(search: string): Promise<PanelHello> {
  const named = Number(new URLSearchParams(search).get("tab"));
  if (Number.isInteger(named) && named > 0) return { tabId: named, windowId: null };
  const { id } = await browser.windows.getCurrent();
  return { tabId: null, windowId: id ?? null };
}

async function show(tabId: number): Promise<void> {
  const tab = await browser.tabs.update(tabId, { active: true });
  if (tab) await browser.windows.update(tab.windowId, { focused: true });
}

function save({ blob, filename }: ReportFile): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: filename });
  link.click();
  // The download has begun when the click returns; the browser holds what it needs.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The keys that the browser has for opening the panel, and for stopping. */
function keys() {
  const shortcut = signal<string | null>(null);
  const stopKeys = signal<string | null>(null);
  const opens = (name: string | undefined): boolean => name === "_execute_action" || name === "_execute_sidebar_action";
  void browser.commands?.getAll().then((commands) => {
    shortcut.value = commands.find(({ name }) => opens(name))?.shortcut || null;
    stopKeys.value = commands.find(({ name }) => name === "stop")?.shortcut || null;
  });
  return { shortcut, stopKeys };
}
