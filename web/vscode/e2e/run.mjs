// Builds the extension and has it work with the real server and the real command.
import { runTogether } from "../../run-tests.mjs";
import "../build.mjs";

const here = new URL(".", import.meta.url);
await runTogether({ here, home: new URL("..", here), out: new URL(`../dist/e2e-${process.pid}.mjs`, here) });
