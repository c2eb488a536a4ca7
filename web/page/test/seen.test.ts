/** What is seen of every fixture page, compared as a whole with the text beside it. UPDATE=1 rewrites the texts. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { onPage, PAGES } from "./browser.ts";
import { render } from "./render.ts";

const SCENES: readonly (readonly [name: string, path: string, act?: string])[] = [
  ["overlay", "overlay.html"],
  ["native-dialog", "native-dialog.html"],
  ["native-dialog.open", "native-dialog.html", "document.getElementById('open').click()"],
  ["cookie-banner", "cookie-banner.html"],
  ["infinite-list", "infinite-list.html"],
  ["virtual-list", "virtual-list.html"],
  ["virtual-list.scrolled", "virtual-list.html", "document.getElementById('box').scrollTop = 20000; draw()"],
  ["rerender", "rerender.html"],
  ["shadow", "shadow.html"],
  ["spa", "spa.html"],
  ["dialogs", "dialogs.html"],
  ["new-tabs", "new-tabs.html"],
  ["forged-ids", "forged-ids.html"],
  ["hostile-names", "hostile-names.html"],
  ["clobbered", "clobbered.html"],
  ["secrets", "secrets.html"],
  ["secrets.revealed", "secrets.html", "document.getElementById('reveal').click()"],
  ["inputs", "inputs.html"],
  ["table", "table.html"],
  ["looks", "looks.html"],
  ["pictures", "pictures.html"],
  ["widgets", "widgets.html"],
  ["widgets.scrolled", "widgets.html", "scrollTo(0, 400)"],
  ["delegated", "delegated.html"],
  ["clipped", "clipped.html"],
  ["news", "news.html"],
  ["news.scrolled", "news.html", "scrollTo(0, 400)"],
  ["shop", "shop.html"],
  ["mail", "mail.html"],
  ["settings", "settings.html"],
];

for (const [name, path, act] of SCENES) {
  test(`seen: ${name}`, () =>
    onPage(path, async ({ page, world }) => {
      if (act) await page.evaluate(act);
      const text = render(await world.observe());
      const file = join(PAGES, `${name}.seen.txt`);
      if (process.env.UPDATE || !existsSync(file)) writeFileSync(file, text);
      assert.equal(text, readFileSync(file, "utf8"));
    }));
}
