/** A world for the panel without worker, server or browser: it shows one scene and notes what it is asked. */
import { signal } from "@preact/signals";
import { Client } from "@screen-agent/api";
import { Panel } from "../../src/panel/panel.ts";
import type { Command } from "../../src/shared/protocol.ts";
import { NOW, SESSIONS, type Scene } from "./fixtures.ts";


/** The panel in a scene, and what it asked of its world. */
export function staged(scene: Scene): { panel: Panel; asked: Command[] } {
  const asked: Command[] = [];
  const panel = new Panel({
    state: signal(scene.state),
    conversation: signal(scene.conversation),
    now: signal(NOW),
    version: "0.1.0",
    shortcut: signal("Ctrl+Shift+Y"),
    ask: (command) => {
      asked.push(command);
      return Promise.resolve({ ok: true });
    },
    client: () => new Client({ base: "https://agent.example.com", token: "token", fetch: scene.serverDown ? nobody : answering }),
    upload: (file) => Promise.resolve({ s3Key: "key", filename: file.name, mimeType: file.type, size: file.size }),
    goTo: () => undefined,
    askForAccess: () => Promise.resolve(true),
    save: () => undefined,
  });
  panel.sheet.value = scene.sheet ?? null;
  panel.problem.value = scene.problem ?? null;
  panel.draft.value = scene.draft ?? "";
  panel.enclosed.value = scene.enclosed ?? null;
  return { panel, asked };
}

const nobody: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"));

const answering: typeof fetch = () => {
  const pagination = { total: 80, limit: 50, offset: 0, hasMore: true };
  return Promise.resolve(Response.json({ data: { sessions: SESSIONS, pagination } }));
};
