// An editor without a window, for tests and benches of the built extension: a module `vscode` that keeps what the
// extension gives it, and counts it.

import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { repository } from '../sandbox.ts';
import { commentEnums, FakeComments } from './fakeComments.ts';
import { documentClasses, FakeDocuments, type FakeWorkspaceEdit } from './fakeDocuments.ts';
import { FakeTree, type Provider } from './fakeTree.ts';

/** An event of VS Code's kind, which a test fires. */
export class Signal<T> {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly event = (listener: (value: T) => unknown) => {
    this.#emitter.on('fire', listener);
    return { dispose: () => void this.#emitter.off('fire', listener) };
  };
  fire(value: T): void {
    this.#emitter.emit('fire', value);
  }
  dispose(): void {
    this.#emitter.removeAllListeners();
  }
}

export interface FakeDiagnostic {
  readonly code: { readonly value: string; readonly target: FakeUri };
  readonly message: string;
  readonly relatedInformation: readonly {
    readonly message: string;
    readonly location: { readonly uri: FakeUri; readonly range: { readonly line: number } };
  }[];
}

export interface FakeHovers {
  provideHover(
    document: unknown,
    position: unknown,
  ): { readonly contents: readonly { readonly value: string; readonly isTrusted: unknown }[] } | undefined;
}

export interface FakeFixes {
  provideCodeActions(
    document: unknown,
    range: unknown,
    context: unknown,
  ): readonly {
    readonly title: string;
    readonly command: { readonly command: string; readonly arguments: unknown[] };
  }[];
}

export interface FakeLinks {
  provideTerminalLinks(context: { readonly line: string; readonly terminal: unknown }): readonly unknown[];
}

export interface FakeStatusItem {
  text?: string;
  command?: { readonly command: string; readonly arguments: readonly unknown[] };
  show(): void;
  hide(): void;
  dispose(): void;
}

export interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  readonly fsPath: string;
}

/** The part of a file system that a read-only document needs. */
interface FakeFiles {
  readFile(uri: FakeUri): Promise<Uint8Array>;
}

export class FakeEditor {
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>();
  readonly trees = new Map<string, FakeTree>();
  /** By the path of the file. */
  readonly diagnostics = new Map<string, readonly FakeDiagnostic[]>();
  /** What was sent to the editor so far. */
  readonly sent = { diagnostics: 0, files: 0, largest: 0 };
  readonly comments = new FakeComments();
  readonly contexts = new Map<string, unknown>();
  /** The calls of VS Code's own commands. */
  readonly executed: (readonly unknown[])[] = [];
  /** By scheme. */
  readonly files = new Map<string, FakeFiles>();
  readonly hovers: FakeHovers[] = [];
  readonly fixes: FakeFixes[] = [];
  readonly links: FakeLinks[] = [];
  /** The handler of the extension's own addresses. */
  uris: { handleUri(uri: FakeUri): Promise<void> } | undefined;
  /** By scheme. */
  readonly contents = new Map<string, { provideTextDocumentContent(uri: FakeUri): Promise<string> }>();
  readonly documents = new FakeDocuments();
  /** Where the user saves to. */
  saveTo: FakeUri | undefined;
  /** What the last save dialog suggested. */
  suggested: FakeUri | undefined;
  /** The items in the status bar that are shown. */
  readonly statusItems = new Set<FakeStatusItem>();
  /** What the user chooses in a quick pick. */
  choose: (items: readonly { readonly label: string }[]) => unknown = () => undefined;
  /** Those that are installed besides Party. */
  readonly extensions: { readonly id: string; readonly packageJSON: unknown }[] = [];
  readonly told: string[] = [];
  readonly log: string[] = [];
  /** Whether the extension has loaded more than its entry, which has no log. */
  isLoaded = false;
  readonly progress: string[] = [];
  /** What the extension keeps of the window and, behind `global`, of the user. */
  readonly memory = new Map<string, unknown>();
  /** The arguments of the programs in the terminals that the extension has opened. */
  readonly terminals: (readonly string[])[] = [];
  /** The user's settings, by their ids. */
  readonly settings = new Map<string, unknown>();
  /** The ids of the views that the user has collapsed. */
  readonly collapsed = new Set<string>();
  readonly #subscriptions: { dispose(): unknown }[] = [];
  readonly focus = new Signal<{ focused: boolean }>();
  /** Whether the user trusts the folders, and the event when the user begins to. */
  trusted = true;
  readonly trust = new Signal<void>();
  /** A file that VS Code's own watchers report. */
  readonly created = new Signal<FakeUri>();
  activeTextEditor: { document: unknown; selection: unknown } | undefined;
  /** The text that the next input box gets, and the title that it had. */
  input = '';
  asked = '';
  /** What was copied. */
  readonly copied: string[] = [];
  /** The button with which the user answers every message. */
  pressed: string | undefined;
  readonly #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * Loads the built extension in this process, as VS Code does while it tests an extension: with everything. Returns
   * what `activate` returns.
   */
  activate<Api>(env: NodeJS.ProcessEnv): Api {
    const leave = this.#enter(env);
    try {
      return this.#load(3) as Api;
    } finally {
      leave();
    }
  }

