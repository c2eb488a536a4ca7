import * as vscode from "vscode";
import { plain } from "./plain.ts";
import type { Remedy } from "./trouble.ts";

/** Tells the person something, with buttons. Nobody waits until one is pressed. */
export function tell(words: string, ...remedies: Remedy[]): void {
  void told(vscode.window.showInformationMessage, words, remedies);
}

/** The same of something that went wrong. */
export function complain(words: string, ...remedies: Remedy[]): void {
  void told(vscode.window.showErrorMessage, words, remedies);
}

type Show = (words: string, ...titles: string[]) => Thenable<string | undefined>;

async function told(show: Show, words: string, remedies: readonly Remedy[]): Promise<void> {
  const chosen = await show(plain(words, 1_000), ...remedies.map(({ title }) => title));
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy) await vscode.commands.executeCommand(remedy.command, ...(remedy.about ? [remedy.about] : []));
}
