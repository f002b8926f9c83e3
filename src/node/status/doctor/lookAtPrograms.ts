// Finds the programs that Party needs, and asks them for their versions.

import type { AgentRole } from '../../../core/base/role.ts';
import { type Config, defaultConfig } from '../../../core/config/config.ts';
import { adapterOf } from '../../../core/session/casting.ts';
import type { DoctorCheck } from '../../../core/status/doctor/doctorCheck.ts';
import { judgeAgent, judgeProgram, type NeededProgram } from '../../../core/status/doctor/programs.ts';
import { probeAgent } from '../../agents/agents.ts';
import { loadConfig, loadUserConfig } from '../../project/configFiles.ts';
import { run } from '../../system/exec.ts';
import { isProgram } from '../../system/files.ts';
import { findProgram, installHint } from '../../system/installHint.ts';
import type { DoctorMachine } from './doctorMachine.ts';

type Place = Pick<DoctorMachine, 'env' | 'cwd' | 'top'>;

/** A program that takes longer does not answer. An agent reads 350 MB at its first start. */
const answerMs = 30_000;

export async function lookAtProgram({ env }: Place, name: Exclude<NeededProgram, 'node'>): Promise<DoctorCheck> {
  const path = findProgram(name, env['PATH'] ?? '');
  const flag = name === 'tmux' ? '-V' : '--version';
  return judgeProgram({ name, path, version: await versionOf(env, path, flag), install: installHint(name) });
}

export async function lookAtGh(place: Place): Promise<DoctorCheck> {
  const path = findProgram('gh', place.env['PATH'] ?? '');
  const version = await versionOf(place.env, path, '--version');
  const isWanted = (await configOf(place)).pm.storage === 'github';
  return judgeProgram({ name: 'gh', path, version, install: installHint('gh'), isWanted });
}

/** The Node that the scripts find: PARTY_NODE, else the one on the PATH. */
export async function lookAtNode({ env }: Place): Promise<DoctorCheck> {
  const named = env['PARTY_NODE'];
  const isUsed = named !== undefined && isProgram(named);
  const path = isUsed ? named : findProgram('node', env['PATH'] ?? '');
  // Inside an editor PARTY_NODE is Electron.
  const version = await versionOf(isUsed ? { ...env, ELECTRON_RUN_AS_NODE: '1' } : env, path, '--version');
  const oddity = !named || isUsed ? undefined : `PARTY_NODE names ${named}, which cannot be executed`;
  return judgeProgram({ name: 'node', path, version, install: 'Install Node.js 20 or newer', oddity });
}

export async function lookAtAgent(place: Place, role: AgentRole): Promise<DoctorCheck> {
  const [user, merged] = await Promise.all([userConfigOf(place), configOf(place)]);
  const agent = merged.agents[role];
  const command = agent?.command ?? [role];
  const adapter = adapterOf(role, agent);
  // The project's file may have come with a clone, so it does not decide which programs the doctor runs.
  const isFromProject = agent?.command !== undefined && !isSame(agent.command, user.agents[role]?.command);
  const options = { run, env: place.env, home: undefined, answerMs };
  const probe = await probeAgent(options, command, isFromProject ? 'generic' : adapter);
  const isConfigured = agent?.command !== undefined;
  return judgeAgent({ role, adapter, program: command[0] ?? role, probe, isFromProject, isConfigured });
}

/** A mistake in the configuration has a check of its own. */
function userConfigOf({ env }: Place): Promise<Config> {
  return loadUserConfig(env).catch(() => defaultConfig);
}

async function configOf(place: Place): Promise<Config> {
  const { env, cwd, top } = place;
  if (cwd === undefined || top === undefined) return userConfigOf(place);
  return loadConfig({ places: [cwd, top], env }).catch(() => userConfigOf(place));
}

/** The word with the version; undefined when the program fails. */
async function versionOf(env: NodeJS.ProcessEnv, path: string | undefined, flag: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { exitCode, stdout } = await run(path, [flag], { timeoutMs: answerMs, env });
  if (exitCode !== 0) return undefined;
  return /\d+\.\d+[\w.]*/.exec(stdout)?.[0] ?? (stdout.trim().split(/\s+/).at(-1) || undefined);
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
