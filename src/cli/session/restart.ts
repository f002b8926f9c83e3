import { existsSync } from 'node:fs';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { agentRoles, type Role, roleLabels, roles } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import { notInstalled } from '../../core/session/casting.ts';
import { parseRole, resolveRole } from '../../core/session/routing.ts';
import { directoryGone, type SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { readAgentState } from '../../node/agents/agentState.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { missingRoles } from '../../node/session/launches.ts';
import { restartAgents } from '../../node/session/restartAgents.ts';
import { findResumable, type Resumable } from '../../node/session/resumable.ts';
import { readSessionRecord } from '../../node/session/sessionRecord.ts';
import { startPartyDetached } from '../../node/system/detached.ts';
import { discover } from '../../node/tmux/parties.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { confirm } from '../party/confirm.ts';
import { headings } from '../party/headings.ts';
import { castParty, onInterrupt, recordedFlags } from './partyLaunch.ts';

export const restart: Command = {
  ...headings.restart,
  operandCount: [1, 1],
  options: {
    session: { value: 'ID', help: "Restart it in this party instead of this project's" },
    force: { help: 'Do not ask, even if the agent is working' },
  },
  details: [
    `ROLE is ${roles.join(', ')}. A fresh process starts in the same pane and continues the conversation; messages that had`,
    'not reached the agent are delivered. If the pane is gone, Party makes it again.',
  ].join('\n'),
  async run(cli, args) {
    const role = parseRole(args.operands[0] ?? '');
    const session = await discover(cli, args.value('session'));
    if (!args.flag('force')) await mayRestart(cli, session, role);
    const interruption = onInterrupt();
    const restarted = await restartRoles(cli, session, { choose: () => [role], signal: interruption.signal });
    interruption.dispose();
    report(cli, restarted);
    return exits.success;
  },
};

export interface RestartedRoles {
  readonly session: Session;
  readonly roles: readonly Role[];
  /** The conversations that go on. */
  readonly resumed: Resumable;
  readonly warnings: readonly string[];
}

/** `missing` has the roles whose programs are not installed. */
type ChooseRoles = (session: Session, missing: readonly Role[]) => readonly Role[];

/** Starts the roles that `choose` names again, as the party was started. */
export async function restartRoles(
  cli: Cli,
  session: Session,
  { choose, signal }: { readonly choose: ChooseRoles; readonly signal: AbortSignal },
): Promise<RestartedRoles> {
  const record = await recordOf(cli, session);
  const { id, cwd, demo = false } = record;
  const cast = await castParty(cli, { cwd, flags: recordedFlags(record), demo });
  const missing = missingRoles(cast.castings);
  const resumable = await findResumable(cli.env, projectDirectory(cli.paths, projectTop(cwd)), id);
  const restarted = await restartAgents(cli, {
    ...cast.making(signal, resumable),
    record,
    agents: cast.record,
    choose(now) {
      const chosen = choose(now, missing);
      const [absent] = missing.filter((role) => chosen.includes(role));
      if (absent !== undefined) throw new PartyError('AGENT_MISSING', notInstalled(absent));
      return chosen;
    },
  });
  // Harmless when no message waits: the relay looks once and ends.
  if (restarted.roles.length > 0) startPartyDetached(__dirname, ['relay'], { ...cli.env, PARTY_SESSION: id });
  const resumed = agentRoles.filter((role) => restarted.roles.includes(role) && resumable[role] !== undefined);
  return {
    ...restarted,
    resumed: Object.fromEntries(resumed.map((role) => [role, resumable[role]])),
    warnings: cast.warnings,
  };
}

/** The record may be gone or broken. The session itself then tells enough for agents in new conversations. */
async function recordOf(cli: Cli, { id, name, title, path }: Session): Promise<SessionRecord> {
  if (id === undefined)
    throw new PartyError('NO_SESSION', `${name} was not started by Party`, { next: [{ act: 'start' }] });
  if (!existsSync(path)) throw directoryGone({ id, cwd: path });
  const record = await readSessionRecord(cli.paths, projectTop(path), id);
  return record ?? { version: 1, id, title, cwd: path, startedAt: new Date().toISOString() };
}

/** An idle agent loses nothing: it continues its conversation. */
async function mayRestart(cli: Cli, session: Session, role: Role): Promise<void> {
  if (!session.panes.some((pane) => pane.role === role)) return;
  const state = await readAgentState(cli, session, resolveRole(session, role));
  if (state.kind !== 'busy' && state.kind !== 'waiting') return;
  const doing = role === 'shell' ? 'A program runs in the shell' : `${roleLabels[role]} is ${words[state.kind]}`;
  if (!cli.interactive) {
    throw new PartyError('REFUSED', `${doing}. A restart would interrupt it`, {
      next: [{ act: 'restartForced', role }],
    });
  }
  if (await confirm(cli, `${doing}. Restart it all the same?`)) return;
  throw new PartyError('CANCELLED', 'Nothing was restarted');
}

const words = { busy: 'working', waiting: 'waiting for you' } as const;

function report(cli: Cli, { session, roles: done, resumed, warnings }: RestartedRoles): void {
  for (const warning of warnings) cli.say(`Note: ${warning}`);
  const pane = (role: Role) => session.panes.find((candidate) => candidate.role === role);
  const real = agentRoles.filter((role) => done.includes(role) && pane(role)?.demo === false);
  for (const role of real.filter((one) => resumed[one] === undefined)) {
    cli.say(`${roleLabels[role]}: no conversation was recorded, so it starts a new one`);
  }
  cli.print({
    json: {
      session: { id: session.id ?? sessionId(session.name), name: session.name, cwd: session.path },
      restarted: done,
      resumed,
      panes: Object.fromEntries(roles.map((role) => [role, pane(role)?.id ?? null])),
      warnings,
    },
    text: `${restartedText(done, session)}\n`,
  });
}

export function restartedText(done: readonly Role[], { name }: Session): string {
  return `Restarted ${done.map((role) => roleLabels[role]).join(' and ')} in ${name}`;
}
