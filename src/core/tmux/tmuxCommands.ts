// The tmux commands that make a party, as argument arrays. One list of arrays is one call of tmux.

import type { Role } from '../base/role.ts';

export type TmuxCommand = readonly string[];

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
  /** For every pane, also for those that the user opens later. */
  readonly env: Readonly<Record<string, string>>;
  readonly codex: PaneLaunch;
  readonly claude: PaneLaunch;
  readonly shell: PaneLaunch;
}

export type PaneIds = Readonly<Partial<Record<Role, string>>>;

/** One call of tmux. One that makes a pane prints its id, by which the next steps name it. */
export interface StartStep {
  readonly makes?: Role;
  commands(panes: PaneIds): TmuxCommand[];
}

/**
 * First the panes with a program that does nothing, then, in panes of their final size and with the whole environment,
 * what they are for. Several calls, so that none comes near the 16 KB that tmux takes. Panes are named by their ids only:
 * a hook in the user's configuration (after-new-session, after-split-window) may select others meanwhile.
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
      commands: ({ claude = '' }) => [
        // The author's pane is where the human starts.
        ['select-pane', '-t', claude],
        // A session without it is what a killed start has left.
        sessionOption(target, '@party_ready', '1'),
      ],
    },
  ];
}

function newSession({ name, cwd, id, project, title }: PartyLayout, target: string): TmuxCommand[] {
  const size = ['-x', '200', '-y', '50'];
  return [
    ['new-session', '-d', '-s', name, '-n', 'work', ...size, '-c', formatText(cwd), ...made],
    // A user's `destroy-unattached on` would end the session before anybody can attach.
    sessionOption(target, 'destroy-unattached', 'off'),
    sessionOption(target, '@party_id', id),
    sessionOption(target, '@party_project', project),
    sessionOption(target, '@party_title', title),
    ...borderLabels(target),
    ...sessionComfort(target),
  ];
}

function sessionOption(target: string, option: string, value: string): TmuxCommand {
  return ['set-option', '-t', target, option, value];
}

/** Longer than any start, and not for ever, should we be killed before it is replaced. */
const placeholder = ['sleep', '600'];

/** A new pane says its id, and waits. */
const made = ['-P', '-F', '#{pane_id}', ...placeholder];

/** `-t name` also matches every session that begins with it, and `list-panes` needs the colon (tmux 3.3a). */
export function exactSession(name: string): string {
  return `=${name}:`;
}

/** In a format `#(cmd)` runs cmd, and tmux takes directories for formats: the doubled `#` is a plain one. */
export function formatText(text: string): string {
  return text.replaceAll('#', '##');
}

/** Joins commands for one call. A trailing `;` of an argument would end the command there. */
export function chain(commands: readonly TmuxCommand[]): string[] {
  return commands.flatMap((command, index) => [
    ...(index === 0 ? [] : [';']),
    ...command.map((argument) => (argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument)),
  ]);
}

function launchPane(id: string, pane: PaneLaunch, cwd: string): TmuxCommand[] {
  const set = (option: string, value: string) => ['set-option', '-p', '-t', id, option, value];
  return [
    set('@party_role', pane.role),
    ...(pane.demo ? [set('@party_demo', '1')] : []),
    // The pane of an agent that ended stays, so that its last words can be read and nothing slides into its place.
    ...(pane.adapter === undefined ? [] : [set('@party_adapter', pane.adapter), set('remain-on-exit', 'on')]),
    ['respawn-pane', '-k', '-t', id, '-c', formatText(cwd), ...command(pane)],
  ];
}

function borderLabels(target: string): TmuxCommand[] {
  const label = '#{?#{@party_role}, #{@party_role}#{?#{@party_demo}, · demo,} ,}';
  return [
    ['set-option', '-w', '-t', target, 'pane-border-status', 'top'],
    ['set-option', '-w', '-t', target, 'pane-border-format', label],
  ];
}

/** For this session alone. In an editor's terminal tmux's own keys (Ctrl-b) belong to the editor, so panes need the mouse. */
function sessionComfort(target: string): TmuxCommand[] {
  return [
    ['set-option', '-t', target, 'mouse', 'on'],
    ['set-option', '-t', target, 'status-left-length', '40'],
  ];
}

/** Of the session, so that it holds for the panes that the user opens later, too. PATH is long and has a call of its own. */
function environment(target: string, env: PartyLayout['env']): StartStep[] {
  const { PATH: path, ...others } = env;
  const set = (key: string, value: string) => ['set-environment', '-t', target, key, value];
  const removed = agentMarks.map((name) => ['set-environment', '-t', target, '-r', name]);
  return [
    { commands: () => [...Object.entries(others).map(([key, value]) => set(key, value)), ...removed] },
    ...(path === undefined ? [] : [{ commands: () => [set('PATH', path)] }]),
  ];
}

/** With more than one word tmux runs the program itself, without a shell; `env` becomes the program it starts. */
function command({ argv, env = {} }: PaneLaunch): string[] {
  return ['env', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...argv];
}

/**
 * What an agent leaves in the environment of its children. A tmux server that was started from there hands it to every
 * pane, where it would make a new Claude believe that it is nested, and the human's shell look like an agent's.
 */
const agentMarks = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_THREAD_ID',
  'ELECTRON_RUN_AS_NODE',
];
