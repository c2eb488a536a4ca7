import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk, type Place, until } from "./kit/desk.ts";
import { script } from "./kit/mind.ts";
import { Site } from "./kit/site.ts";

/** A model that never answers: whatever stops a task, it is not that it came to its end. */
let desk: Desk;
let site: Site;
let go = (): void => undefined;

before(async () => {
  const held = new Promise<void>((resolve) => (go = resolve));
  const mind = script({ plan: [], doneAt: "never", act: () => "" });
  site = await Site.pages({
    "/": "<title>Guests</title><h1>Guests</h1><label>Name <input name=name></label><button>Send</button>",
  });
  desk = await Desk.open({
    script: {
      ...mind,
      plan: async () => {
        await held;
        return { steps: [] };
      },
      act: async () => {
        await held;
        return "";
      },
    },
  });
});

after(async () => {
  go();
  await desk.close();
  site.close();
});

/** A task that hangs at the model. */
async function hanging(): Promise<Place> {
  const before = desk.model?.told.length ?? 0;
  const place = await desk.at(site.url());
  await place.panel.say("Ada is among the guests, see to that");
  await place.panel.stands("Running");
  await until("the model is asked", () => (desk.model?.told.length ?? 0) > before);
  return place;
}

/** It is over here at once, and the server knows soon after. */
async function isOver({ panel }: Place, stop: () => Promise<void>): Promise<void> {
  await stop();
  // A second is what a slow machine takes to draw it; nobody waits for the server or the model.
  await panel.stands("Stopped", 1_500);
  await panel.outcome.getByText("You stopped the task. What was done before stays done.").waitFor();
  const client = await desk.server.client();
  const [session] = (await client.sessions()).sessions;
  assert.ok(session);
  await until("the server knows", async () => {
    const { tasks } = await client.tasks(session.sessionId);
    return tasks.every(({ status }) => status === "interrupted");
  });
}

test("Stop in the panel ends a task at once", async () => {
  const place = await hanging();
  await isOver(place, () => place.panel.button(/^Stop/).click());
  await place.panel.picture("stop.button");
  await desk.leave(place);
});

test("Alt+Shift+Q ends a task at once, from whichever page is in front", async () => {
  const place = await hanging();
  const worker = await desk.browser.worker();
  const keys = await worker.evaluate(async () => {
    const { commands } = (
      globalThis as unknown as {
        chrome: { commands: { getAll: () => Promise<{ name?: string; shortcut?: string }[]> } };
      }
    ).chrome;
    return (await commands.getAll()).find(({ name }) => name === "stop")?.shortcut;
  });
  assert.equal(keys, "Alt+Shift+Q", "the browser knows the keys");
  await isOver(place, () => pressed(worker));
  await desk.leave(place);
});

/** What the browser does with the keys of an extension: keys that a driver sends reach pages alone. */
async function pressed(worker: { evaluate: (act: () => void) => Promise<void> }): Promise<void> {
  await worker.evaluate(() => {
    const { commands } = (
      globalThis as unknown as { chrome: { commands: { onCommand: { dispatch: (name: string) => void } } } }
    ).chrome;
    commands.onCommand.dispatch("stop");
  });
}
