import * as vscode from "vscode";
import { type Asked, type Row, rowsOf } from "./shown.ts";

export const VIEW = "screenAgent.trace";

/** The request and what came of it, as a tree of plain words. */
export class View implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: Row[] = [];

  show(asked: Asked): void {
    this.rows = rowsOf(asked);
    this.changed.fire(undefined);
  }

  getChildren(row?: Row): Row[] {
    return [...(row ? (row.rows ?? []) : this.rows)];
  }

  getTreeItem({ label, about, icon, rows, opens }: Row): vscode.TreeItem {
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, rows ? Expanded : None);
    item.description = about;
    item.tooltip = [label, about].filter(Boolean).join("\n");
    item.iconPath = new vscode.ThemeIcon(icon);
    item.accessibilityInformation = { label: [label, about].filter(Boolean).join(", ") };
    if (opens) item.command = { ...opens, arguments: opens.about ? [opens.about] : [] };
    return item;
  }
}
