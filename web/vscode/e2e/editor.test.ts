/** The extension as it is built, with the real server, the real command and real files: from words to applied files and back. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { IdeClient, outcomeOf, type TraceStatusReply } from "@screen-agent/api/ide";
import { built } from "../../extension/e2e/kit/place.ts";
import { AgentServer, type ServerOptions } from "../../extension/e2e/kit/server.ts";
import { type Dialog, type Drawn, Host } from "../test/host.ts";

const WORDS = "a login page with email and password";
const PAGE = "app/pages/loginPage.json";

/** A server with one person, and the editor with an empty folder, its key set as a person sets it. */
class Desk {
  readonly host = new Host().load();

  private constructor(
    readonly server: AgentServer,
    readonly key: string,
  ) {}

  static async at(server: AgentServer): Promise<Desk> {
    const { token } = await server.client();
    const desk = new Desk(server, token ?? "");
    const { host } = desk;
    host.settings.set("screenAgent.server", server.url);
    host.settings.set("screenAgent.command", built("screen-agent"));
    await desk.does({ "Key for": desk.key }, "key");
    return desk;
  }

  /** Runs a command; what is asked is answered by what its words begin with, and anything else is closed. */
  async does(answers: Record<string, string>, name: string, ...about: unknown[]): Promise<Dialog[]> {
    const { host } = this;
    const from = host.dialogs.length;
    host.answer = ({ words }) => Object.entries(answers).find(([begin]) => words.startsWith(begin))?.[1];
    await host.run(`screenAgent.${name}`, ...about);
    return host.dialogs.slice(from);
  }

  async choose(project = "demo"): Promise<void> {
    const { host } = this;
    host.answer = ({ kind }) => (kind === "pick" ? "Another…" : project);
    await host.run("screenAgent.project");
  }

  /** Asks for a task about the open file. */
  async asksOf(task: string): Promise<Dialog | undefined> {
    const { host } = this;
    host.answer = ({ kind, words, items }) => {
      if (words === "What is it to be?") return task;
      return kind === "pick" ? items[0] : kind === "input" ? "" : undefined;
    };
    await host.run("screenAgent.ask");
    return host.dialogs.at(-1);
  }

  asks(words: string, answers: Record<string, string> = {}, task = "A screen"): Promise<Dialog[]> {
    const all = { "What is it": task, "What goes along": "With words alone", [task]: words, ...answers };
    return this.does(all, "ask");
  }

  async ide(): Promise<IdeClient> {
    return new IdeClient({ base: this.server.url, token: this.key });
  }

  get standing(): Drawn | undefined {
    return this.host.drawn()[0];
  }

  /** Files that would be changed, as the view names them. */
  get files(): string[] {
    const changes = this.host.drawn().find(({ label }) => label === "Changes");
    return (changes?.rows ?? []).map(({ label, about }) => `${label} ${about}`);
  }

  close(): void {
    this.host.close();
  }
}

let server: AgentServer;
before(async () => {
  server = await AgentServer.start();
});
after(() => server.close());

/** A desk that is cleared when the test is over. */
async function at(of: AgentServer, act: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await Desk.at(of);
  try {
    await act(desk);
  } finally {
    desk.close();
  }
}

const told = (dialogs: Dialog[]): string => dialogs.at(-1)?.words ?? "";

