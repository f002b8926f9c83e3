// The configuration, the gates, and what this project's parties have left.

import type { LockHolder } from '../../base/lockHolder.ts';
import { shellWord } from '../../base/shellWord.ts';
import { count, type DoctorCheck, failure, fine, listedNames, type Remedy, warning } from './doctorCheck.ts';

export type ConfigName = 'user-config' | 'project-config';

/** `problem` names the file and the key. `file` is empty when there is none. */
export function judgeConfig(id: ConfigName, file: string, problem: string | undefined): DoctorCheck {
  if (problem !== undefined) return failure(id, problem, { fix: 'Correct the file' });
  return fine(id, file === '' ? 'There is no such file; the defaults apply' : `${file} has no mistakes`);
}

export interface HookSwitches {
  /** What no setting of Party can override. */
  readonly final: readonly string[];
  /** What concerns a Claude that Party did not start. */
  readonly own: readonly string[];
}

export function judgeClaudeSettings({ final, own }: HookSwitches): DoctorCheck {
  const fix = 'Remove that setting, or ask your administrator to';
  if (final.length > 0) return failure('claude-settings', `Claude runs no hooks: ${final.join('; ')}`, { fix });
  if (own.length === 0) return fine('claude-settings', "Nothing turns Claude's hooks off");
  const told = `A Claude that you start yourself runs no hooks: ${own.join('; ')}`;
  return warning('claude-settings', told, { fix });
}

export interface TriedHook {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export function judgeGates(tried: readonly TriedHook[]): DoctorCheck {
  const next = [{ act: 'checkGates' }] as const;
  const failed = tried.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    const told = failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ');
    return failure('gates', `The gates do not work as they should. ${told}`, { next });
  }
  const names = [...new Set(tried.map(({ name }) => name.split(' ')[0] ?? name))];
  return fine('gates', `${listedNames(names)} deny what they must; party gates check tries more`);
}

export interface RunningClaudes {
  /** Why the hooks of a party's Claude are not active, by the id of the party. */
  readonly inactive: Readonly<Record<string, string>>;
  /** Claudes that the plan gate does not hold, each in a sentence with its way out. */
  readonly ungated: readonly string[];
}

/** Working hooks do not help against a Claude that has not loaded them. */
export function judgeRunningClaudes({ inactive, ungated }: RunningClaudes): DoctorCheck {
  if (ungated.length > 0) {
    return failure('claude-hooks', listedNames(ungated), {
      fix: 'Stop that Claude, or start it again where the gate applies',
    });
  }
  const told = Object.entries(inactive).map(([id, why]) => `party ${id}: ${why}`);
  if (told.length === 0) return fine('claude-hooks', 'No Claude of this project runs without its hooks');
  return warning('claude-hooks', `Claude's hooks are not active in ${listedNames(told)}`, {
    fix: 'Send Claude a message; if this stays, start it again',
    next: [{ act: 'checkGates' }],
  });
}

export interface HookErrors {
  readonly file: string;
  /** The names of the hooks that failed within the last day. */
  readonly hooks: readonly string[];
}

/** A hook that fails says nothing to the agent; this is where people learn of it. */
export function judgeHookErrors({ file, hooks }: HookErrors): DoctorCheck {
  if (hooks.length === 0) return fine('hooks', 'No hook of this project has failed within the last day');
  const names = listedNames([...new Set(hooks)]);
  const told = `Hooks of this project failed within the last day (${names}): ${count(hooks.length, 'time')}`;
  return warning('hooks', told, { fix: `Read the lines with "level":"error" in ${file}` });
}

export interface ProjectFacts {
  readonly top: string;
  readonly isRepository: boolean;
  /** What git says when it refuses the repository. */
  readonly refusal: string | undefined;
}

export function judgeProject({ top, isRepository, refusal }: ProjectFacts): DoctorCheck {
  if (!isRepository) return fine('project', `${top} is not a git repository; reviews need one`);
  if (refusal === undefined) return fine('project', `${top} is a git repository`);
  return failure('project', `git refuses ${top}: ${refusal}`, { fix: 'Do what git says, then run party doctor again' });
}

export interface LogFacts {
  readonly ok: boolean;
  readonly broken: boolean;
  readonly lines: number;
  readonly detail: string;
}

export function judgeLog({ ok, broken, lines, detail }: LogFacts): DoctorCheck {
  if (ok) return fine('log', lines === 0 ? 'The log of this project is empty' : `${count(lines, 'line')}: ${detail}`);
  const remedy: Remedy = { next: [{ act: 'checkLog' }] };
  return broken
    ? failure('log', `The log proves nothing until you have looked at it: ${detail}`, remedy)
    : warning('log', `Some lines of the log do not count: ${detail}`, remedy);
}

