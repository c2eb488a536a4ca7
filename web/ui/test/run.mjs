// `node test/run.mjs citations` runs the files whose name holds the word.
import { runTogether } from "../../run-tests.mjs";
import "./page/build.mjs";

const here = new URL(".", import.meta.url);
await runTogether({ here, home: new URL("..", here), out: new URL(`../dist/test-${process.pid}.mjs`, here) });
