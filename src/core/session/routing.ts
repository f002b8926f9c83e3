// Finds the session that a command means, and the pane that plays a role in it. This file never guesses: an uncertain
// case is a named error, because a message in the wrong pane is worse than one that is not sent.

import { PartyError } from '../base/errors.ts';
import { author, isRole, type Role, reviewer, roleLabels, roles } from '../base/role.ts';
import { sessionId, sessionName, sessionPrefix } from '../project/ids.ts';
import type { Pane, Session } from '../tmux/pane.ts';

export interface Whereabouts {
  /** An id or name from the caller, or else `$PARTY_SESSION`. */
  readonly named: string | undefined;
  /** The pane of this process, when it belongs to the tmux server that Party asks. */
  readonly ownPane: string | undefined;
  /** Key of the current project. */
  readonly project: string;
  /** Project key of a directory, for sessions without `@party_project`. */
  readonly projectOf: (path: string) => string;
  /** Whether the session of this name has a state directory. */
  readonly hasState: (name: string) => boolean;
}

/**
 * Drops the sessions that `tmux new-session -t` makes: they show the windows of another session, so they are not second
 * parties.
 */
export function withoutMirrors(sessions: readonly Session[]): Session[] {
  const owned = new Set(
    sessions.filter(({ id }) => id !== undefined).flatMap(({ panes }) => panes.map((pane) => pane.id)),
  );
  return sessions.filter(({ id, panes }) => id !== undefined || !panes.some((pane) => owned.has(pane.id)));
}

/** A name that begins with `party-` is not enough, since the user may choose such a name for another session. */
export function isParty(session: Session, hasState: (name: string) => boolean): boolean {
  return (
    session.id !== undefined ||
    (session.name.startsWith(sessionPrefix) &&
      (session.panes.some((pane) => pane.role !== undefined) || hasState(session.name)))
  );
}

export function findSession(sessions: readonly Session[], idOrName: string): Session | undefined {
  const name = sessionName(idOrName);
  // The id stays the same when the user renames the session.
  return (
    sessions.find((session) => session.name === name) ?? sessions.find((session) => session.id === sessionId(idOrName))
  );
}

export function projectParties(sessions: readonly Session[], where: Whereabouts): Session[] {
  return withoutMirrors(sessions).filter(
    (session) =>
      isParty(session, where.hasState) && (session.project ?? where.projectOf(session.path)) === where.project,
  );
}

export function discoverSession(sessions: readonly Session[], where: Whereabouts): Session {
  if (where.named !== undefined) {
    const session = findSession(sessions, where.named);
    if (session) return session;
    const live = sessions.filter((candidate) => isParty(candidate, where.hasState));
    throw noSession(`No live session ${sessionName(where.named)}`, live);
  }
  const own = withoutMirrors(sessions).find((session) => session.panes.some((pane) => pane.id === where.ownPane));
  // Here the name is enough: a user who works inside that session means it.
  if (own && (own.id !== undefined || own.name.startsWith(sessionPrefix))) return own;
  const [first, ...others] = projectParties(sessions, where);
  if (first === undefined) throw noSession('No party is running for this project', []);
  if (others.length > 0) {
    const names = [first, ...others].map((session) => session.name).join(', ');
    throw new PartyError(
      'SESSION_AMBIGUOUS',
      `Several parties are running for this project: ${names}. Name one, or set PARTY_SESSION`,
    );
  }
  return first;
}

export function resolveRole(session: Session, role: Role): Pane {
  const [pane, ...others] = session.panes.filter((candidate) => candidate.role === role);
  if (pane && others.length === 0) return pane;
  if (pane) {
    const ids = [pane, ...others].map((candidate) => candidate.id).join(', ');
    throw new PartyError(
      'ROLE_AMBIGUOUS',
      `${session.name} has several panes with the role ${role}: ${ids}. Clear one with: tmux set-option -p -u -t PANE @party_role`,
    );
  }
  if (session.panes.some((candidate) => candidate.role !== undefined)) throw roleNotFound(session, role);
  return resolveLegacyRole(session, role);
}

/** For `check` and `talk`, whose arguments name a role. */
export function parseRole(text: string): Role {
  if (isRole(text)) return text;
  throw new PartyError('ROLE_NOT_FOUND', `There is no role ${text}; the roles are ${roles.join(', ')}`);
}

/** Parties from before roles existed: two panes side by side, Claude first. */
function resolveLegacyRole(session: Session, role: Role): Pane {
  const panes = session.panes.toSorted((a, b) => a.index - b.index);
  const [claude, codex] = panes;
  const oneWindow = new Set(panes.map((pane) => pane.window)).size === 1;
  if (panes.length !== 2 || !oneWindow || !claude || !codex) {
    throw new PartyError(
      'ROUTING_UNRESOLVED',
      `${session.name} has ${panes.length} panes and none has a role. Give them one with: tmux set-option -p -t PANE @party_role claude`,
    );
  }
  if (role === author) return claude;
  if (role === reviewer) return codex;
  throw roleNotFound(session, role);
}

function roleNotFound(session: Session, role: Role): PartyError {
  const problem = `${roleLabels[role]} is not running: no pane of ${session.name} has the role ${role}`;
  return new PartyError('ROLE_NOT_FOUND', problem, { next: [{ act: 'restartAgent', role }, { act: 'showStatus' }] });
}

function noSession(what: string, live: readonly Session[]): PartyError {
  const others = live.length === 0 ? '' : ` (running: ${live.map((session) => session.name).join(', ')})`;
  return new PartyError('NO_SESSION', `${what}${others}`, { next: [{ act: 'start' }] });
}
