/** What the extension does before any server has a say, and what it keeps from one that is not its own. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { Host } from "./host.ts";

const KEY = "sb_publishable_0123456789";

/** A host that is closed when the test is over. */
async function on(options: { folders?: string[] }, act: (host: Host) => Promise<void>): Promise<void> {
  const host = new Host(options).load();
  try {
    await act(host);
  } finally {
    host.close();
  }
}

const last = ({ dialogs }: Host) => dialogs.at(-1);

test("without a folder, an address or a key it says what is missing", async () => {
  await on({ folders: [] }, async (host) => {
    await host.run("screenAgent.ask");
    assert.deepEqual(last(host)?.items, ["Open a Folder"]);
  });
  await on({}, async (host) => {
    await host.run("screenAgent.ask");
    assert.match(last(host)?.words ?? "", /no key for http:\/\/127\.0\.0\.1:8787/);
    for (const address of ["", "agent.example", "file:///etc", "http://ada:secret@agent.example", "http://x/?a=b"]) {
      host.settings.set("screenAgent.server", address);
      await host.run("screenAgent.ask");
      assert.match(last(host)?.words ?? "", /is no address of a server/);
      assert.deepEqual(last(host)?.items, ["Open Settings"]);
    }
    await host.run("screenAgent.preview");
    assert.equal(last(host)?.words, "There is nothing to preview yet: ask first.");
    await host.run("screenAgent.apply");
    assert.equal(last(host)?.words, "There is nothing to apply yet: ask first.");
  });
});

test("a key is asked for as a secret, kept among secrets for one server, and forgotten", async () => {
  await on({}, async (host) => {
    host.answer = ({ kind }) => (kind === "input" ? "two words" : undefined);
    await host.run("screenAgent.key");
    assert.equal(host.secrets.size, 0);
    host.answer = ({ kind }) => (kind === "input" ? `${KEY} ` : undefined);
    await host.run("screenAgent.key");
    assert.equal(last(host)?.isSecret, true);
    assert.deepEqual([...host.secrets], [["key of http://127.0.0.1:8787", KEY]]);
    // Another server is not shown it.
    host.settings.set("screenAgent.server", "https://other.example/");
    await host.run("screenAgent.ask");
    assert.match(last(host)?.words ?? "", /no key for https:\/\/other\.example/);
    host.settings.set("screenAgent.server", "http://127.0.0.1:8787/");
    await host.run("screenAgent.forgetKey");
    assert.equal(host.secrets.size, 0);
    assert.ok(!host.shown().join("\n").includes(KEY));
  });
});

test("a command that is not there is told as such", async () => {
  await on({}, async (host) => {
    host.secrets.set("key of http://127.0.0.1:8787", KEY);
    host.settings.set("screenAgent.command", "/nowhere/screen-agent");
    await host.run("screenAgent.ask");
    assert.match(last(host)?.words ?? "", /screen-agent could not be run.*Install it/);
    assert.deepEqual(last(host)?.items, ["Open Settings", "Try Again"]);
  });
});

test("an endpoint that would lead elsewhere is not asked, and no argument shows the key", async () => {
  const asked: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    const details = { design_generate: { endpoint: "@elsewhere.example/design-generate" } };
    response.setHeader("Content-Type", "application/json").end(JSON.stringify({ task_type_details: details }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await on({}, async (host) => {
      const command = join(host.folder, "command");
      const notes = JSON.stringify(join(host.folder, "notes"));
      const script = `require("node:fs").appendFileSync(${notes}, JSON.stringify([process.argv, process.env.SCREEN_AGENT_TOKEN]));`;
      writeFileSync(
        command,
        `#!${process.execPath}\n${script}\nconsole.log(JSON.stringify({ settings: { project: "demo" } }));\n`,
        { mode: 0o755 },
      );
      host.settings.set("screenAgent.server", url);
      host.settings.set("screenAgent.command", command);
      host.secrets.set(`key of ${url}`, KEY);
      host.answer = ({ kind, items }) => (kind === "pick" ? items[0] : kind === "input" ? "a login page" : undefined);
      await host.run("screenAgent.ask");
      assert.deepEqual(asked, [`/chat/capabilities Bearer ${KEY}`]);
      assert.equal(last(host)?.words, "The server names no endpoint for it.");
      const [args, token] = JSON.parse(readFileSync(join(host.folder, "notes"), "utf8").replace(/\]\[.*/s, "]"));
      assert.equal(token, KEY);
      const expected = ["ide", "config", "--json", `--workspace=${host.workspace}`, `--server=${url}`];
      assert.deepEqual(args.slice(2), expected);
    });
  } finally {
    server.close();
  }
});
