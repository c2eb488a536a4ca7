// Builds the console and tests it in a browser.
import { runTogether } from "../../run-tests.mjs";
import "../build.mjs";

const here = new URL(".", import.meta.url);
// Not in dist: what lies there is embedded.
await runTogether({ here, home: new URL("..", here), out: new URL(`./bundle-${process.pid}.mjs`, here) });
