// The tests that run in a real Firefox. Not part of CI: a Firefox has to be there.
import { runInTurn } from "../../run-tests.mjs";

const here = new URL("./firefox/", import.meta.url);
await runInTurn({ here, home: new URL("../..", here), out: new URL("../../dist/e2e/firefox/", here) });
