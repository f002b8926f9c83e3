// Finds each Claude that runs in a project with the plan gate on but has no hooks: it was started without Party's
// plugin, and the settings that it reads do not hold the hooks either.

import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { type ClaudeSession, parseClaudeSession } from '../../core/agents/claudeSession.ts';
import { type GatelessClaude, gateFile } from '../../core/plan/plan.ts';
import { settingsSwitches } from '../agents/hookSwitches.ts';
import { settingsFilesRead } from '../agents/settingsRead.ts';
import { partyPaths, projectTop } from '../project/paths.ts';
import { run } from '../system/exec.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { readText } from '../system/store.ts';
import { isMarked } from './gateMarker.ts';
import { type PlanHooksFile, planHooksIn } from './planHooks.ts';

/** `top` is the project's top level. Empty while its gate is off. */
export async function gatelessClaudes(env: NodeJS.ProcessEnv, top: string): Promise<GatelessClaude[]> {
  if (!existsSync(join(top, gateFile)) && !isMarked(partyPaths(env), top)) return [];
  const found = await Promise.all((await runningClaudes(env, top)).map((claude) => examine(env, top, claude)));
  return found.flat().sort((left, right) => left.pid - right.pid);
}

async function examine(env: NodeJS.ProcessEnv, top: string, claude: ClaudeSession): Promise<GatelessClaude[]> {
  const why = await whyGateless(env, top, claude);
  return why === undefined ? [] : [{ pid: claude.pid, cwd: claude.cwd, why }];
}

const again = 'End it and start it with: party start';

async function whyGateless(
  env: NodeJS.ProcessEnv,
  top: string,
  { pid, cwd }: ClaudeSession,
): Promise<string | undefined> {
  const args = await argumentsOf(pid);
  const hookless = await switchedOff(pid, args);
  if (hookless !== undefined) return `it was started with ${hookless}, so it runs no hooks. ${again}`;
  const [off] = await settingsSwitches(env, cwd, args);
  if (off !== undefined) return off;
  if (isGivenOurPlugin(args)) return undefined;
  const files = filesRead(args);
  const read = settingsFilesRead(cwd).filter(({ which }) => files.includes(which));
  for (const { folder, which } of read) if (await planHooksIn(folder, [which])) return undefined;
  const folder = relative(top, realpathSync(cwd));
  if (folder !== '' && (await planHooksIn(top, files))) {
    return `it was started in ${folder}, where Claude does not read the settings with the hooks. End it and start it in ${top}`;
  }
  return `it was started without Party. ${again}; or add the hooks to the settings with: party plan start --local`;
}

async function runningClaudes(env: NodeJS.ProcessEnv, top: string): Promise<ClaudeSession[]> {
  const sessions = join(env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude'), 'sessions');
  const names = (await readdir(sessions).catch(() => [])).filter((name) => /^\d+\.json$/.test(name));
  const texts = await Promise.all(names.map((name) => readText(join(sessions, name)).catch(() => undefined)));
  return texts
    .flatMap((text) => parseClaudeSession(text ?? '') ?? [])
    .filter((session) => isIn(top, session.cwd) && isAlive(session));
}

/** True for the project itself: another worktree or repository inside it has its own gate. */
function isIn(top: string, cwd: string): boolean {
  try {
    return projectTop(cwd) === top;
  } catch {
    return false;
  }
}

/** A killed Claude leaves its file behind, and another program may get its pid. */
function isAlive({ pid, ...session }: ClaudeSession): boolean {
  const identity = processIdentity(pid);
  const start = process.platform === 'linux' ? session['procStart'] : undefined;
  return identity !== undefined && (typeof start !== 'string' || identity.endsWith(`:${start}`));
}

/** The arguments that Claude was started with, up to Party's prompt text, which may contain anything. */
async function argumentsOf(pid: number): Promise<string[]> {
  const args = (await procFile(pid, 'cmdline')) ?? (await listedArguments(pid));
  const end = args.indexOf('--append-system-prompt');
  return end === -1 ? args : args.slice(0, end);
}

/** Undefined on a system without /proc. */
async function procFile(pid: number, name: 'cmdline' | 'environ'): Promise<string[] | undefined> {
  try {
    return (await readFile(`/proc/${pid}/${name}`, 'utf8')).split('\0');
  } catch {
    return undefined;
  }
}

/** A path with a space arrives in pieces and does not count as Party's plugin. That errs on the safe side. */
async function listedArguments(pid: number): Promise<string[]> {
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { timeoutMs: 5000 });
  return stdout.trim().split(/\s+/);
}

/** Checks that the folder exists, because Claude silently ignores a plugin folder that does not. */
function isGivenOurPlugin(args: readonly string[]): boolean {
  const given = args.flatMap((argument, index) => {
    if (argument === '--plugin-dir') return [args[index + 1] ?? ''];
    return argument.startsWith('--plugin-dir=') ? [argument.slice('--plugin-dir='.length)] : [];
  });
  return given.some((folder) => folder !== '' && existsSync(join(folder, 'hooks', 'plan-gate.sh')));
}

/** With `--setting-sources user`, Claude does not read the project's settings. */
function filesRead(args: readonly string[]): PlanHooksFile[] {
  const at = args.findIndex((argument) => /^--setting-sources(?:=|$)/.test(argument));
  if (at === -1) return ['settings', 'local'];
  const sources = (args[at]?.split('=')[1] ?? args[at + 1] ?? '').split(',').map((source) => source.trim());
  return [
    ...(sources.includes('project') ? (['settings'] as const) : []),
    ...(sources.includes('local') ? (['local'] as const) : []),
  ];
}

/** Options and variables that switch all hooks off, observed in Claude Code 2.1.325. */
const hooklessOptions = ['--bare', '--safe-mode'];
const hooklessVariables = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'];

async function switchedOff(pid: number, args: readonly string[]): Promise<string | undefined> {
  const option = hooklessOptions.find((one) => args.includes(one));
  if (option !== undefined) return option;
  // Without /proc, no tool prints the environment of another process in a form that can be parsed reliably.
  const environment = (await procFile(pid, 'environ')) ?? [];
  return environment.find((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return hooklessVariables.includes(name) && /^(?:1|true|yes|on)$/i.test(value.trim());
  });
}
