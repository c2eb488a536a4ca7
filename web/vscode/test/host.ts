/** A small VS Code without a window: it loads the extension as it is built, and gives it what it uses of the editor's API, with
 * real files. What the extension asks a person is answered by the test. Anything else of the API fails by its name. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

declare const PACKAGE: string;

export const MANIFEST = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));

/** Something that the person is asked or told. */
export interface Dialog {
  kind: "input" | "pick" | "info" | "warning" | "error";
  words: string;
  detail: string;
  /** Buttons, or rows to choose from. */
  items: string[];
  isSecret: boolean;
}

/** A row of the view, as the editor would draw it. */
export interface Drawn {
  label: string;
  about: string;
  command: { command: string; arguments: unknown[] } | undefined;
  rows: Drawn[];
}

type Listener = (about?: unknown) => unknown;

class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query = "",
  ) {}
  static file = (path: string): Uri => new Uri("file", path);
  static joinPath = (base: Uri, ...parts: string[]): Uri => base.with({ path: join(base.path, ...parts) });
  with({ scheme = this.scheme, path = this.path, query = this.query }): Uri {
    return new Uri(scheme, path, query);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${pathToFileURL(this.path).pathname}${this.query ? `?${encodeURIComponent(this.query)}` : ""}`;
  }
}

/** What is open in an editor. */
export class Document {
  constructor(
    readonly uri: Uri,
    public text: string,
    public isDirty = false,
  ) {}
  getText(): string {
    return this.text;
  }
  async save(): Promise<boolean> {
    writeFileSync(this.uri.fsPath, this.text);
    this.isDirty = false;
    return true;
  }
}

const item = (one: string | { label: string }): string => (typeof one === "string" ? one : one.label);

export class Host {
  readonly folder = mkdtempSync(join(tmpdir(), "screen-agent-vscode-"));
  readonly workspace = mkdtempSync(join(tmpdir(), "screen-agent-desk-"));
  readonly settings = new Map<string, string>();
  readonly secrets = new Map<string, string>();
  readonly contexts = new Map<string, unknown>();
  readonly dialogs: Dialog[] = [];
  readonly diffs: { left: string; right: string; title: string }[] = [];
  readonly documents: Document[] = [];
  readonly ran: string[] = [];
  output = "";
  /** What the person does; without an answer they close what asks. */
  answer: (dialog: Dialog) => string | undefined | Promise<string | undefined> = () => undefined;
  /** Called whenever the view is to be drawn anew. */
  onDrawn: () => void = () => {};
  readonly bar: Record<string, unknown> = { show: () => {}, dispose: () => {} };
  private readonly commands = new Map<string, Listener>();
  private readonly providers = new Map<string, { provideTextDocumentContent(uri: Uri): string }>();
  private tree: { getChildren(row?: unknown): unknown[]; getTreeItem(row: unknown): Record<string, unknown> } | null =
    null;
  private readonly subscriptions: { dispose(): void }[] = [];
  private active: Document | undefined;

  constructor(private readonly options: { folders?: string[] } = {}) {
    for (const [name, { default: value }] of Object.entries<{ default: string }>(
      MANIFEST.contributes.configuration.properties,
    ))
      this.settings.set(name, value);
  }

  /** Loads the extension, as the editor would where the workspace is trusted. */
  load(): this {
    const exports: { activate?: (context: unknown) => void } = {};
    const code = readFileSync(join(PACKAGE, MANIFEST.main), "utf8");
    const node = createRequire(join(PACKAGE, MANIFEST.main));
    const vscode = strict("vscode", this.api());
    const require = (name: string): unknown => (name === "vscode" ? vscode : node(name));
    const module = { exports };
    new Function("require", "module", "exports", code)(require, module, exports);
    module.exports.activate?.({
      subscriptions: this.subscriptions,
      secrets: {
        get: async (name: string) => this.secrets.get(name),
        store: async (name: string, key: string) => void this.secrets.set(name, key),
        delete: async (name: string) => void this.secrets.delete(name),
      },
      workspaceState: memento(),
      storageUri: Uri.file(join(this.folder, "storage")),
    });
    return this;
  }

  async run(command: string, ...about: unknown[]): Promise<unknown> {
    this.ran.push(command);
    return this.commands.get(command)?.(...(about as [unknown]));
  }

  get registered(): string[] {
    return [...this.commands.keys()];
  }

  /** Opens a file of the workspace in the editor; with other words than it has, it is not saved. */
  open(file: string, words?: string): Document {
    const uri = Uri.file(join(this.workspace, file));
    const kept = existsSync(uri.fsPath) ? readFileSync(uri.fsPath, "utf8") : "";
    this.active = new Document(uri, words ?? kept, words !== undefined && words !== kept);
    this.documents.push(this.active);
    return this.active;
  }

  text(file: string): string | null {
    const path = join(this.workspace, file);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }

  put(file: string, text: string): void {
    writeFileSync(join(this.workspace, file), text);
  }

  drawn(row?: unknown): Drawn[] {
    return (this.tree?.getChildren(row) ?? []).map((one) => {
      const drawn = this.tree?.getTreeItem(one) ?? {};
      const { label, description, command } = drawn as { label: string; description: string; command?: never };
      return { label, about: description, command, rows: this.drawn(one) };
    });
  }

  /** Everything that a person was shown, and nothing of it was chosen by us. */
  shown(): string[] {
    const rows = (all: Drawn[]): string[] =>
      all.flatMap(({ label, about, rows: more }) => [label, about, ...rows(more)]);
    const dialogs = this.dialogs.flatMap(({ words, detail, items }) => [words, detail, ...items]);
    return [...rows(this.drawn()), ...dialogs, String(this.bar.tooltip)];
  }

  close(): void {
    for (const one of this.subscriptions) one.dispose();
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.workspace, { recursive: true, force: true });
  }

  private async asked(dialog: Partial<Dialog> & Pick<Dialog, "kind" | "words">): Promise<string | undefined> {
    const whole = { detail: "", items: [], isSecret: false, ...dialog };
    this.dialogs.push(whole);
    return this.answer(whole);
  }

  private message(kind: Dialog["kind"]) {
    return (words: string, ...rest: (string | { modal?: boolean; detail?: string })[]): Promise<string | undefined> => {
      const [first, ...more] = rest;
      const isOptions = typeof first === "object";
      const items = (isOptions ? more : rest) as string[];
      return this.asked({ kind, words, items, detail: isOptions ? (first.detail ?? "") : "" });
    };
  }

  private api(): Record<string, unknown> {
    const folders = this.options.folders ?? [this.workspace];
    const workspaceFolders = folders.map((path, index) => ({ uri: Uri.file(path), name: basename(path), index }));
    const noop = { dispose: () => {} };
    const host = this;
    return {
      Uri,
      EventEmitter: class {
        event = () => noop;
        fire = () => host.onDrawn();
      },
      TreeItem: class {
        constructor(
          readonly label: string,
          readonly collapsibleState: number,
        ) {}
      },
      ThemeIcon: class {
        constructor(readonly id: string) {}
      },
      TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
      StatusBarAlignment: { Left: 1, Right: 2 },
      env: { language: "en" },
      window: strict("vscode.window", {
        createOutputChannel: () => ({
          append: (text: string) => (this.output += text),
          appendLine: (text: string) => (this.output += `${text}\n`),
          dispose: () => {},
        }),
        createStatusBarItem: () => this.bar,
        createTreeView: (_: string, { treeDataProvider }: { treeDataProvider: never }) => {
          this.tree = treeDataProvider;
          return noop;
        },
        showInformationMessage: this.message("info"),
        showWarningMessage: this.message("warning"),
        showErrorMessage: this.message("error"),
        showInputBox: async (box: Record<string, never>) => {
          const { title = "", prompt = "", password = false, validateInput } = box;
          const text = await this.asked({ kind: "input", words: title, detail: prompt, isSecret: password });
          const wrong =
            text === undefined ? null : (validateInput as ((text: string) => string | null) | undefined)?.(text);
          return wrong ? undefined : text;
        },
        showQuickPick: async (rows: { label: string }[], { title = "" } = {}) => {
          const chosen = await this.asked({ kind: "pick", words: title, items: rows.map(item) });
          return rows.find((row) => item(row) === chosen);
        },
        showWorkspaceFolderPick: async () => {
          const chosen = await this.asked({
            kind: "pick",
            words: "folder",
            items: workspaceFolders.map(({ name }) => name),
          });
          return workspaceFolders.find(({ name }) => name === chosen);
        },
        showTextDocument: async (document: Document) => {
          this.active = document;
        },
        withProgress: (_: unknown, work: () => unknown) => work(),
        get activeTextEditor() {
          return host.active && { document: host.active };
        },
      }),
      workspace: strict("vscode.workspace", {
        workspaceFolders: folders.length > 0 ? workspaceFolders : undefined,
        textDocuments: this.documents,
        getConfiguration: (section: string) => ({
          get: (name: string, otherwise: string) => this.settings.get(`${section}.${name}`) ?? otherwise,
        }),
        getWorkspaceFolder: (uri: Uri) => workspaceFolders.find((one) => uri.path.startsWith(`${one.uri.path}/`)),
        asRelativePath: (uri: Uri) => relative(this.workspace, uri.path),
        registerTextDocumentContentProvider: (scheme: string, provider: never) => {
          this.providers.set(scheme, provider);
          return noop;
        },
        openTextDocument: async ({ content }: { content: string }) => {
          const document = new Document(new Uri("untitled", "/Untitled"), content);
          this.documents.push(document);
          return document;
        },
      }),
      commands: strict("vscode.commands", {
        registerCommand: (name: string, act: Listener) => {
          this.commands.set(name, act);
          return { dispose: () => this.commands.delete(name) };
        },
        executeCommand: async (name: string, ...about: unknown[]) => {
          if (name === "setContext") return void this.contexts.set(String(about[0]), about[1]);
          if (name !== "vscode.diff") return this.run(name, ...about);
          const [left, right, title] = about as [Uri, Uri, string];
          return this.diffs.push({ left: this.read(left), right: this.read(right), title });
        },
      }),
    };
  }

  private read(uri: Uri): string {
    const provider = this.providers.get(uri.scheme);
    return provider ? provider.provideTextDocumentContent(uri) : readFileSync(uri.fsPath, "utf8");
  }
}

/** What has not been built here fails by its name, rather than being undefined. */
function strict(name: string, api: Record<string, unknown>): Record<string, unknown> {
  return new Proxy(api, {
    get: (known, key) => {
      // Bundles ask a module whether it was one of the newer kind.
      if (typeof key === "symbol" || key in known || key === "__esModule") return known[key as string];
      throw new Error(`${name}.${key} is not in this host`);
    },
  });
}

function memento(): { get(name: string): unknown; update(name: string, value: unknown): Promise<void> } {
  const kept = new Map<string, unknown>();
  return { get: (name) => kept.get(name), update: async (name, value) => void kept.set(name, value) };
}