  /** The same as in a window of a user, in which the extension may load the rest of itself until `dispose`. */
  activateForUser<Api>(env: NodeJS.ProcessEnv): Api {
    const leave = this.#enter(env);
    this.#subscriptions.push({ dispose: leave });
    return this.#load(1) as Api;
  }

  /** Gives this process the module `vscode` and the environment of the extension's host, until the result is called. */
  #enter(env: NodeJS.ProcessEnv): () => void {
    const api = this.#api();
    const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
    const load = loader._load;
    loader._load = function (request, ...rest) {
      return request === 'vscode' ? api : load.call(this, request, ...rest);
    };
    const own = process.env;
    process.env = env;
    return () => {
      process.env = own;
      loader._load = load;
    };
  }

  #load(mode: number): unknown {
    const require = createRequire(import.meta.url);
    const bundle = join(repository, 'dist/extension.cjs');
    delete require.cache[bundle];
    const { activate } = require(bundle);
    return activate(this.#context(mode));
  }

  async run(command: string, ...args: unknown[]): Promise<unknown> {
    const known = this.#commands.get(command);
    if (known === undefined) throw new Error(`No command ${command}`);
    return await known(...args);
  }

  dispose(): void {
    for (const one of this.#subscriptions.reverse()) one.dispose();
  }

  #context(extensionMode: number) {
    const { memory } = this;
    return {
      subscriptions: this.#subscriptions,
      extensionPath: repository,
      extensionMode,
      extension: { packageJSON: manifest() },
      globalState: {
        get: (key: string, otherwise?: unknown) => memory.get(`global ${key}`) ?? otherwise,
        update: async (key: string, value: unknown) => void memory.set(`global ${key}`, value),
      },
      workspaceState: {
        get: (key: string, otherwise?: unknown) => memory.get(key) ?? otherwise,
        update: async (key: string, value: unknown) => void memory.set(key, value),
      },
    };
  }

  #api(): object {
    return {
      ...{ ...classes, commands: this.#registry(), window: this.#window(), workspace: this.#workspace() },
      comments: this.comments,
      extensions: { all: this.extensions },
      env: {
        ...{ language: 'en', uriScheme: 'vscode', uiKind: 1 },
        clipboard: { writeText: async (text: string) => void this.copied.push(text) },
      },
      l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, n) => String(values[n])) },
      languages: {
        createDiagnosticCollection: () => this.#collection(),
        registerCodeActionsProvider: (_: unknown, fixes: FakeFixes) => {
          this.fixes.push(fixes);
          return nothing;
        },
        registerHoverProvider: (_: unknown, hovers: FakeHovers) => {
          this.hovers.push(hovers);
          return nothing;
        },
      },
    };
  }

  #registry() {
    return {
      registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
        this.#commands.set(id, run);
        return { dispose: () => void this.#commands.delete(id) };
      },
      executeCommand: async (id: string, ...args: unknown[]) => {
        if (id === 'setContext') return void this.contexts.set(String(args[0]), args[1]);
        if (id.startsWith('vscode.')) this.executed.push([id, ...args]);
        return this.#commands.get(id)?.(...args);
      },
    };
  }

  #collection() {
    return {
      ...nothing,
      set: (entries: [FakeUri, readonly FakeDiagnostic[] | undefined][]) => {
        for (const [{ fsPath }, found] of entries) {
          this.sent.files += 1;
          this.sent.diagnostics += found?.length ?? 0;
          if (found === undefined) this.diagnostics.delete(fsPath);
          else this.diagnostics.set(fsPath, found);
        }
        const size = entries.reduce((sum, [, found]) => sum + (found?.length ?? 0), 0);
        this.sent.largest = Math.max(this.sent.largest, size);
      },
    };
  }

  #window() {
    const say = async (text: string) => {
      this.told.push(text);
      return this.pressed;
    };
    const line = (text: string) => void this.log.push(text);
    const channel = { ...nothing, info: line, debug: line, warn: line, error: line, trace: line, show() {} };
    const editor = this;
    return {
      ...events('onDidChangeActiveTextEditor', 'onDidOpenTerminal', 'onDidCloseTerminal', 'onDidChangeActiveTerminal'),
      ...events('onDidEndTerminalShellExecution', 'onDidChangeVisibleTextEditors'),
      ...{ onDidChangeWindowState: this.focus.event, state: { focused: true, active: true } },
      ...{
        terminals: [],
        visibleTextEditors: [],
        tabGroups: { all: [], close: async () => true, ...events('onDidChangeTabs') },
      },
      get activeTextEditor() {
        return editor.activeTextEditor;
      },
      showQuickPick: async (items: readonly { readonly label: string }[]) => this.choose(items),
      registerFileDecorationProvider: () => nothing,
      createTextEditorDecorationType: () => nothing,
      ...{ showInformationMessage: say, showWarningMessage: say, showErrorMessage: say },
      createInputBox: () => new FakeInputBox(this),
      showInputBox: async ({ title }: { title: string }) => {
        this.asked = title;
        return this.input;
      },
      showSaveDialog: async ({ defaultUri }: { defaultUri?: FakeUri }) => {
        this.suggested = defaultUri;
        return this.saveTo;
      },
      registerUriHandler: (uris: FakeEditor['uris']) => {
        this.uris = uris;
        return nothing;
      },
      registerTerminalLinkProvider: (links: FakeLinks) => {
        this.links.push(links);
        return nothing;
      },
      setStatusBarMessage: (text: string) => {
        this.told.push(text);
        return nothing;
      },
      createOutputChannel: () => {
        this.isLoaded = true;
        return channel;
      },
      createStatusBarItem: () => {
        const item: FakeStatusItem = {
          show: () => void this.statusItems.add(item),
          hide: () => void this.statusItems.delete(item),
          dispose: () => void this.statusItems.delete(item),
        };
        return item;
      },
      createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: Provider }) => {
        this.trees.set(id, new FakeTree(treeDataProvider));
        const view = { onDidChangeVisibility: new Signal().event, onDidChangeCheckboxState: new Signal().event };
        const states = { onDidExpandElement: new Signal().event, onDidCollapseElement: new Signal().event };
        return {
          ...{ ...nothing, ...view, ...states, reveal: async () => {} },
          get visible() {
            return !editor.collapsed.has(id);
          },
        };
      },
      withProgress: (options: { title?: string }, work: (...args: unknown[]) => unknown) => {
        this.progress.push(options.title ?? '');
        const token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
        return work({ report: ({ message = '' }) => this.progress.push(message) }, token);
      },
      showTextDocument: async (shown: FakeUri | { readonly uri: FakeUri }) => {
        this.activeTextEditor = openEditor('uri' in shown ? shown.uri : shown);
        return this.activeTextEditor;
      },
      ...{ registerWebviewPanelSerializer: () => nothing, registerTerminalProfileProvider: () => nothing },
      createTerminal: ({ shellArgs }: { readonly shellArgs: readonly string[] }) => {
        this.terminals.push(shellArgs);
        return { ...nothing, processId: Promise.resolve(1), show() {} };
      },
    };
  }

  #workspace() {
    const asFolder = (path: string) => ({ name: path, uri: Uri.file(path) });
    const editor = this;
    return {
      get isTrusted() {
        return editor.trusted;
      },
      ...events('onDidChangeWorkspaceFolders', 'onDidOpenTextDocument', 'onDidCloseTextDocument'),
      ...events('onDidChangeTextDocument', 'onDidSaveTextDocument', 'onDidChangeConfiguration'),
      onDidGrantWorkspaceTrust: this.trust.event,
      ...{ workspaceFolders: this.#folders.map(asFolder), textDocuments: [] },
      getConfiguration: () => ({ get: (id: string) => this.settings.get(id), inspect: () => undefined }),
      createFileSystemWatcher: () => ({
        ...{ ...nothing, ...events('onDidChange', 'onDidDelete') },
        onDidCreate: this.created.event,
      }),
      registerTextDocumentContentProvider: (scheme: string, content: never) => {
        this.contents.set(scheme, content);
        return nothing;
      },
      openTextDocument: async (uri: FakeUri) => this.documents.open(uri),
      applyEdit: async (edit: FakeWorkspaceEdit) => this.documents.apply(edit),
      registerFileSystemProvider: (scheme: string, files: FakeFiles) => {
        this.files.set(scheme, files);
        return nothing;
      },
    };
  }
}

