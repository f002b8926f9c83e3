// The tmux commands that create a party, as argument arrays. One list of arrays is one tmux call.

import type { Role } from '../base/role.ts';
import { shellWord } from '../base/shellWord.ts';
import { layoutHooks } from './layouts.ts';
import { lineCommands } from './tmuxLine.ts';

export type TmuxCommand = readonly string[];

export const oldestTmux = '3.0';

export interface PaneLaunch {
  readonly role: Role;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly demo: boolean;
  readonly adapter: string | undefined;
}

export interface PartyLayout {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly title: string;
  readonly cwd: string;
  /** For every pane, including those that the user opens later. */
  readonly env: Readonly<Record<string, string>>;
  readonly codex: PaneLaunch;
  readonly claude: PaneLaunch;
  readonly shell: PaneLaunch;
}

export type PaneIds = Readonly<Partial<Record<Role, string>>>;

/** One tmux call. A call that makes a pane prints its id, which the next steps use. */
export interface StartStep {
  readonly makes?: Role;
  commands(panes: PaneIds): TmuxCommand[];
}

/**
 * First creates the panes with a placeholder program. Then, in panes of their final size and with the whole
 * environment, starts the real programs. Several calls keep each one well below tmux's limit of 16 KB. Only ids name
 * the panes, because a hook in the user's configuration (after-new-session, after-split-window) may select other panes
 * meanwhile.
 */
export function startSteps(layout: PartyLayout): StartStep[] {
  const target = exactSession(layout.name);
  return [
    { makes: 'codex', commands: () => newSession(layout, target) },
    ...environment(target, layout.env),
    { makes: 'claude', commands: ({ codex = '' }) => [['split-window', '-h', '-t', codex, ...made]] },
    { makes: 'shell', commands: ({ claude = '' }) => [['split-window', '-v', '-l', '12', '-t', claude, ...made]] },
    ...[layout.codex, layout.claude, layout.shell].map((pane) => ({
      commands: (panes: PaneIds) => launchPane(panes[pane.role] ?? '', pane, layout.cwd),
    })),
    {
      commands: ({ codex = '', claude = '', shell = '' }) => [
        ...layoutHooks({ target, panes: { codex, claude, shell } }),
        // The user starts in the author's pane.
        ['select-pane', '-t', claude],
        // A session without this option is left over from a killed start.
        sessionOption(target, '@party_ready', '1'),
      ],
    },
  ];
}

/** The user's own command for new panes, if there is one. */
export const askDefaultCommand: TmuxCommand = ['show-options', '-gqv', 'default-command'];

/** A pane that the user opens gets the PATH of the client that asks for it, and a login shell may reset it again. */
export function keepPath(name: string, resources: string): TmuxCommand {
  return sessionOption(exactSession(name), 'default-command', `exec sh ${shellWord(`${resources}/session/shell.sh`)}`);
}

function newSession({ name, cwd, id, project, title }: PartyLayout, target: string): TmuxCommand[] {
  const size = ['-x', '200', '-y', '50'];
  return [
    ['new-session', '-d', '-s', name, '-n', 'work', ...size, '-c', formatText(cwd), ...made],
    // The user's `destroy-unattached on` would end the session before a client attaches.
    sessionOption(target, 'destroy-unattached', 'off'),
    sessionOption(target, '@party_id', id),
    sessionOption(target, '@party_project', project),
    sessionOption(target, '@party_title', title),
    ...lineCommands(target, basename(cwd)),
    // In an editor's terminal the editor takes tmux's own keys (Ctrl-b), so panes need the mouse.
    sessionOption(target, 'mouse', 'on'),
  ];
}

function sessionOption(target: string, option: string, value: string): TmuxCommand {
  return ['set-option', '-t', target, option, value];
}

/** Longer than any start, but finite in case Party is killed before it replaces the placeholder. */
const placeholder = ['sleep', '600'];

