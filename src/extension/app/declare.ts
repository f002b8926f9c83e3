// How a room declares its contributions to VS Code: its commands with their menus, its views, settings and texts. The
// build reads the declarations (`manifest.ts`) and writes them into package.json and package.nls.json. Nothing here may
// import vscode, which exists only while the extension runs.

import type { Status } from '../../core/status/status.ts';
import type { CollabMark } from '../collab/collabRows.ts';
import type { Grouping } from '../findings/findingsRows.ts';
import type { FindingsSituation } from '../findings/findingsTree.ts';
import type { TasksSituation } from '../tasks/tasksTree.ts';
import { contextKeys, type Room, type rows, type settings, viewId } from './contributions.ts';
import type { PackageManager, Situation, WalkthroughStep } from './snapshot.ts';

export interface RoomDeclaration<Name extends string = string> {
  readonly commands: Readonly<Record<Name, CommandDeclaration>>;
  readonly views?: Partial<Readonly<Record<Room, ViewDeclaration>>>;
  readonly settings?: Partial<Readonly<Record<keyof typeof settings, SettingDeclaration>>>;
  /** Defaults of VS Code's own settings that this room changes, by id. The user's value counts before them. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Languages of documents that Party itself opens, by id: their name, and the file of their grammar. */
  readonly languages?: Readonly<Record<string, LanguageDeclaration>>;
  /** Title and icon, by id. */
  readonly terminalProfiles?: Readonly<Record<string, { readonly title: string; readonly icon: string }>>;
  /** The name of each provider of MCP servers, by id. */
  readonly mcpProviders?: Readonly<Record<string, string>>;
  /** Keys for commands of VS Code itself. */
  readonly keys?: readonly KeyDeclaration[];
  readonly walkthroughs?: Readonly<Record<string, WalkthroughDeclaration>>;
  /** Texts that package.json refers to outside `contributes`, by key. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** The names of the commands that a room declares. */
export type CommandNamesOf<Room> = Room extends RoomDeclaration<infer Name> ? Name : never;

export interface CommandDeclaration {
  readonly title: string;
  /** The name of a codicon. */
  readonly icon?: string;
  /** When the command can run; VS Code grays it out otherwise. */
  readonly enablement?: string;
  /** When the palette shows it; always if undefined. */
  readonly palette?: string;
  readonly menus?: readonly MenuDeclaration[];
  readonly key?: { readonly key: string; readonly mac: string; readonly when: string };
}

export interface KeyDeclaration {
  readonly command: string;
  readonly args: Readonly<Record<string, string>>;
  readonly key: string;
  readonly when: string;
}

export interface MenuDeclaration {
  readonly menu:
    | 'view/title'
    | 'view/item/context'
    | 'editor/context'
    | 'editor/title'
    | 'editor/title/context'
    | 'explorer/context'
    | 'comments/commentThread/title'
    | 'comments/commentThread/context';
  readonly when: string;
  readonly group: string;
}

export interface ViewDeclaration {
  readonly name: string;
  readonly visibility?: 'collapsed';
  /** What the view says while it is empty, by the key of the text. VS Code shows them in this order. */
  readonly welcome: Readonly<Record<string, { readonly when: string; readonly text: Lines }>>;
}

export interface SettingDeclaration {
  /** The position in the settings editor. */
  readonly order: number;
  readonly scope: 'window' | 'machine';
  readonly default: string | boolean;
  readonly text: string;
  /** What each value means, for a setting with a fixed set of values. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface LanguageDeclaration {
  readonly title: string;
  readonly scope: string;
  readonly grammar: string;
}

export interface WalkthroughDeclaration {
  readonly title: string;
  readonly description: string;
  readonly steps: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly description: Lines;
        readonly image: string;
        readonly alt: string;
        /** The events after which VS Code marks the step as done. */
        readonly doneOn: readonly string[];
      }
    >
  >;
}

/** One string per line of the text. */
type Lines = readonly string[];

/** The `contextValue` of the rows in the views. */
type RowName = (typeof rows)[keyof typeof rows];

/** The values that each context key can have. */
interface KeyWords {
  readonly situation: Situation;
  readonly restorable: 'yes' | 'no';
  readonly demo: 'yes' | 'no';
  readonly asking: 'yes' | 'no';
  readonly several: 'yes' | 'no';
  readonly terminal: 'active' | 'none';
  readonly step: WalkthroughStep | 'none';
  readonly packageManager: PackageManager;
  readonly plan: Status['plan']['kind'];
  readonly collab: CollabMark;
  readonly findings: FindingsSituation;
  readonly findingsGrouping: Grouping;
  readonly findingsFilter: 'on' | 'off';
  readonly findingsShown: 'all' | 'blocking';
  readonly tasks: TasksSituation;
  readonly tasksDone: 'shown' | 'hidden';
  readonly tasksStorage: 'github' | 'fs';
}
type Key = keyof typeof contextKeys & keyof KeyWords;

/** Checks the form, and keeps the names of the commands in the type. */
export function declareRoom<Name extends string>(room: RoomDeclaration<Name>): RoomDeclaration<Name> {
  return room;
}

/** For a command that only makes sense in a menu or a link. */
export const hidden = 'false';

export const trusted = 'isWorkspaceTrusted';
/** A folder is open, and the user trusts it. */
export const inFolder = all('workspaceFolderCount != 0', trusted);
/** A party runs. */
export const inParty = all(is('situation', 'live'), trusted);

/** A window without a folder may not have set its context keys yet. */
export const noFolder = (key: 'situation' | 'findings' | 'tasks') =>
  `workspaceFolderCount == 0 || ${is(key, 'noFolder')}`;
export const untrusted = all('workspaceFolderCount != 0', `!${trusted}`);

export function all(...conditions: readonly string[]): string {
  return conditions.join(' && ');
}

/** The key has one of these values. */
export function is<K extends Key>(key: K, ...words: readonly KeyWords[K][]): string {
  return words.length === 1
    ? `${contextKeys[key]} == '${words[0]}'`
    : `${contextKeys[key]} =~ /^(${words.join('|')})$/`;
}

export function isNot<K extends Key>(key: K, word: KeyWords[K]): string {
  return `${contextKeys[key]} != '${word}'`;
}

/** In at least one folder of the window, collab is in one of these states. */
export function anyCollab(...marks: readonly CollabMark[]): string {
  return `${contextKeys.collab} =~ /${marks.join('|')}/`;
}

/** The two menus of a view: the one of its title, and the one of its rows. */
export function menusOf(view: Room) {
  const inView = `view == ${viewId(view)}`;
  return {
    onTitle: (group: string, ...conditions: readonly string[]): MenuDeclaration => ({
      menu: 'view/title',
      when: all(inView, ...conditions),
      group,
    }),
    onRow: (group: string, ...names: readonly RowName[]): MenuDeclaration => ({
      menu: 'view/item/context',
      when: all(inView, isRow(names)),
      group,
    }),
  };
}

/** The names of rows of one kind, such as `messageTyped` and `messageFailed`, share their first word. */
function isRow(names: readonly RowName[]): string {
  const [first = ''] = names;
  if (names.length === 1) return `viewItem == ${first}`;
  const kind = /^[a-z]+/.exec(first)?.[0] ?? '';
  if (names.some((name) => !name.startsWith(kind))) throw new Error(`Rows of several kinds: ${names.join(', ')}`);
  return `viewItem =~ /^${kind}(${names.map((name) => name.slice(kind.length)).join('|')})$/`;
}
