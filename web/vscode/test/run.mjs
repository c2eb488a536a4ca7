// Builds the extension and tests what of it needs no server. `node test/run.mjs manifest` runs the files whose names hold the word.
import { runTogether } from "../../run-tests.mjs";
import "../build.mjs";

const here = new URL(".", import.meta.url);
await runTogether({ here, home: new URL("..", here), out: new URL(`../dist/test-${process.pid}.mjs`, here) });
