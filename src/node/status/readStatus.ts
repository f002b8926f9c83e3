// Reads the current status of a project from tmux, files and git.

import type { AgentStatus } from '../../core/agents/agent.ts';
import type { AgentLimit } from '../../core/agents/limits/limit.ts';
import { isPartyError } from '../../core/base/errors.ts';
import { type Role, roles } from '../../core/base/role.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { type MessageStatus, messageStatuses } from '../../core/messages/messageStatus.ts';
import type { PlanState } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { sessionId } from '../../core/project/ids.ts';
import type { Review } from '../../core/review/review.ts';
import { partyOfFindings, waitingRound } from '../../core/review/standstill.ts';
import { findSession, resolveRole } from '../../core/session/routing.ts';
import { renewedAt } from '../../core/session/sessionRecord.ts';
import { quietStatus, type Status } from '../../core/status/status.ts';
import { withReview } from '../../core/status/withReview.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { readAgent } from '../agents/agentState.ts';
import { type Limits, limitsOf } from '../agents/limits.ts';
import { collabNow } from '../collab/collabNow.ts';
import { topWithGate } from '../gates/gatedTop.ts';
import { gatelessClaudes } from '../gates/gatelessClaudes.ts';
import { gatesActive } from '../gates/gatesActive.ts';
import { type Mailbox, openMailbox } from '../messages/mailbox.ts';
import { settleParty } from '../messages/settleParty.ts';
import { keepGate } from '../plan/keepGate.ts';
import { readPlan } from '../plan/readPlan.ts';
import { type Paths, partyPaths, projectTop, stateDirectory } from '../project/paths.ts';
import { checkStateDirectory } from '../project/stateDirectory.ts';
import { readReviewNow } from '../review/arrivals/arrivals.ts';
import { type BegunReview, beginReview } from '../review/openReview.ts';
import { readEnded } from '../session/endedParty.ts';
import { readSessionRecord } from '../session/sessionRecord.ts';
import { isRunning } from '../system/processIdentity.ts';
import { discover } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { readTold } from './agentRecord.ts';
import { readTokens } from './tokens.ts';

export interface Found {
  readonly status: Status;
  readonly review: Review;
  readonly plan: PlanState;
}

/**
 * Without a party, `session` is null. Several parties are an error, because Party does not guess which one is meant.
 * `bundles` is the folder with the relay's program.
 */
export async function readStatus(machine: TmuxMachine, bundles?: string): Promise<Found> {
  const seen = withOneLook(machine);
  // tmux first, whose answer is needed first. The party is mostly in the project of the working directory.
  seen.tmux.sessions().catch(() => {});
  const begun = beginHere(machine);
  await settleParty(seen, bundles);
  const live = await readLive(seen);
  const place = { env: machine.env, paths: partyPaths(machine.env) };
  const directory = live.session?.cwd ?? machine.cwd;
  // Use the same top as the hooks: a gated folder need not be a repository.
  const top = topWithGate(place.paths, directory);
  const [review, plan, gateless, collab] = await Promise.all([
    readReviewNow({ ...place, begun }, directory),
    readPlan(place.paths, top),
    gatelessClaudes(machine.env, top),
    collabNow(place.paths, top),
  ]);
  // Status says that the gate is on, so it has to be.
  if (plan.gateFileGone) await keepGate(place.paths, top).catch(() => {});
  const status = withReview(live, review, {
    parties: await partiesOf(machine, live, review),
    now: Date.now(),
    isRunning,
  });
  const ended = live.session === null ? await readEnded(place, projectTop(machine.cwd), []) : undefined;
  return {
    status: {
      ...status,
      ...(ended && { ended }),
      plan: planStatus({ ...plan, gateless }),
      collab: collabStatus(collab.state),
    },
    review,
    plan,
  };
}

/** Undefined also when the working directory has been removed. */
function beginHere({ env, cwd }: TmuxMachine): BegunReview | undefined {
  try {
    return beginReview(env, cwd);
  } catch {
    return undefined;
  }
}

/** Asks tmux for its sessions once, for callers that change no session. */
export function withOneLook(machine: TmuxMachine): TmuxMachine {
  let looking: ReturnType<TmuxMachine['tmux']['sessions']> | undefined;
  const sessions = () => {
    looking ??= machine.tmux.sessions();
    return looking;
  };
  return { ...machine, tmux: { ...machine.tmux, sessions } };
}

