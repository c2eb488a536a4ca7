// Pictures of every scene: `node test/panel/shots.mjs FOLDER [WORD...]`.
import { mkdirSync } from "node:fs";
import { sceneNames, stage } from "./stage.mjs";

const [folder = "dist/panel", ...words] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const scenes = (await sceneNames()).filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const { browser, open } = await stage();
try {
  for (const scene of scenes) {
    for (const theme of ["light", "dark"]) {
      for (const width of [320, 420]) {
        const { page, errors } = await open(scene, { width, theme });
        await page.screenshot({ path: `${folder}/${scene.name}-${theme}-${width}.png` });
        if (errors.length > 0) console.error(scene.name, errors);
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
}
