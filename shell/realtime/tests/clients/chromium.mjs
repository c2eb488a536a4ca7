// A real browser, if there is one.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { load } from "./kit.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where Chromium is; nothing when it is nowhere. */
export function found() {
  const places = (process.env.PATH ?? "").split(delimiter);
  return places.flatMap((place) => NAMES.map((name) => join(place, name))).find(isProgram);
}

/** Starts it. */
export function launch(args = []) {
  const { chromium } = load("playwright-core");
  return chromium.launch({ executablePath: found(), args: ["--no-sandbox", ...args] });
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