/** The party of the status, and the party that has the open review, if that is another one. */
async function partiesOf(machine: TmuxMachine, live: Status, { rounds, status }: Review): Promise<Status[]> {
  const round = status.kind === 'requested' ? waitingRound(rounds) : undefined;
  const asked = round === undefined || round.headless ? undefined : partyOfFindings(round.file);
  const other = asked === undefined || asked === live.session?.id ? undefined : await partyStatus(machine, asked);
  return other === undefined ? [live] : [live, other];
}

/** The status of a party of any project; undefined when it is not running. */
export async function partyStatus(machine: TmuxMachine, id: string): Promise<Status | undefined> {
  try {
    const session = findSession(await machine.tmux.sessions(), id);
    return session && (await sessionStatus(machine, session));
  } catch (error) {
    if (isPartyError(error, 'TMUX_MISSING')) return undefined;
    throw error;
  }
}

async function readLive(machine: TmuxMachine): Promise<Status> {
  try {
    return await sessionStatus(machine, await discover(machine));
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION') || isPartyError(error, 'TMUX_MISSING')) return quietStatus;
    throw error;
  }
}

/** The status of the party alone. Callers that have read the project's review add it. */
export async function sessionStatus(machine: StatusMachine, session: Session): Promise<Status> {
  const id = session.id ?? sessionId(session.name);
  const paths = partyPaths(machine.env);
  const party = { id, name: session.name, cwd: session.path };
  const limits = await limitsOf({ env: machine.env, session });
  const [agents, messages, gates] = await Promise.all([
    Promise.all(roles.map((role) => agentStatus(machine, session, role, limits))),
    readMessages(machine, paths, party, limits),
    gatesActive({ env: machine.env, paths }, party),
  ]);
  const working = agents.map((agent) => ({ ...agent, doing: doingOf(agent, messages) }));
  return { ...quietStatus, session: party, agents: working, messages, gates: { ...quietStatus.gates, ...gates } };
}

export interface StatusMachine extends Pick<TmuxMachine, 'env' | 'tmux'> {
  /** For callers that poll: a mailbox that stays open reads only what is new. */
  readonly mailboxOf?: (stateDir: string) => Pick<Mailbox, 'messages'>;
}

async function readMessages(
  { mailboxOf = openMailbox }: StatusMachine,
  paths: Paths,
  { id, cwd }: NonNullable<Status['session']>,
  limits: Limits,
): Promise<MessageStatus[]> {
  const stateDir = stateDirectory(paths, id);
  if (!(await checkStateDirectory(stateDir))) return [];
  const [messages, record] = await Promise.all([
    mailboxOf(stateDir).messages(),
    readSessionRecord(paths, projectTop(cwd), id),
  ]);
  return messageStatuses(
    messages,
    (to) => record && renewedAt(record, to),
    (agent) => limits.get(agent)?.until,
  );
}

async function agentStatus(
  machine: Pick<TmuxMachine, 'env' | 'tmux'>,
  session: Session,
  role: Role,
  limits: Limits,
): Promise<AgentStatus> {
  try {
    const pane = resolveRole(session, role);
    const reading = await readAgent(machine, session, pane);
    const { state } = reading;
    return {
      role,
      pane: pane.id,
      state: state.kind,
      waitingFor: state.kind === 'waiting' ? state.waitingFor : null,
      demo: pane.demo,
      ...(state.kind === 'absent' && state.missing ? { missing: state.missing } : {}),
      doing: null,
      ...(await readTold(machine.env, session, pane, reading)),
      ...(pane.inMode ? { scrolling: true as const } : {}),
      ...limitStatus(limits.get(pane.role ?? '')),
      tokens: await readTokens(machine.env, session, pane),
    };
  } catch (error) {
    // An ambiguous role has no certain pane to show, and a pane may close while we read it.
    const unknown = { doing: null, since: null, limitedUntil: null, tokens: null };
    if (isPartyError(error)) return { role, pane: null, state: 'absent', waitingFor: null, demo: false, ...unknown };
    throw error;
  }
}

function limitStatus(limit: AgentLimit | undefined): Pick<AgentStatus, 'limitedUntil' | 'limit'> {
  if (limit === undefined) return { limitedUntil: null };
  const { kind, reason, time, until } = limit;
  return { limitedUntil: until, limit: { kind, reason, time } };
}

/** The message that a working agent has taken and not answered yet. */
function doingOf({ role, state }: AgentStatus, messages: readonly MessageStatus[]): string | null {
  const taken = state === 'busy' ? messages.findLast(({ to, inTurn }) => to === role && inTurn) : undefined;
  return taken === undefined ? null : `${taken.kind} ${taken.id}`;
}
