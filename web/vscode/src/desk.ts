/** What a person does, one thing at a time: choose, ask, stop, preview, apply, undo. */
import { randomUUID } from "node:crypto";
import {
  type ApplySummary,
  type FileChange,
  fieldsOf,
  IdeClient,
  type IdeRequest,
  isLast,
  outcomeOf,
  type PlanReport,
  sentenceOf,
  type TraceEvent,
  textOf,
} from "@screen-agent/api/ide";
import { cleanText } from "@screen-agent/ui/text";
import * as vscode from "vscode";
import { CommandFault, ide, type Machine } from "./command.ts";
import { chooseFolder, type Keys, machine, openFolder, project, server } from "./place.ts";
import { plain } from "./plain.ts";
import { Preview } from "./preview.ts";
import { type Asked, answerOf, countsOf, type Standing } from "./shown.ts";
import { type Choice, choices, contentOf } from "./tasks.ts";
import { tell } from "./tell.ts";
import type { Remedy } from "./trouble.ts";

/** A request, where it is worked on, and what can be done with what came of it. */
interface Work extends Asked {
  folder: vscode.Uri;
  /** What the folder is called. */
  name: string;
  standing: Standing;
  events: TraceEvent[];
  /** Where its plan is kept: nobody else's plan takes its place between a look and a yes. */
  plan: string;
}

