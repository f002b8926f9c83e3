// An editor without a window, for tests and benches of the built extension: a module `vscode` that keeps what the
// extension gives it, and counts it.

import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { repository } from '../sandbox.ts';
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
  readonly code: unknown;
  readonly message: string;
}

interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

export class FakeEditor {
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>();
  readonly trees = new Map<string, FakeTree>();
  /** By the path of the file. */
  readonly diagnostics = new Map<string, readonly FakeDiagnostic[]>();
  /** What was sent to the editor so far. */
  readonly sent = { diagnostics: 0, files: 0, largest: 0 };
  readonly contexts = new Map<string, unknown>();
  readonly told: string[] = [];
  readonly log: string[] = [];
  readonly progress: string[] = [];
  readonly #subscriptions: { dispose(): unknown }[] = [];
  readonly focus = new Signal<{ focused: boolean }>();
  activeTextEditor: { document: unknown; selection: unknown } | undefined;
  readonly #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Loads the built extension in this process, as VS Code does; returns what `activate` returns. */
  activate<Api>(env: NodeJS.ProcessEnv): Api {
    const api = this.#api();
    const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
    const load = loader._load;
    loader._load = function (request, ...rest) {
      return request === 'vscode' ? api : load.call(this, request, ...rest);
    };
    const own = process.env;
    // The extension takes the environment of its host when it is activated.
    process.env = env;
    try {
      const bundle = join(repository, 'dist/extension.cjs');
      const require = createRequire(import.meta.url);
      delete require.cache[bundle];
      const { activate } = require(bundle);
      return activate(this.#context()) as Api;
    } finally {
      process.env = own;
      loader._load = load;
    }
  }

  async run(command: string, ...args: unknown[]): Promise<unknown> {
    const known = this.#commands.get(command);
    if (known === undefined) throw new Error(`No command ${command}`);
    return await known(...args);
  }

  dispose(): void {
    for (const one of this.#subscriptions.reverse()) one.dispose();
  }

  #context() {
    const memory = new Map<string, unknown>();
    return {
      subscriptions: this.#subscriptions,
      extensionPath: repository,
      extension: { packageJSON: JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) },
      workspaceState: {
        get: (key: string) => memory.get(key),
        update: async (key: string, value: unknown) => void memory.set(key, value),
      },
    };
  }

  #api(): object {
    return {
      ...{ ...classes, commands: this.#registry(), window: this.#window(), workspace: this.#workspace() },
      comments: { createCommentController: () => nothing },
      env: { language: 'en', clipboard: { writeText: async () => {} } },
      l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, n) => String(values[n])) },
      languages: {
        createDiagnosticCollection: () => this.#collection(),
        registerCodeActionsProvider: () => nothing,
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
    const say = async (text: string) => void this.told.push(text);
    const line = (text: string) => void this.log.push(text);
    const channel = { ...nothing, info: line, debug: line, warn: line, error: line, trace: line, show() {} };
    const editor = this;
    return {
      ...events('onDidChangeActiveTextEditor', 'onDidOpenTerminal', 'onDidCloseTerminal'),
      ...events('onDidEndTerminalShellExecution', 'onDidChangeVisibleTextEditors'),
      ...{ onDidChangeWindowState: this.focus.event, state: { focused: true, active: true }, terminals: [] },
      get activeTextEditor() {
        return editor.activeTextEditor;
      },
      ...{ showInformationMessage: say, showWarningMessage: say, showErrorMessage: say },
      setStatusBarMessage: (text: string) => {
        this.told.push(text);
        return nothing;
      },
      createOutputChannel: () => channel,
      createStatusBarItem: () => ({ show() {}, hide() {}, ...nothing }),
      createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: Provider }) => {
        this.trees.set(id, new FakeTree(treeDataProvider));
        const view = { onDidChangeVisibility: new Signal().event, onDidChangeCheckboxState: new Signal().event };
        const states = { onDidExpandElement: new Signal().event, onDidCollapseElement: new Signal().event };
        return { ...nothing, ...view, ...states, visible: true, reveal: async () => {} };
      },
      withProgress: (options: { title?: string }, work: (...args: unknown[]) => unknown) => {
        this.progress.push(options.title ?? '');
        return work({ report() {} }, { onCancellationRequested: () => nothing });
      },
      showTextDocument: async (uri: FakeUri) => {
        this.activeTextEditor = openEditor(uri);
        return this.activeTextEditor;
      },
      ...{ registerWebviewPanelSerializer: () => nothing, registerTerminalProfileProvider: () => nothing },
      createTerminal: () => ({ ...nothing, show() {} }),
    };
  }

  #workspace() {
    const asFolder = (path: string) => ({ name: path, uri: Uri.file(path) });
    return {
      ...events('onDidChangeWorkspaceFolders', 'onDidOpenTextDocument', 'onDidCloseTextDocument'),
      ...events('onDidChangeTextDocument', 'onDidSaveTextDocument', 'onDidGrantWorkspaceTrust'),
      ...events('onDidChangeConfiguration'),
      ...{ workspaceFolders: this.#folders.map(asFolder), isTrusted: true, textDocuments: [] },
      getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
      createFileSystemWatcher: () => ({ ...nothing, ...events('onDidChange', 'onDidCreate', 'onDidDelete') }),
      registerTextDocumentContentProvider: () => nothing,
      registerFileSystemProvider: () => nothing,
    };
  }
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
  constructor(...args: [Position, Position] | [number, number, number, number]) {
    const [a, b, c, d] = args;
    this.start = a instanceof Position ? a : new Position(a, b as number);
    this.end = b instanceof Position ? b : new Position(c as number, d as number);
  }
}

class Uri implements FakeUri {
  readonly scheme = 'file';
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  get fsPath(): string {
    return this.path;
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
}

const classes = {
  Position,
  Range,
  Uri,
  EventEmitter: Signal,
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
