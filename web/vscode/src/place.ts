/** Where it is worked, at which server, and with which key. */
import { fieldsOf, textOf } from "@screen-agent/api/ide";
import * as vscode from "vscode";
import { ide, type Machine } from "./command.ts";
import { CHOOSE, NotReady, SET_KEY, SETTINGS } from "./trouble.ts";

/** A setting; a workspace cannot set it, since the key goes to the server and the command is run. */
function setting(name: string): string {
  return vscode.workspace.getConfiguration("screenAgent").get<string>(name, "").trim();
}

/** The server's address, without a slash at its end. */
export function server(): string {
  const named = setting("server");
  const url = URL.canParse(named) ? new URL(named) : null;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.search || url.hash)
    throw new NotReady(`“${named}” is no address of a server, such as http://127.0.0.1:8787.`, SETTINGS);
  return url.href.replace(/\/+$/, "");
}

/** Keys, each for the server that it was given for. */
export class Keys {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  private name(): string {
    return `key of ${server()}`;
  }

  async needed(): Promise<string> {
    const key = await this.secrets.get(this.name());
    if (!key) throw new NotReady(`There is no key for ${server()} yet.`, SET_KEY);
    return key;
  }

  get(): Thenable<string | undefined> {
    return this.secrets.get(this.name());
  }

  async ask(): Promise<boolean> {
    const key = await vscode.window.showInputBox({
      title: `Key for ${server()}`,
      prompt: "The token of a sign-in, or a publishable key. It is kept among your secrets.",
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        /^[\x21-\x7e]+$/.test(text.trim()) ? null : "A key has letters, digits and signs only.",
    });
    if (!key) return false;
    await this.secrets.store(this.name(), key.trim());
    return true;
  }

  forget(): Thenable<void> {
    return this.secrets.delete(this.name());
  }
}

/** The folder that was chosen last, or the first. */
export function openFolder(remembered: vscode.Memento): vscode.WorkspaceFolder {
  const open = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const folder = open.find(({ uri }) => uri.toString() === remembered.get(FOLDER)) ?? open[0];
  if (folder) return folder;
  const remedy = { title: "Open a Folder", command: "vscode.openFolder" };
  throw new NotReady("Files of a folder are worked on, and none is open.", remedy);
}

const FOLDER = "folder";

/** Of several folders the person says which. */
export async function chooseFolder(remembered: vscode.Memento): Promise<vscode.WorkspaceFolder | undefined> {
  const only = openFolder(remembered);
  if (vscode.workspace.workspaceFolders?.length === 1) return only;
  const chosen = await vscode.window.showWorkspaceFolderPick({ placeHolder: "The folder that is worked on" });
  if (chosen) await remembered.update(FOLDER, chosen.uri.toString());
  return chosen;
}

export async function machine(folder: vscode.Uri, keys: Keys): Promise<Machine> {
  return { command: setting("command"), folder: folder.fsPath, server: server(), key: await keys.get() };
}

/** The project of a workspace, as the command keeps it. */
export async function project(on: Machine): Promise<string> {
  const told = fieldsOf(await ide<unknown>(on, ["config"]));
  const name = textOf(fieldsOf(told.settings).project);
  if (!name) throw new NotReady("This folder has no project yet.", CHOOSE);
  return name;
}