/** Accepts the text that the test has prepared as soon as it is shown. */
class FakeInputBox {
  readonly #editor: FakeEditor;
  readonly #accepted = new Signal<void>();
  readonly #hidden = new Signal<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = new Signal<string>().event;
  value = '';
  title = '';

  constructor(editor: FakeEditor) {
    this.#editor = editor;
  }
  show(): void {
    this.#editor.asked = this.title;
    this.value = this.#editor.input;
    this.#accepted.fire();
  }
  hide(): void {
    this.#hidden.fire();
  }
  dispose(): void {}
}

/** With the texts in the place of their keys, as VS Code gives it to an extension. */
function manifest(): unknown {
  const read = (name: string) => readFileSync(join(repository, name), 'utf8');
  const texts: Record<string, string> = JSON.parse(read('package.nls.json'));
  return JSON.parse(read('package.json'), (_, value) =>
    typeof value === 'string' ? value.replace(/^%(.+)%$/, (all, key) => texts[key] ?? all) : value,
  );
}

const nothing = { dispose() {} };

function events(...names: string[]): Record<string, Signal<unknown>['event']> {
  return Object.fromEntries(names.map((name) => [name, new Signal<unknown>().event]));
}

function openEditor(uri: FakeUri) {
  const lines = readFileSync(uri.fsPath, 'utf8').split('\n');
  const document = { uri, lineCount: lines.length, validateRange: (range: unknown) => range };
  return { document, selection: new classes.Selection(0, 0, 0, 0), revealRange() {} };
}

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  contains({ line, character }: Position): boolean {
    return line === this.start.line && character >= this.start.character && character <= this.end.character;
  }
  constructor(...args: [Position, Position] | [number, number, number, number]) {
    const [a, b, c, d] = args;
    this.start = typeof a === 'object' ? a : new Position(a, b as number);
    this.end = typeof b === 'object' ? b : new Position(c as number, d as number);
  }
}

