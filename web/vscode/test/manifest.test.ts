/** What the manifest says is what the extension does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Host, MANIFEST } from "./host.ts";

const { contributes, capabilities } = MANIFEST;
const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);

test("each command has a title, and is there once the extension is", () => {
  const host = new Host().load();
  try {
    assert.deepEqual(host.registered.toSorted(), commands.toSorted());
    for (const { title, category } of contributes.commands) assert.ok(title && category === "Screen Agent");
  } finally {
    host.close();
  }
});

test("what is done often has a key of the keyboard, and menus name commands that there are", () => {
  const keyed: string[] = contributes.keybindings.map(({ command }: { command: string }) => command);
  const named = ["ask", "stop", "preview", "apply", "undo"].map((name) => `screenAgent.${name}`);
  assert.deepEqual(keyed, named);
  const menus = Object.values<{ command: string }[]>(contributes.menus).flat();
  for (const { command } of menus) assert.ok(commands.includes(command), command);
  const links = contributes.viewsWelcome.flatMap(({ contents }: { contents: string }) => [
    ...contents.matchAll(/command:([\w.]+)/g),
  ]);
  for (const [, command] of links) assert.ok(commands.includes(command) || command === "vscode.openFolder", command);
});

test("a workspace can neither choose the server nor the command, and nothing runs in one that is not trusted", () => {
  const settings: Record<string, { scope: string }> = contributes.configuration.properties;
  assert.deepEqual(Object.keys(settings), ["screenAgent.server", "screenAgent.command"]);
  for (const { scope } of Object.values(settings)) assert.equal(scope, "machine");
  assert.equal(capabilities.untrustedWorkspaces.supported, false);
  assert.equal(capabilities.virtualWorkspaces.supported, false);
});