export interface ServerFacts {
  readonly isRunning: boolean;
  readonly parties: number;
  /** A socket without a server; undefined when there is none. */
  readonly leftSocket: string | undefined;
  /** What tmux said; undefined when it answers, or no server runs. */
  readonly problem: string | undefined;
}

export function judgeServer({ isRunning, parties, leftSocket, problem }: ServerFacts): DoctorCheck {
  if (problem === undefined) {
    if (isRunning) return fine('tmux-server', `The server answers; ${count(parties, 'party runs', 'parties run')}`);
    const left =
      leftSocket === undefined ? '' : `; ${leftSocket} is left over from one that was killed, and tmux replaces it`;
    return fine('tmux-server', `No server runs; party start starts one${left}`);
  }
  const open = /directory (.+) has unsafe permissions/.exec(problem)?.[1];
  const fix =
    open === undefined
      ? 'If the server hangs, end it (tmux kill-server); if its socket has other permissions, correct them'
      : `Correct its permissions: chmod 700 ${shellWord(open)}`;
  return failure('tmux-server', `tmux does not answer: ${problem}`, { fix });
}

export interface StaleSessions {
  /** State directories of parties that no longer run. */
  readonly directories: readonly string[];
  /** tmux sessions that never became ready. */
  readonly halfMade: readonly string[];
}

export function judgeSessions({ directories, halfMade }: StaleSessions): DoctorCheck {
  const all = [...halfMade, ...directories];
  if (all.length === 0) return fine('sessions', 'No ended party of this project has left anything');
  const told = `Ended parties of this project have left ${listedNames(all)}; their conversations are kept elsewhere`;
  return warning('sessions', told, { repair: 'remove-dead-parties' });
}

/** Files that other verbs skip. */
export function judgeRecords(broken: readonly string[]): DoctorCheck {
  if (broken.length === 0) return fine('records', 'The records of all parties can be read');
  const told = `Records of parties cannot be read, so those parties cannot be restored: ${listedNames(broken)}`;
  return warning('records', told, { fix: 'Correct the JSON, or remove the file' });
}

export interface HeldLock {
  /** The directory of the lock. */
  readonly path: string;
  readonly holder: LockHolder;
  /** False for a process that was killed. */
  readonly isAlive: boolean;
}

/** A running process may hold a lock; a stopped one keeps it, and a dead one has left it. */
export function judgeLocks(locks: readonly HeldLock[]): DoctorCheck {
  const stopped = locks.filter(({ isAlive, holder }) => isAlive && holder.isStopped);
  const [first] = stopped;
  if (first !== undefined) {
    const held = stopped.map(({ path, holder }) => `process ${holder.pid} holds ${path}`);
    const { pid } = first.holder;
    const fix = `Continue it, or end it with: kill -9 ${pid}`;
    return failure('locks', `A stopped process holds a lock: ${listedNames(held)}`, {
      fix,
      next: [{ act: 'continueRun', pid }],
    });
  }
  const dead = locks.filter(({ isAlive }) => !isAlive);
  if (dead.length === 0) return fine('locks', 'No lock is held by a process that has ended or is stopped');
  const told = `Processes that have ended left their locks, which the next one takes: ${listedNames(dead.map(({ path }) => path))}`;
  return warning('locks', told, { repair: 'release-locks' });
}

export function judgeLeftovers(files: readonly string[]): DoctorCheck {
  if (files.length === 0) return fine('leftovers', 'No killed process has left unfinished files');
  const told = `Killed processes have left ${count(files.length, 'unfinished file')}: ${listedNames(files)}`;
  return warning('leftovers', told, { repair: 'remove-drafts' });
}

export interface PlanHooks {
  /** The plan gate is on, for every Claude of the project. */
  readonly isForEveryClaude: boolean;
  /** The project's settings call it. */
  readonly areThere: boolean;
}

/** Of a worktree, and of `party plan start --local`. */
export function judgePlanHooks({ isForEveryClaude, areThere }: PlanHooks): DoctorCheck {
  if (!isForEveryClaude) return fine('plan-hooks', 'No plan gate is in the settings of this project');
  if (areThere) return fine('plan-hooks', 'The plan gate is in the settings of this project');
  const told =
    'The plan gate is on, but its hooks in .claude were removed or changed: a claude started by hand is not gated';
  return failure('plan-hooks', told, { fix: 'Run: party plan start --local' });
}
