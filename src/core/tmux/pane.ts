// What tmux reports about sessions and panes: the one format that Party asks for, and how to read the answer.

import { isRole, type Role } from '../base/role.ts';
import { lineOptions } from './lineOptions.ts';

export interface Pane {
  /** `%12`: the only name of a pane that does not change with a split or a swap. */
  readonly id: string;
  readonly role: Role | undefined;
  readonly window: number;
  readonly index: number;
  readonly dead: boolean;
  readonly inMode: boolean;
  /** `synchronize-panes`: tmux sends typed text to every pane of the window. */
  readonly synchronized: boolean;
  readonly demo: boolean;
  /** The adapter that reads this agent's state; undefined for the shell and for panes that Party did not make. */
  readonly adapter: string | undefined;
  readonly pid: number;
  /** `/dev/pts/3`. */
  readonly tty: string;
  /** The foreground program, as tmux sees it. */
  readonly command: string;
  /** A person has started the pane's program, in the place of the one that Party started. */
  readonly byHand?: true;
  /** The program sets it, so it is text from outside. */
  readonly title: string;
}

export interface Session {
  readonly name: string;
  /** `@party_id`; undefined in a session that this version of Party did not make. */
  readonly id: string | undefined;
  /** `@party_project`: the key of the project it was started for. */
  readonly project: string | undefined;
  /** The user's title; may be empty. */
  readonly title: string;
  /** False during the start, and forever when the start was killed. */
  readonly ready: boolean;
  readonly attached: boolean;
  /** In milliseconds, with a precision of one second. */
  readonly createdAt: number;
  /** The working directory at the session's creation. */
  readonly path: string;
  /** What tmux's line says about the review. */
  readonly reviewOnLine?: string;
  readonly panes: readonly Pane[];
}

/** A pane that was found, with its session as it was then. */
export interface LocatedPane {
  readonly session: Session;
  readonly pane: Pane;
}

const separator = '\t';
const fields = [
  'session_name',
  '@party_id',
  '@party_project',
  '@party_title',
  '@party_ready',
  'session_attached',
  'session_created',
  'session_path',
  lineOptions.review,
  'pane_id',
  '@party_role',
  '@party_demo',
  '@party_adapter',
  'window_index',
  'pane_index',
  'pane_dead',
  'pane_in_mode',
  'pane_synchronized',
  'pane_pid',
  'pane_tty',
  'pane_current_command',
  'pane_title',
] as const;

/**
 * For `list-panes -a -F`. It never contains text from outside, because tmux executes `#(…)` in a format. tmux replaces
 * control characters in the values with blanks: otherwise a program could put a line break and the fields of a made-up
 * pane into its title.
 */
export const paneFormat = [
  ...fields.map((field) => `#{s/[\x01-\x1f\x7f]/ /:${field}}`),
  '#{m:env *,#{pane_start_command}}',
].join(separator);

export function parsePanes(output: string): Session[] {
  const sessions = new Map<string, Session & { panes: Pane[] }>();
  for (const line of output.split('\n')) {
    const values = line.split(separator);
    if (values.length !== fields.length + 1) continue;
    const value = (field: (typeof fields)[number]) => values[fields.indexOf(field)] ?? '';
    const name = value('session_name');
    const session = sessions.get(name) ?? {
      name,
      id: value('@party_id') || undefined,
      project: value('@party_project') || undefined,
      title: value('@party_title'),
      ready: value('@party_ready') === '1',
      attached: Number(value('session_attached')) > 0,
      createdAt: Number(value('session_created')) * 1000,
      path: value('session_path'),
      reviewOnLine: value(lineOptions.review),
      panes: [],
    };
    sessions.set(name, session);
    const role = value('@party_role');
    session.panes.push({
      id: value('pane_id'),
      role: isRole(role) ? role : undefined,
      window: Number(value('window_index')),
      index: Number(value('pane_index')),
      dead: value('pane_dead') === '1',
      inMode: value('pane_in_mode') !== '0',
      synchronized: value('pane_synchronized') === '1',
      demo: value('@party_demo') === '1',
      adapter: value('@party_adapter') || undefined,
      pid: Number(value('pane_pid')),
      tty: value('pane_tty'),
      command: value('pane_current_command'),
      title: value('pane_title'),
      // Party starts every program with `env`.
      ...(values.at(-1) === '0' && value('@party_adapter') !== '' ? { byHand: true as const } : {}),
    });
  }
  return [...sessions.values()];
}
