import type { FileChange } from "@screen-agent/api/ide";
import * as vscode from "vscode";
import { plain } from "./plain.ts";

const SCHEME = "screen-agent";

/** Files as they would be, beside the files as they are. */
export class Preview implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private plans = 0;
  readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Takes up the files of another plan; addresses of the one before show nothing any more. */
  begin(): void {
    this.texts.clear();
    this.plans += 1;
  }

  async show(folder: vscode.Uri, { file, change, after }: FileChange): Promise<void> {
    const stands = vscode.Uri.joinPath(folder, file);
    const text = (side: string): vscode.Uri =>
      stands.with({ scheme: SCHEME, authority: "", query: `${side} ${this.plans}` });
    this.texts.set(text("after").toString(), after ?? "");
    const before = change === "added" ? text("before") : stands;
    await vscode.commands.executeCommand("vscode.diff", before, text("after"), `${plain(file)}: is ↔ would be`);
  }
}
