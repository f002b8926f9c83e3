// Tests the hooks as Claude would run them: their command lines through `sh`, in a temporary project with its own
// state, with inputs whose answers are known. Also finds what would keep Claude from running them at all.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import { gateFile } from '../../core/plan/plan.ts';
import { gatelessText } from '../../core/plan/planText.ts';
import { hookSwitches } from '../agents/hookSwitches.ts';
import type { Machine } from '../project/machine.ts';
import { partyPaths } from '../project/paths.ts';
import { type RunResult, run } from '../system/exec.ts';
import { findProgram } from '../system/installHint.ts';
import { checkLog, logDetail } from './checkLog.ts';
import { casesOf, type Expected, type GateCase, gatedFolder } from './gateCases.ts';
import { gatedTop } from './gatedTop.ts';
import { gatelessClaudes } from './gatelessClaudes.ts';
import { type InstalledGates, isDenial, type LoadedHook, loadedHooks, matches, pluginHooks } from './loadedHooks.ts';

export interface GateCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was tested, or what is wrong and what the user can do. */
  readonly detail: string;
}

export interface GatesCheck {
  readonly ok: boolean;
  readonly checks: readonly GateCheck[];
}

export async function checkGates(place: InstalledGates): Promise<GatesCheck> {
  const hooks = await loadedHooks(place);
  const tried = await tryHooks(hooks, place);
  const around = [...(await checkSurroundings(place)), ...(await checkRunning(place)), ...(await logCheck(place))];
  const checks = [...around, ...checkRegistered(hooks, place.plugin), ...tried];
  return { ok: checks.every(({ ok }) => ok), checks };
}

/** A quick look at the gates alone, as the plugin registers them. Runs nothing that the project's settings name. */
export async function checkOwnGates(place: Pick<InstalledGates, 'env' | 'plugin'>): Promise<GateCheck[]> {
  const hooks = await pluginHooks(place.plugin);
  const gates = hooks.filter(({ hook, event }) => event === 'PreToolUse' && Object.hasOwn(required, hook));
  return [...checkRegistered(gates, place.plugin), ...(await tryHooks(gates, place, oneOfEachKind))];
}

type ChooseCases = (cases: readonly GateCase[]) => readonly GateCase[];

const allCases: ChooseCases = (cases) => cases;

/** A call that passes, and one that is denied. */
const oneOfEachKind: ChooseCases = (cases) =>
  (['silent', 'denied'] as const).flatMap((kind) => cases.find(({ expected }) => expected === kind) ?? []);

async function tryHooks(
  hooks: readonly LoadedHook[],
  { env, plugin }: Pick<InstalledGates, 'env' | 'plugin'>,
  choose = allCases,
): Promise<GateCheck[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'party-gates-')));
  try {
    const project = await makeProject(root, env);
    const own = { ...ownEnvironment(env, root), CLAUDE_PLUGIN_ROOT: plugin, CLAUDE_PROJECT_DIR: project };
    const cases = ({ hook, event }: LoadedHook) => choose(casesOf(hook, event, project));
    return await Promise.all(hooks.map((hook) => tryHook(hook, cases(hook), { cwd: project, env: own })));
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkSurroundings({ env, cwd }: Pick<Machine, 'env' | 'cwd'>): Promise<GateCheck[]> {
  const node = env['PARTY_NODE'];
  const found = node && existsSync(node) ? node : findProgram('node', env['PATH'] ?? '');
  const switches = await hookSwitches(env, cwd).catch((error: unknown) => [String(error)]);
  return [
    {
      name: 'Node',
      ok: found !== undefined,
      detail: found ?? 'There is no node on the PATH, and PARTY_NODE names none. Install Node.js 20 or newer',
    },
    {
      name: 'settings',
      ok: switches.length === 0,
      detail: switches.length === 0 ? 'nothing turns hooks off' : `Hooks are switched off: ${switches.join('; ')}`,
    },
  ];
}

/** The gates decide by the log, so they are concerned when another program has changed it. */
async function logCheck({ env, cwd }: Pick<Machine, 'env' | 'cwd'>): Promise<GateCheck[]> {
  const found = await checkLog({ cwd, paths: partyPaths(env) });
  return found.lines === 0 && found.ok ? [] : [{ name: 'log', ok: found.ok, detail: logDetail(found) }];
}

/** Working hooks do not help against a running Claude that has not loaded them. */
export async function checkRunning({ env, cwd }: Pick<Machine, 'env' | 'cwd'>): Promise<GateCheck[]> {
  const top = gatedTop(partyPaths(env), cwd);
  if (top === undefined) return [];
  const gateless = await gatelessClaudes(env, top);
  const gone = existsSync(join(top, gateFile)) ? '' : ` (${gateFile} was removed, which does not turn it off)`;
  const detail = `on, and every Claude here has it${gone}`;
  if (gateless.length === 0) return [{ name: 'plan gate', ok: true, detail }];
  return gateless.map((one) => ({
    name: `Claude ${one.pid}`,
    ok: false,
    detail: `Gate on, this Claude has no hooks: ${gatelessText(one, english)}`,
  }));
}

/** The gates, and the tools for which Claude must call each of them. */
const required: Readonly<Record<string, readonly string[]>> = {
  'codex-gate': ['Bash'],
  'pr-gate': ['Bash', 'mcp__github__create_pull_request'],
  'state-gate': ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'mcp__files__write_file'],
  'plan-gate': ['Bash', 'Write', 'Edit', 'NotebookEdit', 'Task', 'mcp__files__write_file'],
};