test("words become files that were looked at, and are taken back", async () => {
  await at(server, async (desk) => {
    const { host } = desk;
    assert.match(told(await desk.asks(WORDS)), /no workspace|no project/);
    await desk.choose();
    assert.deepEqual(JSON.parse(host.text(".cogo/config.json") ?? ""), { server: server.url, project: "demo" });

    const asked = await desk.asks(WORDS);
    assert.match(told(asked), /In your files: 1 added\.$/);
    assert.deepEqual(asked.at(-1)?.items, ["Preview", "Apply…"]);
    const events = desk.standing?.rows.map(({ label }) => label) ?? [];
    assert.deepEqual([events[0], events[1], events.at(-1)], ["ready", "meta", "done"]);
    assert.ok(events.includes("progress") && events.includes("ui.generate"), events.join(" "));
    assert.deepEqual(desk.files, [`${PAGE} added`]);
    assert.equal(host.text(PAGE), null);
    assert.match(String(host.contexts.get("screenAgent.planned")), /true/);

    await host.run("screenAgent.preview");
    const [diff] = host.diffs;
    assert.equal(diff?.left, "");
    assert.equal(diff?.title, `${PAGE}: is ↔ would be`);

    // Without a yes nothing is done.
    const refused = await desk.does({}, "apply");
    assert.deepEqual(
      refused.map(({ kind, items, detail }) => [kind, items, detail]),
      [["warning", ["Apply"], `1 added\n${PAGE} (added)`]],
    );
    assert.equal(host.text(PAGE), null);
    assert.equal(told(await desk.does({ "Apply to": "Apply" }, "apply")), "Applied.");
    assert.equal(host.text(PAGE), diff?.right);
    assert.equal(desk.standing?.about, "applied");
    assert.match(told(await desk.does({}, "apply")), /was applied before/);

    // Its trace knows, and nobody else's key was needed.
    const ide = await desk.ide();
    const { items } = await ide.traces();
    const trace = items[0]?.trace_id ?? "";
    const headers = { Authorization: `Bearer ${desk.key}` };
    const status = await fetch(`${server.url}/trace-status?trace_id=${trace}`, { headers });
    const { events: kept } = (await status.json()) as TraceStatusReply;
    const names = kept.map(({ event_type, payload }) => {
      const { status, dry_run } = payload as { status?: string; dry_run?: boolean };
      return [event_type, status, dry_run].filter((one) => one !== undefined).join(" ");
    });
    for (const one of ["cli.plan", "cli.apply success true", "cli.apply success false", "cli.done"])
      assert.ok(names.includes(one), `${one}: ${names.join(", ")}`);

    assert.match(told(await desk.does({}, "undo")), /^Take back/);
    assert.ok(host.text(PAGE));
    assert.match(told(await desk.does({ "Take back": "Take Back" }, "undo")), /^Taken back/);
    assert.equal(host.text(PAGE), null);
    assert.equal(desk.standing?.about, "taken back");
    assert.match(told(await desk.does({}, "undo")), /nothing to take back/);

    // The project is offered from now on, and the key stands nowhere.
    const known = await desk.does({}, "project");
    assert.deepEqual(known[0]?.items, ["demo", "Another…"]);
    assert.ok(![host.output, ...host.shown()].join("\n").includes(desk.key));
    assert.equal(host.text(".cogo/token"), null);
  });
});

test("what both changed is decided by the person, and what is not saved is saved first", async () => {
  await at(server, async (desk) => {
    const { host } = desk;
    await desk.choose();
    await desk.asks(WORDS);
    await desk.does({ "Apply to": "Apply" }, "apply");
    const first = host.text(PAGE) ?? "";
    const with_ = (name: string): string => first.replace('"name": "loginPage"', `"name": "${name}"`);
    assert.notEqual(with_("mine"), first);

    host.put(PAGE, with_("mine"));
    await desk.asks(WORDS);
    assert.deepEqual(desk.files, [`${PAGE} modified`]);
    await host.run("screenAgent.preview", PAGE);
    assert.deepEqual([host.diffs[0]?.left, host.diffs[0]?.right], [with_("mine"), first]);

    // It is changed once more before the yes, and in the editor only.
    const open = host.open(PAGE, with_("other"));
    const unsaved = await desk.does({}, "apply");
    assert.deepEqual([unsaved.length, unsaved[0]?.items, unsaved[0]?.detail], [1, ["Save and Go On"], PAGE]);
    assert.equal(open.isDirty, true);
    const save = { "These files": "Save and Go On" };
    const conflict = await desk.does(save, "apply");
    assert.deepEqual(conflict[1]?.items, ["Keep Mine", "Take What Comes"]);
    assert.equal(conflict[1]?.detail, `${PAGE}: /page/name`);
    assert.equal(host.text(PAGE), with_("other"));

    const mine = await desk.does({ "The same places": "Keep Mine", "Apply to": "Apply" }, "apply");
    assert.match(mine[1]?.detail ?? "", /^Nothing is different/);
    assert.equal(host.text(PAGE), with_("other"));

    await desk.asks(WORDS);
    host.put(PAGE, with_("third"));
    const theirs = { "The same places": "Take What Comes", "Apply to": "Apply" };
    assert.equal(told(await desk.does(theirs, "apply")), "Applied.");
    assert.equal(host.text(PAGE), first);

    // Taking back keeps what was changed since at another place, and asks where it is the same.
    host.put(PAGE, with_("fourth"));
    const back = await desk.does({ "The same places": "Take What Comes", "Take back": "Take Back" }, "undo");
    assert.match(told(back), /^Taken back/);
    assert.equal(host.text(PAGE), with_("third"));
  });
});

