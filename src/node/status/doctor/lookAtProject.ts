// Looks at the configuration, at the gates, and at this project: its log, its parties and what they have left.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError, messageOf } from '../../../core/base/errors.ts';
import type { DoctorCheck } from '../../../core/status/doctor/doctorCheck.ts';
import {
  type ConfigName,
  judgeClaudeSettings,
  judgeConfig,
  judgeGates,
  judgeHookErrors,
  judgeLeftovers,
  judgeLocks,
  judgeLog,
  judgePlanHooks,
  judgeProject,
  judgeRecords,
  judgeRunningClaudes,
  judgeServer,
  judgeSessions,
} from '../../../core/status/doctor/projectState.ts';
import { finalSwitches, hookSwitches } from '../../agents/hookSwitches.ts';
import { checkLog, logDetail } from '../../gates/checkLog.ts';
import { gatesActive } from '../../gates/gatesActive.ts';
import { checkOwnGates, checkRunning } from '../../gates/gatesCheck.ts';
import { planHooksIn } from '../../gates/planHooks.ts';
import { hasPlanSkills } from '../../gates/planSkills.ts';
import { isRecordedOn } from '../../gates/recordedGate.ts';
import { findBrokenRecords } from '../../project/brokenRecords.ts';
import { checkConfigFiles } from '../../project/configFiles.ts';
import { isRepository, projectDirectory } from '../../project/paths.ts';
import { findDeadDirectories } from '../../session/deadDirectories.ts';
import { findDrafts, findHalfMade } from '../../session/leftovers.ts';
import { createGit, GitMissing } from '../../system/git.ts';
import { isLocked } from '../../system/lock.ts';
import { allParties, partiesHere } from '../../tmux/parties.ts';
import type { DoctorMachine } from './doctorMachine.ts';
import { findHeldLocks } from './heldLocks.ts';
import { hooksFile, readHookLines } from './hookLines.ts';

/** The machine, in a directory that exists. */
export type ProjectMachine = DoctorMachine & { readonly cwd: string; readonly top: string };

export async function lookAtConfig({ env, cwd, top }: DoctorMachine, id: ConfigName): Promise<DoctorCheck> {
  const places = [cwd, top].filter((place) => place !== undefined);
  const found = (await checkConfigFiles({ places, env })).find(({ name }) => name === id);
  return judgeConfig(id, found?.file ?? '', found?.problem);
}

export async function lookAtClaudeSettings({ env, cwd }: ProjectMachine): Promise<DoctorCheck> {
  const [all, final] = await Promise.all([hookSwitches(env, cwd), finalSwitches(env, cwd)]);
  return judgeClaudeSettings({ final, own: all.filter((one) => !final.includes(one)) });
}

export async function lookAtGates({ env, root }: DoctorMachine): Promise<DoctorCheck> {
  return judgeGates(await checkOwnGates({ env, plugin: join(root, 'resources', 'claude') }));
}

const dayMs = 24 * 60 * 60 * 1000;

export async function lookAtHooks({ paths, top }: ProjectMachine): Promise<DoctorCheck> {
  const file = hooksFile(paths, top);
  const since = new Date(Date.now() - dayMs).toISOString();
  const failed = (await readHookLines(paths, top)).filter(({ at, code }) => code === 'error' && at >= since);
  return judgeHookErrors({ file, hooks: failed.map(({ from }) => from) });
}

export async function lookAtRepository({ env, top }: ProjectMachine): Promise<DoctorCheck> {
  if (!isRepository(top)) return judgeProject({ top, isRepository: false, refusal: undefined });
  const refusal = await createGit(top, env)
    .text(['rev-parse', '--git-dir'])
    // A missing git has a check of its own.
    .then(
      () => undefined,
      (error: unknown) => (error instanceof GitMissing ? undefined : messageOf(error)),
    );
  return judgeProject({ top, isRepository: true, refusal });
}

export async function lookAtLog({ cwd, paths }: ProjectMachine): Promise<DoctorCheck> {
  const { ok, broken, lines, forged, problems } = await checkLog({ cwd, paths });
  return judgeLog({ ok, broken, lines, detail: logDetail({ ok, forged, problems }) });
}

/** Undefined without tmux, which has a check of its own. */
export async function lookAtServer(machine: DoctorMachine): Promise<DoctorCheck | undefined> {
  try {
    const parties = (await allParties(machine)).length;
    const isRunning = (await machine.tmux.socketPath()) !== undefined;
    const leftSocket = isRunning || !existsSync(socketOf(machine)) ? undefined : socketOf(machine);
    return judgeServer({ isRunning, parties, leftSocket, problem: undefined });
  } catch (error) {
    if (isPartyError(error, 'TMUX_MISSING')) return undefined;
    return judgeServer({ isRunning: false, parties: 0, leftSocket: undefined, problem: messageOf(error) });
  }
}

/** Where tmux makes its socket. */
function socketOf({ env }: Pick<DoctorMachine, 'env'>): string {
  const folder = join(env['TMUX_TMPDIR'] || '/tmp', `tmux-${process.getuid?.() ?? 0}`);
  return join(folder, env['PARTY_TMUX_SOCKET'] || 'default');
}

/** A demo has no hooks. Parties are looked at only where tmux answers; otherwise that is the problem to solve. */
export async function lookAtRunningClaudes(machine: ProjectMachine): Promise<DoctorCheck> {
  const parties = await partiesHere(machine).catch(() => []);
  const real = parties.filter(({ panes }) => panes.some(({ role, demo }) => role === 'claude' && !demo));
  const states = await Promise.all(
    real.map(async ({ id = '', path }) => {
      const { why } = await gatesActive(machine, { id, cwd: path });
      return why === null ? [] : [[id, why] as const];
    }),
  );
  const gated = await checkRunning(machine);
  const ungated = gated.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  return judgeRunningClaudes({ inactive: Object.fromEntries(states.flat()), ungated });
}

export async function lookAtPlanHooks({ paths, top }: ProjectMachine): Promise<DoctorCheck> {
  const [isOn, wereWritten, areThere] = await Promise.all([
    isRecordedOn(paths, top),
    hasPlanSkills(top),
    planHooksIn(top),
  ]);
  return judgePlanHooks({ isForEveryClaude: isOn && (wereWritten || areThere), areThere });
}

/** Undefined when tmux does not answer: then a directory may belong to a party that runs. */
export async function lookAtSessions(machine: ProjectMachine): Promise<DoctorCheck | undefined> {
  const { paths, top } = machine;
  try {
    const directories = await findDeadDirectories(machine, top);
    const isStarting = await isLocked(join(projectDirectory(paths, top), 'start.lock'));
    return judgeSessions({ directories, halfMade: isStarting ? [] : await findHalfMade(machine, top) });
  } catch (error) {
    if (isPartyError(error)) return undefined;
    throw error;
  }
}

export async function lookAtRecords({ paths }: DoctorMachine): Promise<DoctorCheck> {
  return judgeRecords((await findBrokenRecords(paths)).map(({ file }) => file));
}

export async function lookAtLocks(machine: DoctorMachine): Promise<DoctorCheck> {
  return judgeLocks(await findHeldLocks(machine));
}

export async function lookAtLeftovers(machine: ProjectMachine): Promise<DoctorCheck> {
  return judgeLeftovers(await findDrafts(machine, machine.top));
}