function checkRegistered(hooks: readonly LoadedHook[], plugin: string): GateCheck[] {
  const file = pluginHooks(plugin);
  return Object.entries(required).flatMap(([name, tools]) => {
    const own = hooks.filter(({ hook, event }) => hook === name && event === 'PreToolUse');
    const open = tools.filter((tool) => !own.some((hook) => hook.awaited && matches(hook.matcher, tool)));
    if (open.length === 0) return [];
    const what =
      own.length === 0
        ? `It is not registered in ${file}`
        : `${file} has it called for other tools, or not as a command that Claude waits for: ${open.join(', ')} can pass`;
    return [{ name, ok: false, detail: `${what}. Install Party again` }];
  });
}

const longestMs = 30_000;

async function tryHook(
  { hook, event, command, script }: LoadedHook,
  cases: readonly GateCase[],
  place: Pick<Machine, 'cwd' | 'env'>,
): Promise<GateCheck> {
  const name = `${hook} (${event})`;
  if (script !== undefined && !existsSync(script)) {
    return { name, ok: false, detail: `Its script ${script} is missing. Install Party again` };
  }
  const failures: string[] = [];
  for (const one of cases) {
    const result = await run('sh', ['-c', command], { ...place, timeoutMs: longestMs, input: one.input });
    if (!isAsExpected(one.expected, result)) failures.push(describe(one, result));
  }
  const detail = failures.length === 0 ? cases.map(({ title }) => title).join(', ') : failures.join('; ');
  return { name, ok: failures.length === 0, detail };
}

function isAsExpected(expected: Expected, { exitCode, stdout, stderr }: RunResult): boolean {
  switch (expected) {
    case 'silent':
      return exitCode === 0 && stdout === '';
    case 'denied':
      return exitCode === 0 && isDenial(stdout);
    case 'closed':
      return (exitCode === 0 && isDenial(stdout)) || (exitCode === 2 && stderr !== '');
    default: {
      const unreachable: never = expected;
      return unreachable;
    }
  }
}

function describe({ title }: GateCase, { exitCode, stdout, stderr, timedOut }: RunResult): string {
  const end = timedOut ? 'did not end' : `exit ${exitCode ?? 'by a signal'}`;
  return `failed: it ${title}. Instead: ${oneLine([end, stdout, stderr].filter(Boolean).join(' '), 160)}`;
}

/** A repository with an unreviewed change. The user's git configuration does not apply to it. */
async function makeProject(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const project = join(root, 'project');
  const who = { GIT_AUTHOR_NAME: 'Party', GIT_AUTHOR_EMAIL: 'party@localhost' };
  const committer = { GIT_COMMITTER_NAME: 'Party', GIT_COMMITTER_EMAIL: 'party@localhost' };
  const own = { PATH: env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1', ...who, ...committer };
  for (const args of [
    ['init', '--quiet', project],
    ['-C', project, 'commit', '--quiet', '--allow-empty', '-m', 'start'],
  ]) {
    const { exitCode, missing, stderr } = await run('git', args, { timeoutMs: longestMs, cwd: root, env: own });
    if (missing) throw new PartyError('COMMAND_FAILED', 'git was not found; the gates need it. Install git');
    if (exitCode !== 0) throw new PartyError('COMMAND_FAILED', `git ${args[0]}: ${oneLine(stderr, 160)}`);
  }
  await writeFile(join(project, 'change.txt'), 'not reviewed\n');
  const gate = join(project, gatedFolder, gateFile);
  await mkdir(dirname(gate), { recursive: true });
  await writeFile(gate, '{}\n');
  return project;
}

/** Keeps the test away from the user's own parties. */
function ownEnvironment(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  return {
    ...env,
    PARTY_SESSION: 'party-gates-check',
    PARTY_HOME: join(root, 'home'),
    PARTY_STATE_ROOT: join(root, 'state'),
    PARTY_MARKER_ROOT: join(root, 'markers'),
  };
}
