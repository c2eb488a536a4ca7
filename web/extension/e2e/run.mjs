// `node e2e/run.mjs form stop` runs the files whose names hold one of the words.
import { runInTurn } from "../../run-tests.mjs";

const here = new URL(".", import.meta.url);
await runInTurn({ here, home: new URL("..", here), out: new URL("../dist/e2e/", here) });
