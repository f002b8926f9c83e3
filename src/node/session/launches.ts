// Decides what runs in each pane: the real agent, the program that the configuration names, the demo if the user chose
// it, or a text that names the program that was not found.

import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AdapterName, Launch, LaunchContext, Probe } from '../../core/agents/agent.ts';
import { launchClaude } from '../../core/agents/claude.ts';
import { launchCodex } from '../../core/agents/codex.ts';
import { fillInstructions, instructionFiles } from '../../core/agents/instructions.ts';
import { personaText } from '../../core/agents/persona.ts';
import { launchDemo, launchGeneric, launchMissing } from '../../core/agents/plainLaunches.ts';
import { PartyError } from '../../core/base/errors.ts';
import { wayText } from '../../core/base/remark.ts';
import { type AgentRole, agentRoles } from '../../core/base/role.ts';
import type { Config } from '../../core/config/config.ts';
import { adapterOf, notInstalled } from '../../core/session/casting.ts';
import type { PaneLaunch } from '../../core/tmux/tmuxCommands.ts';
import { probeAgent } from '../agents/agents.ts';
import { writeClaudeSettings } from '../agents/claudeSettingsFile.ts';
import { recordCodexProgram } from '../agents/codexProgram.ts';
import { recordUserNotify } from '../agents/userNotify.ts';
import { readCodexConfig } from '../codex/codexConfig.ts';
import { findProgram } from '../system/installHint.ts';
import { runLong } from '../system/longRun.ts';

/** The program for a role, decided before anything starts. */
export interface Casting {
  readonly role: AgentRole;
  readonly demo: boolean;
  readonly adapter: AdapterName;
  /** Undefined for a demo, and for a program that was not found. */
  readonly probe: Probe | undefined;
}

export interface CastingRequest {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly config: Config;
  /** Use demos even if the real agents are installed. */
  readonly demo: boolean;
}

export async function castAgents(request: CastingRequest): Promise<Casting[]> {
  if (request.demo) return agentRoles.map(standIn);
  // Check the configuration of all roles before any program runs, so that a bad configuration changes nothing.
  const wanted = agentRoles.map((role) => ({ role, adapter: adapterOf(role, request.config.agents[role]) }));
  return Promise.all(wanted.map(({ role, adapter }) => castRole(request, role, adapter)));
}

function standIn(role: AgentRole): Casting {
  return { role, demo: true, adapter: 'generic', probe: undefined };
}

async function castRole(
  { env, home, config }: CastingRequest,
  role: AgentRole,
  adapter: AdapterName,
): Promise<Casting> {
  const { command } = config.agents[role] ?? {};
  const probe = await probeAgent({ run: runLong, env, home }, command ?? [role], adapter);
  if (probe !== undefined) return { role, demo: false, adapter, probe };
  if (command === undefined) return { role, demo: false, adapter, probe };
  throw new PartyError(
    'AGENT_MISSING',
    `agents.${role}.command names ${command[0]}, which cannot be executed or is not on the PATH. Correct or remove it in tmux-team.json or ~/.tmux-team/config.json`,
  );
}

/** The roles whose programs were not found. */
export function missingRoles(castings: readonly Casting[]): AgentRole[] {
  return castings.flatMap(({ role, demo, probe }) => (!demo && probe === undefined ? [role] : []));
}

export interface Launches {
  readonly panes: Readonly<Record<'codex' | 'claude' | 'shell', PaneLaunch>>;
  readonly warnings: readonly string[];
}

export interface LaunchOptions extends Pick<LaunchContext, 'cwd' | 'stateDir' | 'resources'> {
  /** The conversations to continue, by adapter. */
  readonly resume?: Readonly<Partial<Record<AdapterName, string>>>;
}

