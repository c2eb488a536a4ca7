/** Screen Agent in VS Code: only wires things up. */
import * as vscode from "vscode";
import { Desk } from "./desk.ts";
import { Keys, machine, openFolder, project, server } from "./place.ts";
import { plain } from "./plain.ts";
import { answerOf } from "./shown.ts";
import { complain, tell } from "./tell.ts";
import { troubleOf } from "./trouble.ts";
import { VIEW, View } from "./view.ts";

export function activate(context: vscode.ExtensionContext): void {
  const keys = new Keys(context.secrets);
  const view = new View();
  const output = vscode.window.createOutputChannel("Screen Agent");
  const bar = vscode.window.createStatusBarItem("screenAgent", vscode.StatusBarAlignment.Left);
  bar.name = "Screen Agent";
  const desk = new Desk(context, keys, output, (now) => show(now));

  const set = (name: string, value: boolean): void =>
    void vscode.commands.executeCommand("setContext", `screenAgent.${name}`, value);

  const show = (now: string): void => {
    const { work, isAsking } = desk;
    if (work) view.show(work);
    set("asking", isAsking);
    set("planned", !isAsking && (work?.report?.files.length ?? 0) > 0);
    set("answered", !isAsking && work !== null && answerOf(work) !== "");
    set("applied", desk.applied !== null);
    const words = isAsking ? plain(now, 60) : "Screen Agent";
    bar.text = `$(${isAsking ? "loading~spin" : "wand"}) ${words}`;
    bar.command = isAsking ? "screenAgent.stop" : "screenAgent.ask";
    bar.tooltip = isAsking ? "Stop" : "Ask for a screen, or what follows from one";
    bar.accessibilityInformation = { label: `Screen Agent: ${isAsking ? words : "ask"}`, role: "button" };
    if (!isAsking) void named();
  };

  /** Says which project it is, where there is one. */
  const named = async (): Promise<void> => {
    try {
      const name = await project(await machine(openFolder(context.workspaceState).uri, keys));
      if (!desk.isAsking) bar.text = `$(wand) ${plain(name, 40)}`;
    } catch {
      // Whoever asks is told what is missing.
    }
  };

  const acts: Record<string, (about?: unknown) => Promise<unknown>> = {
    project: () => desk.choose(),
    ask: () => desk.ask(),
    open: () => desk.open(),
    preview: (file) => desk.look(file),
    apply: () => desk.apply(),
    undo: () => desk.undo(),
    key: () => keys.ask(),
    forgetKey: async () => keys.forget(),
  };

  /** One thing at a time; what goes wrong is told with what to do about it. */
  let busy = false;
  const guarded = async (name: string, about?: unknown): Promise<void> => {
    const isLook = name === "preview";
    if (busy && !isLook) return tell("Something is under way: stop it, or wait for its end.");
    busy ||= !isLook;
    try {
      await vscode.window.withProgress({ location: { viewId: VIEW } }, async () => acts[name]?.(about));
    } catch (error) {
      const again = { title: "Try Again", command: `screenAgent.${name}` };
      const { words, remedies } = troubleOf(error, serverOr(), again);
      complain(words, ...remedies);
    } finally {
      if (!isLook) busy = false;
    }
  };

  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    output,
    bar,
    desk.preview.registered,
    vscode.window.createTreeView(VIEW, { treeDataProvider: view }),
    command("screenAgent.stop", () => desk.stop()),
    ...Object.keys(acts).map((name) => command(`screenAgent.${name}`, (about?: unknown) => guarded(name, about))),
    { dispose: () => desk.stop() },
  );
  show("");
  bar.show();
}

function serverOr(): string {
  try {
    return server();
  } catch {
    return "the server";
  }
}
