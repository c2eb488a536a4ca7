/** A command as a child that says one line when it is ready. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Child {
  process: ChildProcess;
  /** The first line that matched. */
  ready: string;
  /** All that it complained about. */
  complaints: () => string;
}

const PATIENCE = 20_000;

/** Starts a command and waits for a line of its standard output. */
export function start(file: string, args: string[], line: RegExp, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (piece: Buffer) => (complaints += piece.toString()));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail("was not ready in time"), PATIENCE);
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${file} ${args.join(" ")} ${why}: ${complaints}`));
    };
    child.once("exit", (code) => fail(`ended with ${code}`));
    createInterface({ input: child.stdout }).on("line", (said) => {
      const found = line.exec(said);
      if (!found) return;
      clearTimeout(timer);
      child.removeAllListeners("exit");
      resolve({ process: child, ready: found[1] ?? found[0], complaints: () => complaints });
    });
  });
}

/** Ends a child and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}