class Uri implements FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  constructor(path: string, scheme = 'file', query = '') {
    this.path = path;
    this.scheme = scheme;
    this.query = query;
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${this.path}${this.query === '' ? '' : `?${this.query}`}`;
  }
  /** The authority stays a part of the path. */
  static parse(text: string): Uri {
    const [, scheme = '', path = '', query = ''] = /^(\w+):([^?]*)\??(.*)$/.exec(text) ?? [];
    return new Uri(decodeURIComponent(path), scheme, decodeURIComponent(query));
  }
  static joinPath({ path, scheme }: Uri, name: string): Uri {
    return new Uri(`${path}/${name}`, scheme);
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static from({ path, scheme, query }: Omit<FakeUri, 'fsPath'>): Uri {
    return new Uri(path, scheme, query);
  }
}

const classes = {
  ExtensionMode: { Production: 1, Development: 2, Test: 3 },
  ...commentEnums,
  Position,
  Range,
  Uri,
  EventEmitter: Signal,
  FileSystemError: { FileNotFound: (uri: FakeUri) => new Error(`FileNotFound ${uri.path}`), Unavailable: Error },
  FileType: { File: 1 },
  Selection: class extends Range {
    get active(): Position {
      return this.end;
    }
  },
  Diagnostic: class {
    readonly range: unknown;
    readonly message: string;
    readonly severity: number;
    constructor(range: unknown, message: string, severity: number) {
      this.range = range;
      this.message = message;
      this.severity = severity;
    }
  },
  TreeItem: class {
    readonly label: unknown;
    readonly collapsibleState: number;
    constructor(label: unknown, collapsibleState = 0) {
      this.label = label;
      this.collapsibleState = collapsibleState;
    }
  },
  ThemeIcon: Object.assign(
    class {
      readonly id: string;
      readonly color: unknown;
      constructor(id: string, color?: unknown) {
        this.id = id;
        this.color = color;
      }
    },
    { File: { id: 'file' }, Folder: { id: 'folder' } },
  ),
  ThemeColor: class {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  },
  MarkdownString: class {
    value = '';
    appendMarkdown(text: string): this {
      this.value += text;
      return this;
    }
  },
  RelativePattern: class {},
  ...documentClasses,
  Location: class {
    readonly uri: unknown;
    readonly range: unknown;
    constructor(uri: unknown, range: unknown) {
      this.uri = uri;
      this.range = range;
    }
  },
  DiagnosticRelatedInformation: class {
    readonly location: unknown;
    readonly message: string;
    constructor(location: unknown, message: string) {
      this.location = location;
      this.message = message;
    }
  },
  CodeAction: class {
    readonly title: string;
    constructor(title: string) {
      this.title = title;
    }
  },
  Hover: class {
    readonly contents: unknown;
    constructor(contents: unknown) {
      this.contents = contents;
    }
  },
  TerminalLink: class {
    readonly startIndex: number;
    readonly length: number;
    constructor(startIndex: number, length: number) {
      this.startIndex = startIndex;
      this.length = length;
    }
  },
  UIKind: { Desktop: 1, Web: 2 },
  CodeActionKind: { QuickFix: {} },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
  ProgressLocation: { Window: 10, Notification: 15 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  TreeItemCheckboxState: { Unchecked: 0, Checked: 1 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ViewColumn: { Active: -1 },
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
};