export class Desk {
  work: Work | null = null;
  /** What was applied last in this window, as `restore` names it. */
  applied: { folder: vscode.Uri; backup: string } | null = null;
  readonly preview = new Preview();
  private asking: AbortController | null = null;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly keys: Keys,
    private readonly output: vscode.OutputChannel,
    /** Something is to be shown: the work, and what is being done just now. */
    private readonly show: (now: string) => void,
  ) {}

  get isAsking(): boolean {
    return this.asking !== null;
  }

  /** Makes a folder a workspace of a project: one that traces name, or another. */
  async choose(): Promise<void> {
    const folder = await chooseFolder(this.context.workspaceState);
    if (!folder) return;
    const { items } = await (await this.client()).traces({ limit: 100 });
    const known = [...new Set(items.map(({ project_id }) => project_id).filter((id) => id !== undefined))];
    const other = "Another…";
    const picked = await vscode.window.showQuickPick(
      [...known.map((name) => ({ name, label: plain(name) })), { name: "", label: other }],
      { title: "Project", placeHolder: "What is worked on here" },
    );
    const ask = { title: "Project", prompt: "Its name or id", value: plain(folder.name) };
    const name = picked && (picked.name || (await vscode.window.showInputBox(ask)))?.trim();
    if (!name) return;
    await ide(await machine(folder.uri, this.keys), ["init", `--project=${name}`]);
    this.show("");
  }

  async ask(): Promise<void> {
    const { uri: folder, name } = openFolder(this.context.workspaceState);
    const client = await this.client();
    const on = await machine(folder, this.keys);
    const project_id = await project(on);
    const { task_type_details: details } = await client.capabilities();
    const choice = await vscode.window.showQuickPick(choices(Object.keys(details)), { title: "What is it to be?" });
    if (!choice) return;
    const file = await openFile(choice, folder);
    if (file === undefined) return;
    const words = await vscode.window.showInputBox({
      title: choice.label,
      prompt: file.name ? `In plain words. ${plain(file.name)} goes along.` : "In plain words.",
      placeHolder: "A login page with email and password",
      ignoreFocusOut: true,
    });
    if (words === undefined || (words.trim() === "" && !file.name)) return;
    const endpoint = details[choice.task]?.endpoint ?? "";
    // Anything else could lead elsewhere, with the key.
    if (!endpoint.startsWith("/")) throw new Error("The server names no endpoint for it.");
    const request: Partial<IdeRequest> = {
      ...file.request,
      text: words,
      project_id,
      language: vscode.env.language.slice(0, 2),
      ...(choice.task.endsWith("_refine") ? { refinement_queries: [words] } : {}),
    };
    const plan = vscode.Uri.joinPath(this.context.storageUri ?? folder, `plan-${randomUUID()}.json`).fsPath;
    const asked = words.trim() || choice.label;
    this.work = { folder, name, words: asked, standing: "asking", events: [], report: null, plan };
    await this.listen(this.work, (signal) => client.ask(endpoint, request, signal), on);
  }

  stop(): void {
    this.asking?.abort();
  }

  /** Hears a trace to its end, and plans what came of it. */
  private async listen(
    work: Work,
    told: (signal: AbortSignal) => AsyncIterable<TraceEvent>,
    on: Machine,
  ): Promise<void> {
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.output.appendLine(`\n> ${cleanText(work.words)}`);
    this.show("Asking");
    try {
      for await (const event of told(signal)) this.hear(work, event);
      await this.planned(work, on, signal);
    } catch (error) {
      work.standing = signal.aborted ? "stopped" : "failed";
      if (!signal.aborted) throw error;
    } finally {
      this.asking = null;
      this.show("");
    }
    if (work.standing === "stopped") tell(leftWords(work));
    else this.offer(work);
  }

  private hear(work: Work, event: TraceEvent): void {
    work.events.push(event);
    const { token } = event.fields;
    if (event.event === "llm.delta") this.output.append(cleanText(token));
    else this.output.appendLine(`${cleanText(event.event)}  ${cleanText(sentenceOf(event))}`);
    this.show(sentenceOf(event) || event.event);
  }

  private async planned(work: Work, on: Machine, signal: AbortSignal): Promise<void> {
    const { problem, over } = outcomeOf(work.events);
    if (!over) throw new Error("The server broke off in the middle. Ask once more.");
    if (problem) throw new Error(problem);
    const last = work.events.findLast(isLast);
    const trace = textOf(last?.fields.trace_id);
    this.show("Looking at what it changes");
    const report = await ide<PlanReport>(on, ["plan", `--trace=${trace}`, `--out=${work.plan}`], signal);
    work.standing = "answered";
    this.replan(work, report);
  }

  /** Says what came, and what can be done with it. */
  private offer({ events, report }: Work): void {
    const done = events.findLast(isLast)?.fields ?? {};
    const open = { title: "Open", command: "screenAgent.open" };
    const [title, hint] = [textOf(done.title), textOf(fieldsOf(done.ide_hints).toast)];
    const files = report?.files ?? [];
    if (files.length > 0) return tell(`${title || "Done"}. In your files: ${countsOf(files)}.`, PREVIEW, APPLY);
    if (hint) return tell(hint);
    tell(`${title || "Done"}. Nothing would be changed in your files.`, open);
  }

  /** Opens what was answered as a text of its own, to be read, or saved somewhere. */
  async open(): Promise<void> {
    const { work } = this;
    const content = work ? answerOf(work) : "";
    if (content === "") return tell("There is no answer yet: ask first.");
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: cleanText(content) }));
  }

  /** Shows what would be different in a file; of several the person says which. */
  async look(named?: unknown): Promise<void> {
    const { work } = this;
    const files = work?.report?.files ?? [];
    if (!work || files.length === 0) return tell("There is nothing to preview yet: ask first.");
    const rows = files.map((change) => ({ label: plain(change.file), description: change.change, change }));
    const chosen = rows.length === 1 ? rows[0] : rows.find(({ change }) => change.file === named);
    const one = (chosen ?? (await vscode.window.showQuickPick(rows, { title: "Preview" })))?.change;
    if (one) await this.preview.show(work.folder, one);
  }

  async apply(): Promise<void> {
    const { work } = this;
    if (!work?.report || work.report.files.length === 0) return tell("There is nothing to apply yet: ask first.");
    const { report } = work;
    const args = ["apply", work.plan];
    let tried = await this.tried(work.folder, args, report.files);
    if (tried?.done.repeated) {
      if (work.standing === "applied") return tell("It was applied before, so nothing was changed.", UNDO);
      // The same was applied before, and then it was asked for anew.
      args.push("--force");
      tried = await this.tried(work.folder, args, report.files);
    }
    if (!tried) return;
    const { files } = tried.done;
    const isOther = JSON.stringify(files) !== JSON.stringify(report.files);
    if (isOther) this.replan(work, { ...report, files });
    const note = isOther ? "Your files were changed since: the preview shows them joined with what comes." : "";
    if (!(await confirmed(`Apply to ${plain(work.name)}?`, files, "Apply", note))) return;
    const { backups } = await ide<ApplySummary>(tried.on, [...args, "--yes", ...tried.side]);
    const [backup] = backups;
    this.applied = backup ? { folder: work.folder, backup } : null;
    work.standing = "applied";
    this.show("");
    tell("Applied.", UNDO);
  }

  /** Takes back what was applied last: in this window, or at all. */
  async undo(): Promise<void> {
    const { folder, backup } = this.applied ?? { folder: openFolder(this.context.workspaceState).uri, backup: "" };
    const tried = await this.tried(folder, backup ? ["restore", backup] : ["restore"]);
    if (!tried) return;
    const { files, backups } = tried.done;
    if (!(await confirmed("Take back what was applied last?", files, "Take Back"))) return;
    // The backup that was shown, not one that was made meanwhile.
    await ide<ApplySummary>(tried.on, ["restore", ...backups, "--yes", ...tried.side]);
    if (this.work?.standing === "applied") this.work.standing = "restored";
    this.applied = null;
    this.show("");
    tell("Taken back. What you changed since then stays.");
  }

  private replan(work: Work, report: PlanReport): void {
    work.report = report;
    this.preview.begin();
    this.show("");
  }

  /** Tries a change of files: what it would come to, and who is right where both sides changed a place. */
  private async tried(
    folder: vscode.Uri,
    args: string[],
    planned: readonly FileChange[] = [],
  ): Promise<(Sided<ApplySummary> & { on: Machine }) | null> {
    const on = await machine(folder, this.keys);
    if (!(await saved(folder, planned))) return null;
    const tried = await sided((side) => ide<ApplySummary>(on, [...args, "--dry-run", ...side]));
    // Of what is taken back the files are known only now.
    return tried && (await saved(folder, tried.done.files)) ? { ...tried, on } : null;
  }

  private async client(): Promise<IdeClient> {
    return new IdeClient({ base: server(), token: await this.keys.needed() });
  }
}

