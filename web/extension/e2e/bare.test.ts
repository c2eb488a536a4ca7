import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { pageOf, script } from "./kit/mind.ts";
import { act, idOf } from "./kit/model.ts";
import { Panel } from "./kit/panel.ts";
import { EMAIL, PASSWORD } from "./kit/server.ts";
import { Site } from "./kit/site.ts";

/** Presses Tab until something with this name has the focus. */
async function tabTo(panel: Panel, name: string | RegExp): Promise<void> {
  const target = panel.page.getByRole("button", { name }).or(panel.page.getByLabel(name));
  await target.first().and(panel.page.locator(":enabled")).waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await target.first().evaluate((each) => each === document.activeElement)) return;
    await panel.page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not come to ${name}`);
}

const focused = (panel: Panel): Promise<string> =>
  panel.page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.getAttribute("name") ?? "",
  );

test("in a narrow panel everything fits, and the keyboard alone does everything", async () => {
  const site = await Site.pages({
    "/": "<title>Guests</title><h1>Guests</h1><form method=post action=/send><label>Name <input name=name></label><button>Send</button></form>",
    "/send": "<title>Thanks</title><p>Welcome, Ada.",
  });
  let hold = true;
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const mind = script({
    plan: ["Write the guest's name down", "Have it go out", "See that it went out"],
    doneAt: "Welcome, Ada",
    act: (told) => {
      if (pageOf(told).includes("Welcome, Ada"))
        return act(
          'finish("Ada is among the guests, see <https://an.address.so.long.that.it.breaks.nowhere.example/and-then-some-more-of-it>.")',
        );
      return pageOf(told).includes('="Ada"')
        ? act(`click(${idOf(told, "Send")})`)
        : act(`setValue(${idOf(told, "Name")}, "Ada")`);
    },
  });
  const desk = await Desk.open({
    signedOut: true,
    script: {
      ...mind,
      act: async (told) => {
        if (hold) await held;
        return mind.act!(told);
      },
    },
  });
  try {
    const { tabId } = await desk.browser.tab(site.url());
    const panel = new Panel(await desk.browser.panel(tabId, 320));
    const { keyboard } = panel.page;
    const fits = async (state: string): Promise<void> => {
      assert.deepEqual(await panel.wide(), [], `${state} fits`);
      await panel.picture(`narrow.${state}`);
    };

    await until("the e-mail has the focus", async () => (await focused(panel)) === "email");
    await keyboard.type(EMAIL);
    await tabTo(panel, "Password");
    await keyboard.type(PASSWORD);
    await tabTo(panel, "Server");
    await keyboard.press("Control+a");
    await keyboard.type(desk.server.url);
    await fits("sign-in");
    await keyboard.press("Enter");
    await panel.button("Got it").waitFor();
    await fits("welcome");
    await keyboard.press("Enter");
    await panel.composer.waitFor();

    await until("the composer has the focus", async () => (await focused(panel)).startsWith("What do you want done"));
    await fits("empty");
    await keyboard.type(
      "Ada is among the guests, see to that, and mind theverylongwordthatnobodycanbreakanywhere-notevenhere",
    );
    await keyboard.press("Enter");
    await panel.stands("Running");
    await until("the model is asked", () => desk.model?.told.some((told) => told.topic === "act") ?? false);
    await fits("running");
    await keyboard.press("Escape");
    await panel.page.getByRole("dialog", { name: "Stop the task?" }).waitFor();
    await fits("stop");
    await keyboard.press("Enter");
    await panel.stands("Stopped");
    await fits("stopped");
    hold = false;
    go();

    await until("the composer has the focus again", async () =>
      (await focused(panel)).startsWith("What do you want done"),
    );
    await keyboard.type("Ada is among the guests, see to that");
    await keyboard.press("Enter");
    await tabTo(panel, "Allow once");
    await fits("approval");
    await keyboard.press("Enter");
    await panel.stands("Done");
    await fits("completed");

    await tabTo(panel, "Conversations");
    await keyboard.press("Enter");
    await panel.page.locator(".thing").first().waitFor();
    await fits("history");
    await keyboard.press("Escape");
    for (const sheet of ["Settings", "Debug view"]) {
      await tabTo(panel, "More");
      await keyboard.press("Enter");
      const items = panel.page.getByRole("menuitem");
      await until("the menu has the focus", () => items.first().evaluate((each) => each === document.activeElement));
      const at = (): Promise<string | null> => panel.page.evaluate("document.activeElement.textContent");
      while ((await at()) !== sheet) await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await panel.page.getByRole("dialog", { name: sheet }).waitFor();
      await fits(sheet.split(" ")[0]!.toLowerCase());
      await keyboard.press("Escape");
      await panel.page.getByRole("dialog").waitFor({ state: "detached" });
    }
  } finally {
    await desk.close();
    site.close();
  }
});
