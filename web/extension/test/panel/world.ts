/** A world for the panel without worker, server or browser: it shows one scene and notes what it is asked. */
import { signal } from "@preact/signals";
import { Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import { Panel } from "../../src/panel/panel.ts";
import type { Command } from "../../src/shared/protocol.ts";
import { CONVERSATIONS, KEPT } from "./ask-fixtures.ts";
import { NOW, type Scene, SEARCH, SESSIONS } from "./fixtures.ts";

/** The panel in a scene, what it asked of its world, and the files that it saved. */
export function staged(scene: Scene): { panel: Panel; asked: Command[]; quiet: Command[]; saved: string[] } {
  const asked: Command[] = [];
  const quiet: Command[] = [];
  const saved: string[] = [];
  const panel = new Panel({
    state: signal(scene.state),
    conversation: signal(scene.conversation),
    now: signal(NOW),
    version: "0.1.0",
    shortcut: signal("Ctrl+Shift+Y"),
    stopKeys: signal("Alt+Shift+Q"),
    ask: (command) => {
      (isQuiet(command) ? quiet : asked).push(command);
      return Promise.resolve({ ok: true });
    },
    client: () =>
      new Client({
        base: "https://agent.example.com",
        token: "token",
        fetch: scene.serverDown ? nobody : answering(scene),
      }),
    packets: () =>
      new PacketClient({
        base: "https://agent.example.com",
        token: "token",
        fetch: scene.serverDown ? nobody : keeping,
      }),
    upload: (file) => Promise.resolve({ s3Key: "key", filename: file.name, mimeType: file.type, size: file.size }),
    goTo: () => undefined,
    askForAccess: () => Promise.resolve(true),
    save: ({ filename }) => void saved.push(filename),
  });
  panel.welcoming.value = scene.welcoming ?? false;
  panel.sheet.value = scene.sheet ?? null;
  panel.problem.value = scene.problem ?? null;
  panel.draft.value = scene.draft ?? "";
  panel.enclosed.value = scene.enclosed ?? null;
  panel.eachRow.value = scene.eachRow ?? false;
  panel.asking.way.value = scene.way ?? "do";
  panel.asking.about.value = scene.about ?? null;
  panel.asking.missed.value = scene.missed ?? "";
  return { panel, asked, quiet, saved };
}

/** What the panel asks for by itself, and nobody waits for. */
const isQuiet = ({ kind }: Command): boolean => kind === "mark" || kind === "glance";

const nobody: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"));

const answering =
  (scene: Scene): typeof fetch =>
  (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === "/api/workflows/from-task") {
      const { name = "" } = JSON.parse(String(init?.body)) as { name?: string };
      return Promise.resolve(Response.json({ data: { ...SEARCH, name } }, { status: 201 }));
    }
    if (pathname === "/api/runs") {
      const runs = scene.runs ?? [];
      return Promise.resolve(Response.json({ data: { runs, total: runs.length } }));
    }
    if (pathname.startsWith("/api/runs/")) {
      const { answer } = JSON.parse(String(init?.body)) as { answer: string };
      const told =
        answer === "later"
          ? { status: 409, body: { code: "RUN_CHANGED", message: "It asks something else by now." } }
          : { status: 200, body: { data: scene.runs?.[0] } };
      return Promise.resolve(Response.json(told.body, { status: told.status }));
    }
    if (pathname === "/api/workflows")
      return Promise.resolve(Response.json({ data: { workflows: scene.workflows ?? [] } }));
    const pagination = { total: 80, limit: 50, offset: 0, hasMore: true };
    return Promise.resolve(Response.json({ data: { sessions: SESSIONS, pagination } }));
  };

/** Conversations about pages, and what was made of collections. */
const keeping: typeof fetch = (input, init) => {
  const { pathname, searchParams } = new URL(String(input));
  const [, , what, id] = pathname.split("/");
  if (init?.method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
  if (what === "artifacts")
    return Promise.resolve(
      new Response("# Piers compared\n", {
        headers: { "content-disposition": `attachment; filename="piers.${searchParams.get("format") ?? ""}"` },
      }),
    );
  if (id) return Promise.resolve(Response.json(KEPT));
  const words = searchParams.get("search")?.toLowerCase() ?? "";
  const conversations = CONVERSATIONS.filter(({ title }) => title.toLowerCase().includes(words));
  return Promise.resolve(Response.json({ conversations, total: conversations.length }));
};
