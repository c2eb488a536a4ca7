/** The command `screen-agent ide`, which alone changes files: its gate, its backups and its merge decide. */
import { execFile } from "node:child_process";
import { fieldsOf, type IdeRefusal } from "@screen-agent/api/ide";

/** Most that it prints, in bytes. */
const PRINTED = 256 * 1024 * 1024;

/** What the command works on, and in whose name. */
export interface Machine {
  command: string;
  folder: string;
  server: string;
  /** Goes by the environment, where other people of the machine do not see it. */
  key?: string | undefined;
}

/** The command did not do it. Without a refusal it could not even be run. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";

  constructor(
    message: string,
    readonly refusal: IdeRefusal | null,
  ) {
    super(message);
  }
}

/** Runs it, and gives what it tells programs. */
export function ide<T>({ command, folder, server, key }: Machine, args: string[], signal?: AbortSignal): Promise<T> {
  const [what = "", ...rest] = args;
  const all = ["ide", what, "--json", `--workspace=${folder}`, `--server=${server}`, ...rest];
  const env = key ? { ...process.env, SCREEN_AGENT_TOKEN: key } : process.env;
  return new Promise((resolve, reject) => {
    execFile(command, all, { env, signal, maxBuffer: PRINTED }, (error, printed, complaint) => {
      const told = read(printed);
      if (!error) resolve(told as T);
      else if (signal?.aborted) reject(error);
      else if (fieldsOf(told).ok === false) {
        const refusal = told as IdeRefusal;
        reject(new CommandFault(refusal.message, refusal));
      } else reject(new CommandFault(complaint.trim() || error.message, null));
    });
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