export async function prepareLaunches(
  { env, config }: CastingRequest,
  castings: readonly Casting[],
  options: LaunchOptions,
): Promise<Launches> {
  const missing = missingRoles(castings);
  const warnings: string[] = [];
  const launch = async (role: AgentRole): Promise<PaneLaunch> => {
    const casting = castings.find((candidate) => candidate.role === role);
    if (casting === undefined) throw new PartyError('INTERNAL', `no program has the role ${role}`);
    const { argv, env: extra, warnings: own } = await launchOf(env, config, casting, options);
    warnings.push(...own);
    const adapter = missing.includes(role) ? 'generic' : casting.adapter;
    return { role, argv, env: extra, demo: casting.demo, adapter };
  };
  const chosen = chooseShell(env);
  if (chosen.warning !== undefined) warnings.push(chosen.warning);
  const shell: PaneLaunch = {
    role: 'shell',
    ...shellLaunch(chosen.path, options, env),
    demo: false,
    adapter: undefined,
  };
  return { panes: { codex: await launch('codex'), claude: await launch('claude'), shell }, warnings };
}

/** A shell that exits at once would close its pane. */
function chooseShell({ SHELL: path }: NodeJS.ProcessEnv): { path: string; warning?: string } {
  if (!path) return { path: '/bin/sh' };
  const usable = findProgram(basename(path), dirname(path)) !== undefined && !/\/(?:nologin|false|true)$/.test(path);
  return usable
    ? { path }
    : { path: '/bin/sh', warning: `SHELL is ${path}, which is not a usable shell, so the pane runs /bin/sh` };
}

/** The user's start-up file may reset the PATH, so the shell reads one of Party's around it or after it. */
function shellLaunch(path: string, { resources }: LaunchOptions, { ZDOTDIR = '' }: NodeJS.ProcessEnv): ShellLaunch {
  const own = `${resources}/session`;
  const env = { PARTY_BIN: `${resources}/bin` };
  switch (basename(path)) {
    case 'bash':
      return { argv: [path, '--rcfile', `${own}/bashrc`], env };
    case 'fish':
      return { argv: [path, '--init-command', 'source $PARTY_BIN/../session/init.fish'], env };
    case 'zsh':
      return { argv: [path], env: { ...env, ZDOTDIR: `${own}/zsh`, PARTY_ZDOTDIR: ZDOTDIR } };
    default:
      return { argv: [path] };
  }
}

type ShellLaunch = Pick<PaneLaunch, 'argv' | 'env'>;

async function launchOf(
  env: NodeJS.ProcessEnv,
  config: Config,
  casting: Casting,
  options: LaunchOptions,
): Promise<Launch> {
  const { role, demo, probe, adapter } = casting;
  const { cwd, stateDir, resources } = options;
  if (demo) return launchDemo({ role, resources });
  if (probe === undefined) return launchMissing({ role, resources }, missingText(role));
  const context: LaunchContext = {
    role,
    cwd,
    stateDir,
    resources,
    codexDir: await realpath(join(stateDir, 'codex')),
    permissionMode: config.agents[role]?.permissionMode ?? 'acceptEdits',
    settings: await writeClaudeSettings(env, stateDir, resources),
    instructions: (await readInstructions(adapter, resources)) + personaText(config.agents[role]?.persona),
    resume: options.resume?.[adapter],
  };
  switch (adapter) {
    case 'claude':
      return launchClaude(probe, context);
    case 'codex': {
      const user = await readCodexConfig(env);
      await recordUserNotify(stateDir, user.notify);
      await recordCodexProgram(stateDir, probe);
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

function missingText(role: AgentRole): string {
  return `${notInstalled(role)}\nThen start it in this pane with: party restart ${role}\n${wayText({ act: 'startDemo' })}`;
}

async function readInstructions(adapter: AdapterName, resources: string): Promise<string> {
  const files: Partial<Record<AdapterName, readonly string[]>> = instructionFiles;
  const texts = await Promise.all((files[adapter] ?? []).map((file) => readFile(join(resources, file), 'utf8')));
  return fillInstructions(texts.join('\n'), resources);
}