test("what follows from the open file is asked for with it, and a text is opened to be read", async () => {
  await at(server, async (desk) => {
    const { host } = desk;
    await desk.choose();
    await desk.asks(WORDS);
    await desk.does({ "Apply to": "Apply" }, "apply");
    host.open(PAGE);

    await desk.asksOf("Variables");
    assert.deepEqual(desk.files, ["app/variables/loginPage.json added"]);
    assert.match(host.dialogs.at(-2)?.detail ?? "", /loginPage\.json goes along/);

    assert.deepEqual((await desk.asksOf("Scenarios"))?.items, ["Open"]);
    await host.run("screenAgent.open");
    assert.match(host.documents.at(-1)?.text ?? "", /Scenario: /);

    // Nothing found is told with what to do.
    host.put(PAGE, "[]");
    host.documents.length = 0;
    host.open(PAGE);
    assert.match((await desk.asksOf("Symbols and events"))?.words ?? "", /#/);
  });
});

test("words of others are shown as words", async () => {
  await at(server, async (desk) => {
    const { host } = desk;
    const hostile =
      "a login page that says [Quit](command:workbench.action.quit) and $(zap) <img src=x onerror=alert(1)>";
    await desk.choose("[demo](command:workbench.action.quit)");
    await desk.asks(hostile);
    assert.match(desk.standing?.label ?? "", /\[Quit\] \(command/);
    await desk.does({ "Apply to": "Apply" }, "apply");
    await desk.does({}, "project");
    for (const text of host.shown()) assert.doesNotMatch(text, /\]\(|\$\(/);
    assert.doesNotMatch(String(host.bar.text).slice("$(wand)".length), /\$\(|\]\(/);
  });
});

test("a key that is not taken and a server that is away are told, and nothing is changed", async () => {
  const away = await AgentServer.start();
  try {
    await at(away, async (desk) => {
      const { host } = desk;
      await desk.choose();
      await desk.does({ "Key for": "not-a-key" }, "key");
      const refused = await desk.asks(WORDS);
      assert.deepEqual(
        refused.map(({ kind, words, items }) => [kind, words, items]),
        [["error", `${away.url} does not take your key. Set one that it takes.`, ["Set the Key"]]],
      );
      assert.ok(host.ran.every((name) => name !== "screenAgent.stop"));

      await desk.does({ "Key for": desk.key }, "key");
      await desk.asks(WORDS);
      await away.down();
      const apply = await desk.does({ "Apply to": "Apply" }, "apply");
      assert.match(told(apply), /no server answers/i);
      assert.deepEqual(apply.at(-1)?.items, ["Try Again", "Open Settings"]);
      assert.equal(host.text(PAGE), null);
      const asked = await desk.asks(WORDS);
      assert.equal(told(asked), `No server answers at ${away.url}. Start it, or set its address.`);

      // What was tried again is done.
      await away.up();
      assert.equal(told(await desk.does({ "Apply to": "Apply" }, "apply")), "Applied.");
    });
  } finally {
    await away.close();
  }
});

test("a request is stopped, by the person or with the window, and its trace knows", async () => {
  const model = await silent();
  const options: ServerOptions = { model: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1` };
  const slow = await AgentServer.start(options);
  try {
    await at(slow, async (desk) => {
      const { host } = desk;
      await desk.choose();
      const ide = await desk.ide();
      for (const stop of [() => host.run("screenAgent.stop"), () => host.close()]) {
        const heard = new Promise<void>((resolve) => {
          host.onDrawn = () => {
            if (desk.standing?.rows.some(({ label }) => label === "progress")) resolve();
          };
        });
        const asked = desk.asks(WORDS);
        await heard;
        assert.equal(host.contexts.get("screenAgent.asking"), true);
        assert.equal(host.bar.command, "screenAgent.stop");
        await host.run("screenAgent.apply");
        assert.match(host.dialogs.at(-1)?.words ?? "", /^Something is under way/);
        await stop();
        assert.equal(told(await asked), "Stopped.");
        assert.deepEqual([desk.standing?.about, host.contexts.get("screenAgent.asking")], ["stopped", false]);
        const { items } = await ide.traces({ limit: 1 });
        const events = [];
        for await (const event of ide.follow(items[0]?.trace_id ?? "")) events.push(event);
        assert.equal(events.at(-1)?.event, "aborted");
        assert.equal(outcomeOf(events).problem, "Broken off.");
      }
    });
  } finally {
    await slow.close();
    model.closeAllConnections();
    model.close();
  }
});

/** A model that takes every question and never answers. */
async function silent(): Promise<Server> {
  const model = createServer(() => {});
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  return model;
}
