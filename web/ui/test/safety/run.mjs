// Opens what strangers write to break in, in every place of an answer, in a real browser.
import { runTogether } from "../../../run-tests.mjs";
import "../page/build.mjs";

const here = new URL(".", import.meta.url);
await runTogether({ here, home: new URL("../..", here), out: new URL(`../../dist/safety-${process.pid}.mjs`, here) });
