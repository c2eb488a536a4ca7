// `node test/widgets/run.mjs select2` looks at the pages whose names hold the word; the libraries are fetched as locked.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { runTogether } from "../../../run-tests.mjs";
import { buildPages } from "./build.mjs";

const here = new URL(".", import.meta.url);
const lock = readFileSync(new URL("package-lock.json", here), "utf8");
const fetched = new URL("node_modules/.fetched", here);
if (!existsSync(fetched) || readFileSync(fetched, "utf8") !== lock) {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: here,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
  writeFileSync(fetched, lock);
}
await buildPages();
process.env.WIDGETS = process.argv.splice(2).join(" ");
await runTogether({ here, home: new URL("../..", here), out: new URL(`../../dist/widgets-${process.pid}.mjs`, here) });