/** A new pane prints its id and waits. */
const printed = ['-P', '-F', '#{pane_id}'];
const made = [...printed, ...placeholder];

/** A pane that was made for a killed restart has no role, and closes by itself. */
const brief = ['sleep', '30'];

/** `-t name` matches every session whose name begins with it, and `list-panes` needs the colon (tmux 3.3a). */
export function exactSession(name: string): string {
  return `=${name}:`;
}

/** tmux reads directories as formats, where `#(cmd)` runs cmd. A doubled `#` is a plain one. */
export function formatText(text: string): string {
  return text.replaceAll('#', '##');
}

/** Joins commands into one call. An unescaped `;` at the end of an argument would end the command there. */
export function chain(commands: readonly TmuxCommand[]): string[] {
  return commands.flatMap((command, index) => [
    ...(index === 0 ? [] : [';']),
    ...command.map((argument) => (argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument)),
  ]);
}

/** Starts the program in a pane that exists already, whatever ran in it before. */
export function relaunchPane(id: string, pane: PaneLaunch, cwd: string): TmuxCommand[] {
  const unset = ['@party_demo', '@party_adapter', 'remain-on-exit'].map((name) => [
    'set-option',
    '-p',
    '-u',
    '-t',
    id,
    name,
  ]);
  return [...unset, ...launchPane(id, pane, cwd)];
}

/** Makes a pane for a role that has none, at its place in the layout. `anchor` is any pane of the party. */
export function replacementPane(role: Role, { codex, claude, shell }: PaneIds, anchor: string): TmuxCommand {
  const split = (target: string, ...how: string[]) => [
    'split-window',
    '-d',
    ...how,
    '-t',
    target,
    ...printed,
    ...brief,
  ];
  // Codex has the whole left side; Claude is above the shell on the right.
  if (role === 'codex') return split(claude ?? shell ?? anchor, '-h', '-b', '-f');
  if (role === 'shell') return split(claude ?? codex ?? anchor, '-v', '-l', '12');
  return shell === undefined ? split(codex ?? anchor, '-h') : split(shell, '-v', '-b');
}

function launchPane(id: string, pane: PaneLaunch, cwd: string): TmuxCommand[] {
  const set = (option: string, value: string) => ['set-option', '-p', '-t', id, option, value];
  return [
    set('@party_role', pane.role),
    ...(pane.demo ? [set('@party_demo', '1')] : []),
    // The pane of an ended agent stays, so that the user can read its last output and no other pane takes its place.
    ...(pane.adapter === undefined ? [] : [set('@party_adapter', pane.adapter), set('remain-on-exit', 'on')]),
    ['respawn-pane', '-k', '-t', id, '-c', formatText(cwd), ...command(pane)],
  ];
}

/** Set for the session, so that panes that the user opens later have it too. PATH is long and gets its own call. */
function environment(target: string, env: PartyLayout['env']): StartStep[] {
  const { PATH: path, ...others } = env;
  const set = (key: string, value: string) => ['set-environment', '-t', target, key, value];
  const removed = agentMarks.map((name) => ['set-environment', '-t', target, '-r', name]);
  return [
    { commands: () => [...Object.entries(others).map(([key, value]) => set(key, value)), ...removed] },
    ...(path === undefined ? [] : [{ commands: () => [set('PATH', path)] }]),
  ];
}

/**
 * With more than one word tmux runs the program directly, without a shell; `env` then replaces itself with the program.
 */
function command({ argv, env = {} }: PaneLaunch): string[] {
  return ['env', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...argv];
}

/**
 * Variables that an agent sets for its child processes. A tmux server started by an agent passes them to every pane,
 * where they would make a new Claude believe it is nested, and the user's shell look like an agent's.
 */
const agentMarks = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_THREAD_ID',
  'ELECTRON_RUN_AS_NODE',
];

/** The last part of a path; of the root, the root. */
function basename(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}
