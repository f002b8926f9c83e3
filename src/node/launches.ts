// Decides what runs in each pane: the real agent, the program that the configuration names, or the labelled stand-in.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AdapterName, Launch, LaunchContext, Probe } from '../core/agents/agent.ts';
import { launchClaude } from '../core/agents/claude.ts';
import { launchCodex } from '../core/agents/codex.ts';
import { launchDemo } from '../core/agents/demo.ts';
import { launchGeneric } from '../core/agents/generic.ts';
import type { Config } from '../core/config.ts';
import { PartyError } from '../core/errors.ts';
import { type AgentRole, agentRoles } from '../core/role.ts';
import type { PaneLaunch } from '../core/tmuxCommands.ts';
import { probeAgent } from './agents.ts';
import { readCodexConfig } from './codexConfig.ts';
import { run } from './exec.ts';
import { recordUserNotify } from './userNotify.ts';

/** What plays a role, decided before anything is started. */
export interface Casting {
  readonly role: AgentRole;
  readonly demo: boolean;
  readonly adapter: AdapterName;
  readonly probe: Probe | undefined;
}

export interface CastingRequest {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly config: Config;
  /** Stand-ins even where the real agents are installed. */
  readonly demo: boolean;
}

export function castAgents(request: CastingRequest): Promise<Casting[]> {
  return Promise.all(agentRoles.map((role) => castRole(request, role)));
}

async function castRole({ env, home, config, demo }: CastingRequest, role: AgentRole): Promise<Casting> {
  const standIn: Casting = { role, demo: true, adapter: 'generic', probe: undefined };
  if (demo) return standIn;
  const { command, adapter = adapterFor(command, role) } = config.agents[role] ?? {};
  const probe = await probeAgent({ run, env, home }, command ?? [role], adapter);
  if (probe !== undefined) return { role, demo: false, adapter, probe };
  if (command === undefined) return standIn;
  throw new PartyError(
    'AGENT_MISSING',
    `agents.${role}.command names ${command[0]}, which is not an executable on the PATH. Correct it in tmux-team.json, or remove it`,
  );
}

/** Without a word from the user only a program that is called claude or codex is taken for one. */
function adapterFor(command: readonly string[] | undefined, role: AgentRole): AdapterName {
  const program = command === undefined ? role : basename(command[0] ?? '');
  return program === 'claude' || program === 'codex' ? program : 'generic';
}

export interface Launches {
  readonly panes: Readonly<Record<'codex' | 'claude' | 'shell', PaneLaunch>>;
  readonly warnings: readonly string[];
}

export type LaunchPlace = Pick<LaunchContext, 'cwd' | 'stateDir' | 'resources'>;

export async function prepareLaunches(
  { env, config }: CastingRequest,
  castings: readonly Casting[],
  place: LaunchPlace,
): Promise<Launches> {
  const warnings: string[] = [];
  const launch = async (role: AgentRole): Promise<PaneLaunch> => {
    const casting = castings.find((candidate) => candidate.role === role);
    if (casting === undefined) throw new PartyError('INTERNAL', `nobody plays ${role}`);
    const { argv, env: extra, warnings: own } = await launchOf(env, config, casting, place);
    warnings.push(...own);
    return { role, argv, env: extra, demo: casting.demo, adapter: casting.adapter };
  };
  const shell: PaneLaunch = { role: 'shell', argv: [env['SHELL'] || '/bin/sh'], demo: false, adapter: undefined };
  return { panes: { codex: await launch('codex'), claude: await launch('claude'), shell }, warnings };
}

async function launchOf(env: NodeJS.ProcessEnv, config: Config, casting: Casting, place: LaunchPlace): Promise<Launch> {
  const { role, probe, adapter } = casting;
  if (probe === undefined) return launchDemo({ role, resources: place.resources });
  const context = {
    ...place,
    role,
    permissionMode: config.agents[role]?.permissionMode ?? 'acceptEdits',
    instructions: await readFile(
      join(place.resources, adapter === 'codex' ? 'codex/AGENTS.md' : 'claude/CLAUDE.md'),
      'utf8',
    ),
  };
  switch (adapter) {
    case 'claude':
      return launchClaude(probe, context);
    case 'codex': {
      const user = await readCodexConfig(env);
      await recordUserNotify(place.stateDir, user.notify);
      return launchCodex(probe, context, user);
    }
    case 'generic':
      return launchGeneric(probe);
    default: {
      const unreachable: never = adapter;
      return unreachable;
    }
  }
}