const PREVIEW: Remedy = { title: "Preview", command: "screenAgent.preview" };
const APPLY: Remedy = { title: "Apply…", command: "screenAgent.apply" };
const UNDO: Remedy = { title: "Undo…", command: "screenAgent.undo" };

function leftWords({ events }: Work): string {
  const goesOn = events.some(({ event }) => event === "handoff");
  return goesOn ? "No longer listened to. The server goes on with it, and keeps it as a trace." : "Stopped.";
}

interface OpenFile {
  name: string;
  request: Partial<IdeRequest>;
}

/** The open file, if the person wants it to go along; undefined if they think better of it. */
async function openFile({ field }: Choice, folder: vscode.Uri): Promise<OpenFile | undefined> {
  const none: OpenFile = { name: "", request: {} };
  const document = vscode.window.activeTextEditor?.document;
  const isInside = document && vscode.workspace.getWorkspaceFolder(document.uri)?.uri.toString() === folder.toString();
  if (!field || !isInside) return none;
  const name = vscode.workspace.asRelativePath(document.uri, false);
  const page = name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const along: OpenFile = { name, request: { [field]: contentOf(document.getText()), page, page_id: page } };
  const picked = await vscode.window.showQuickPick(
    [
      { label: `With ${plain(name)}`, description: "the open file is sent to the server", file: along },
      { label: "With words alone", description: "", file: none },
    ],
    { title: "What goes along?" },
  );
  return picked?.file;
}

/** Saves what is open and not saved of these files, if the person says so: the command sees what is on the disk. */
async function saved(folder: vscode.Uri, files: readonly FileChange[]): Promise<boolean> {
  const paths = files.map(({ file }) => vscode.Uri.joinPath(folder, file).toString());
  const open = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && paths.includes(uri.toString()));
  if (open.length === 0) return true;
  const detail = open.map(({ uri }) => plain(vscode.workspace.asRelativePath(uri, false))).join("\n");
  const words = "These files have changes that are not saved.";
  const yes = await vscode.window.showWarningMessage(words, { modal: true, detail }, "Save and Go On");
  if (!yes) return false;
  const done = await Promise.all(open.map((document) => document.save()));
  return done.every(Boolean);
}

/** Asks for a yes to exactly this. */
async function confirmed(words: string, files: readonly FileChange[], verb: string, note = ""): Promise<boolean> {
  const rows = files.map(({ file, change }) => `${plain(file)} (${change})`);
  const detail = [countsOf(files) || "Nothing is different.", ...rows, ...(note ? ["", note] : [])].join("\n");
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, verb)) === verb;
}

/** What came of something, and who was right. */
interface Sided<T> {
  done: T;
  side: string[];
}

/** Does something; where both sides changed the same places the person says who is right. */
async function sided<T>(act: (side: string[]) => Promise<T>): Promise<Sided<T> | null> {
  try {
    return { done: await act([]), side: [] };
  } catch (error) {
    const places = error instanceof CommandFault ? (error.refusal?.conflicts ?? []) : [];
    if (places.length === 0) throw error;
    const sides = { "Keep Mine": "ours", "Take What Comes": "theirs" } as const;
    const picked = await vscode.window.showWarningMessage(
      "The same places were changed here and by what comes. Nothing was changed yet.",
      { modal: true, detail: places.map((place) => plain(place)).join("\n") },
      ...(Object.keys(sides) as (keyof typeof sides)[]),
    );
    if (!picked) return null;
    const side = [`--conflict-strategy=${sides[picked]}`];
    return { done: await act(side), side };
  }
}
