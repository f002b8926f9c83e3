// Restarts agents of a running party: a fresh process in the same pane, which continues the conversation. A process
// that is killed on the way leaves the agent ended in its pane, and the next restart goes on from there.

import { PartyError } from '../../core/base/errors.ts';
import { roles as allRoles, type Role } from '../../core/base/role.ts';
import { findSession, resolveRole } from '../../core/session/routing.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { type PaneIds, relaunchPane, replacementPane } from '../../core/tmux/tmuxCommands.ts';
import { endBackgroundClaude } from '../agents/backgroundClaude.ts';
import { openMailbox } from '../messages/mailbox.ts';
import { withMailboxLock } from '../messages/mailboxLock.ts';
import { settleMessages } from '../messages/settleMessages.ts';
import { projectDirectory, projectTop } from '../project/paths.ts';
import { stopIfAborted } from '../system/startInterrupted.ts';
import { arrangeAgain } from '../tmux/arrangePanes.ts';
import { createTmux } from '../tmux/tmux.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { endAgent, lingeringClaude } from './endAgent.ts';
import { type Making, withProcesses } from './makeParty.ts';
import { reclaimDirectory } from './restoreParty.ts';
import { linkRecord, recordSession } from './sessionRecord.ts';
import { withStartLock } from './startLock.ts';

export interface RestartRequest extends Making {
  /** The durable record of the running party. */
  readonly record: SessionRecord;
  /** The agents from now on, as the record keeps them. */
  readonly agents: NonNullable<SessionRecord['agents']>;
  /** Which roles to restart, given the party as it is under the lock. */
  choose(session: Session): readonly Role[];
}

export interface Restarted {
  readonly session: Session;
  readonly roles: readonly Role[];
}

export async function restartAgents(machine: TmuxMachine, request: RestartRequest): Promise<Restarted> {
  const { paths } = machine;
  const { record, signal } = request;
  const top = projectTop(record.cwd);
  const project = projectDirectory(paths, top);
  return withStartLock(project, signal, async () => {
    const session = await running(machine, record.id);
    const roles = request.choose(session);
    if (roles.length === 0) return { session, roles };
    // A person may have cleared the directory for temporary files.
    const { directory } = await reclaimDirectory(paths, record.id);
    await linkRecord(paths, top, record.id, directory);
    const launches = await request.launches({ name: session.name, stateDir: directory });
    for (const role of roles) {
      stopIfAborted(signal);
      await underPaneLock(directory, role, () =>
        restartRole(machine, request, { project, directory, role, launch: launches[role] }),
      );
    }
    return { session: await recordRestart(machine, request, top, roles), roles };
  });
}

/** Where a restart takes place, and what it starts. */
interface Place {
  readonly project: string;
  readonly directory: string;
  readonly role: Role;
  readonly launch: Awaited<ReturnType<Making['launches']>>[Role];
}

async function restartRole(
  machine: TmuxMachine,
  { record, env: paneEnv }: RestartRequest,
  { project, directory, role, launch }: Place,
): Promise<void> {
  const { env } = machine;
  const session = await running(machine, record.id);
  const pane = findRole(session, role);
  if (role !== 'shell') {
    if (pane !== undefined) await endAgent(env, pane);
    if (role === 'claude') await endOtherClaude(env, project, record.id);
    await settleMessages({ env, project, record, mailbox: openMailbox(directory), role });
  }
  // A new pane gets the PATH of the tmux client that asks for it, not of the session's environment (tmux 3.3a).
  const starter = createTmux({ ...env, ...(paneEnv['PATH'] === undefined ? {} : { PATH: paneEnv['PATH'] }) });
  const id =
    pane?.id ?? (await starter.call([replacementPane(role, paneIds(session), session.panes[0]?.id ?? '')])).trim();
  await starter.call(relaunchPane(id, launch, record.cwd));
  // A wrong arrangement is not a failure: the agent runs.
  if (pane === undefined) await arrangeAgain(machine.tmux, await running(machine, record.id)).catch(() => {});
}

async function running({ tmux }: Pick<TmuxMachine, 'tmux'>, id: string): Promise<Session> {
  const session = findSession(await tmux.sessions(), id);
  if (session?.ready) return session;
  throw new PartyError('NO_SESSION', `The party ${id} is not running`, { next: [{ act: 'restoreOne', id }] });
}

/** Undefined when the role has no pane any more. Two panes with the role are an error. */
function findRole(session: Session, role: Role): Pane | undefined {
  return session.panes.some((pane) => pane.role === role) ? resolveRole(session, role) : undefined;
}

function paneIds(session: Session): PaneIds {
  return Object.fromEntries(
    allRoles.flatMap((role) => {
      const pane = findRole(session, role);
      return pane === undefined ? [] : [[role, pane.id]];
    }),
  );
}

/** No message is typed into the pane meanwhile. */
function underPaneLock<T>(directory: string, role: Role, action: () => Promise<T>): Promise<T> {
  if (role === 'shell') return action();
  return withMailboxLock(directory, `to-${role}`, { what: `The pane of ${role}`, waitMs: 30_000 }, action);
}

/** The same conversation in Claude's background service, or in a process that is still ending. */
async function endOtherClaude(env: NodeJS.ProcessEnv, project: string, id: string): Promise<void> {
  const background = await endBackgroundClaude(env, project, id);
  const pid = background === undefined ? await lingeringClaude(env, project, id) : background.pid;
  if (pid === undefined || background?.ended) return;
  throw new PartyError(
    'REFUSED',
    `Claude's conversation is in use by process ${pid}, which does not end. End it with kill -9 ${pid} first`,
    { next: [{ act: 'restartAgent', role: 'claude' }] },
  );
}

async function recordRestart(
  machine: TmuxMachine,
  { record, agents }: RestartRequest,
  top: string,
  roles: readonly Role[],
): Promise<Session> {
  const session = await running(machine, record.id);
  const restartedAt = new Date().toISOString();
  const renewed = Object.entries(agents).map(([role, agent]) => {
    const isRestarted = roles.some((one) => one === role);
    const before = record.agents?.[role];
    return [role, isRestarted ? { ...agent, restartedAt } : (before ?? agent)] as const;
  });
  const now = { ...record, agents: Object.fromEntries(renewed) };
  await recordSession(machine.paths, top, withProcesses(now, session, roles));
  return session;
}
