// Finds the tmux window of a team by an option that holds the team's id. A window's number changes when other windows
// move, and after a restart of the tmux server its window id can belong to another window.

import { PartyError } from '../../core/base/errors.ts';
import type { Team } from '../../core/tasks/task.ts';
import { attachedSessions, discover, isInsideServer } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';

export interface TeamWindow {
  /** The session id, such as `$1`, which cannot be confused with a name. */
  readonly session: string;
  readonly sessionName: string;
  readonly window: string;
  readonly name: string;
}

/** The window that we run in; null outside the tmux server. */
export async function ownWindow(machine: TmuxMachine): Promise<string | null> {
  const pane = machine.env['TMUX_PANE'];
  if (!pane || !(await isInsideServer(machine).catch(() => false))) return null;
  const window = (await machine.tmux.call([['display-message', '-p', '-t', pane, '#{window_id}']])).trim();
  return /^@\d+$/.test(window) ? window : null;
}

export async function markWindow({ tmux }: Pick<TmuxMachine, 'tmux'>, window: string, team: string): Promise<void> {
  await tmux.call([['set-option', '-w', '-t', window, '@party_team', team]]);
}

/** The marked window, else the window whose number tmux-team has recorded, else the window of the project's party. */
export async function findWindow(machine: TmuxMachine, team: Team): Promise<TeamWindow> {
  const windows = await listWindows(machine);
  const inside = await isInsideServer(machine);
  const ownPane = inside ? machine.env['TMUX_PANE'] : undefined;
  const own = windows.find(({ panes }) => ownPane !== undefined && panes.includes(ownPane))?.session;
  const marked = windows.filter((one) => one.team === team.id);
  const numbered = windows.filter((one) => one.session === own && String(one.index) === team.windowId);
  const party = marked.length + numbered.length === 0 ? await partyWindow(machine, windows) : [];
  const candidates = [...marked, ...numbered, ...party];
  // A window can be linked into several sessions. Prefer our own session, then a session with an attached client.
  const found =
    candidates.find(({ session }) => session === own) ?? candidates.find(({ attached }) => attached) ?? candidates[0];
  if (found !== undefined) return found;
  throw new PartyError(
    'PANE_NOT_FOUND',
    `The window of ${team.name} does not exist, and no party is running for this project`,
    { next: [{ act: 'start' }] },
  );
}

/** Selects the window for the clients of its session. Inside tmux, also switches our own client to it. */
export async function showWindow(machine: TmuxMachine, { session, window }: TeamWindow): Promise<boolean> {
  const target = `${session}:${window}`;
  await machine.tmux.call([['select-window', '-t', target]]);
  if (!(await isInsideServer(machine))) return false;
  // Without a client there is nothing to switch.
  const looked = await attachedSessions(machine.tmux);
  if (looked.size > 0) await machine.tmux.call([['switch-client', '-t', target]]);
  return true;
}

interface ListedWindow extends TeamWindow {
  readonly index: number;
  readonly attached: boolean;
  readonly team: string;
  readonly panes: readonly string[];
}

const fields = ['session_id', 'window_id', 'window_index', 'session_attached', '@party_team', 'pane_id'] as const;
const texts = ['session_name', 'window_name'] as const;
const format = [...fields, ...texts].map((field) => `#{s/[\x01-\x1f\x7f]/ /:${field}}`).join('\t');

async function listWindows({ tmux }: Pick<TmuxMachine, 'tmux'>): Promise<ListedWindow[]> {
  // Call this first, because it can tell "no server" from "no answer".
  if ((await tmux.sessions()).length === 0) return [];
  const windows = new Map<string, ListedWindow & { panes: string[] }>();
  for (const line of (await tmux.call([['list-panes', '-a', '-F', format]])).split('\n')) {
    const [session, window, index, attached, team = '', pane = '', sessionName = '', name = ''] = line.split('\t');
    if (session === undefined || window === undefined) continue;
    const key = `${session}:${window}`;
    const known = windows.get(key) ?? {
      session,
      window,
      sessionName,
      name,
      team,
      panes: [],
      index: Number(index),
      attached: Number(attached) > 0,
    };
    known.panes.push(pane);
    windows.set(key, known);
  }
  return [...windows.values()];
}

async function partyWindow(machine: TmuxMachine, windows: readonly ListedWindow[]): Promise<ListedWindow[]> {
  const session = await discover(machine).catch((error: unknown) => {
    if (error instanceof PartyError && error.code === 'NO_SESSION') return undefined;
    throw error;
  });
  const pane = session?.panes.find(({ role }) => role !== undefined)?.id;
  return windows.filter(({ panes, sessionName }) => {
    return pane !== undefined && panes.includes(pane) && sessionName === session?.name;
  });
}
