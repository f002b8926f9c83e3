// The tmux commands that make a party, as argument arrays. One list of arrays is one call of tmux.

import type { Role } from './role.ts';

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

/** Each element is one call, so that no call comes near the 16 KB that tmux takes. */
export function startCalls(layout: PartyLayout): TmuxCommand[][] {
  const target = exactSession(layout.name);
  const cwd = formatText(layout.cwd);
  const environment = Object.entries(layout.env).map(([key, value]) => ['set-environment', '-t', target, key, value]);
  return [
    [
      [
        'new-session',
        '-d',
        '-s',
        layout.name,
        '-n',
        'work',
        '-x',
        '200',
        '-y',
        '50',
        '-c',
        cwd,
        ...command(layout, layout.codex),
      ],
      ['set-option', '-t', target, '@party_id', layout.id],
      ['set-option', '-t', target, '@party_project', layout.project],
      ['set-option', '-t', target, '@party_title', layout.title],
      ...markPane(target, layout.codex),
      ...borderLabels(target),
      ...sessionComfort(target),
    ],
    environment,
    [
      ['split-window', '-h', '-t', target, '-c', cwd, ...command(layout, layout.claude)],
      ...markPane(target, layout.claude),
    ],
    [
      ['split-window', '-v', '-l', '12', '-t', target, '-c', cwd, ...command(layout, layout.shell)],
      ...markPane(target, layout.shell),
      // The author's pane is where the human starts.
      ['select-pane', '-t', target, '-U'],
    ],
  ];
}

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

/** The split has just made this pane the active one of the session's only window. */
function markPane(target: string, pane: PaneLaunch): TmuxCommand[] {
  const set = (option: string, value: string) => ['set-option', '-p', '-t', target, option, value];
  return [
    set('@party_role', pane.role),
    ...(pane.demo ? [set('@party_demo', '1')] : []),
    // The pane of an agent that ended stays, so that its last words can be read and nothing slides into its place.
    ...(pane.adapter === undefined ? [] : [set('@party_adapter', pane.adapter), set('remain-on-exit', 'on')]),
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

/** With more than one word tmux runs the program itself, without a shell; `env` becomes the program it starts. */
function command(layout: PartyLayout, pane: PaneLaunch): string[] {
  const unset = agentMarks.flatMap((name) => ['-u', name]);
  const set = Object.entries({ ...layout.env, ...pane.env }).map(([key, value]) => `${key}=${value}`);
  return ['env', ...unset, ...set, ...pane.argv];
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
