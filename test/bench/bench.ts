// What things cost, as ratios within one run: a machine's seconds mean nothing on another machine.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseBash } from '../../src/core/gates/plan/gateBash.ts';
import { newProject } from '../support/project.ts';
import { node20, repository, Sandbox } from '../support/sandbox.ts';
import { benchTasks } from './benchTasks.ts';

const box = new Sandbox();
const { top: project } = newProject({ box, git: true });
const hooks = join(repository, 'resources/claude/hooks');

/** From a file, because a hook that has nothing to do need not read its input. */
function input(name: string, fields: object): string {
  const file = join(box.root, `${name}.json`);
  const common = { session_id: 's', transcript_path: '', cwd: project, hook_event_name: name };
  writeFileSync(file, JSON.stringify({ ...common, ...fields }));
  return file;
}
const bash = (name: string, command: string) => input(name, { tool_name: 'Bash', tool_input: { command } });
const ended = input('SessionEnd', { reason: 'other' });
const agent = input('SubagentStop', { agent_id: 'a', agent_type: 'other', last_assistant_message: '' });
const skill = input('Skill', { tool_name: 'Skill', tool_input: { skill: 'x' } });
const edit = input('Edit', { tool_name: 'Edit', tool_input: { file_path: join(project, 'x.ts') } });
const ls = bash('ls', 'ls -la');
const inParty = { PARTY_SESSION: 'party-bench' };
const gatedProject = makeGated();
const large = makeLarge();
const createInLarge = input('createInLarge', {
  cwd: large,
  tool_name: 'Bash',
  tool_input: { command: 'gh pr create' },
});

interface Case {
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly against: string;
  readonly env?: Record<string, string>;
  readonly input?: string;
  readonly cwd?: string;
}

const cases: readonly Case[] = [
  { name: 'sh', argv: ['sh', '-c', ':'], against: 'sh' },
  { name: 'node', argv: [node20, '-e', '0'], against: 'node' },
  { name: 'hook, not in a party', argv: ['sh', join(hooks, 'pr-gate.sh')], against: 'sh', input: ls },
  // Most calls: in a party, and nothing to do.
  ...quiet('codex-gate', ls),
  ...quiet('pr-gate', ls),
  ...quiet('worktree-guard', ls),
  ...quiet('plan-gate', ls),
  ...quiet('codex-trace', ls),
  ...quiet('marker-invalidate', edit),
  ...quiet('skill-eval', input('UserPromptSubmit', { prompt: 'hello' })),
  ...quiet('stop', input('Stop', { last_assistant_message: '' })),
  // Those that decide or write something down.
  ...busy('pr-gate', 'a mention', bash('mention', 'echo "gh pr create"')),
  ...busy('pr-gate', 'a pull request', bash('create', 'gh pr create')),
  ...busy('codex-gate', 'a review', bash('review', 'tmux-codex.sh --review')),
  ...busy('worktree-guard', 'a branch', bash('branch', 'git checkout -b x')),
  ...gated('a file', inGated('edit', { tool_name: 'Edit', tool_input: { file_path: join(gatedProject, 'x.ts') } })),
  ...gated('ls', inGated('gatedLs', { tool_name: 'Bash', tool_input: { command: 'ls -la' } })),
  ...gated('git status', inGated('gatedStatus', { tool_name: 'Bash', tool_input: { command: 'git status' } })),
  ...busy('codex-trace', 'a review', bash('trace', 'tmux-codex.sh --review')),
  ...busy('agent-trace', 'an agent', agent),
  ...busy('skill-marker', 'a skill', skill),
  ...busy('session-cleanup', 'an end', ended),
  {
    name: 'git status, 100,000 files',
    argv: ['git', 'status', '--short'],
    against: 'git status, 100,000 files',
    cwd: large,
  },
  ...busy('pr-gate', '100,000 files', createInLarge).map((one) => ({ ...one, against: 'git status, 100,000 files' })),
  { name: 'party --version', argv: ['sh', join(repository, 'resources/bin/party'), '--version'], against: 'node' },
  { name: 'party status', argv: ['sh', join(repository, 'resources/bin/party'), 'status'], against: 'node' },
];

function quiet(hook: string, file: string): Case[] {
  const argv = ['sh', join(hooks, `${hook}.sh`)] as const;
  return [{ name: `${hook}, nothing to do`, argv, against: 'sh', input: file, env: inParty }];
}

function busy(hook: string, what: string, file: string): Case[] {
  return [
    { name: `${hook}, ${what}`, argv: ['sh', join(hooks, `${hook}.sh`)], against: 'node', input: file, env: inParty },
  ];
}

function makeGated(): string {
  const { top: directory } = newProject({ box, name: 'gated', git: true });
  mkdirSync(join(directory, '.claude/review'), { recursive: true });
  writeFileSync(join(directory, '.claude/review/gate.json'), '{}');
  return directory;
}

function inGated(name: string, fields: object): string {
  return input(name, { cwd: gatedProject, ...fields });
}

/** Where a plan gate is on, every call starts Node. */
function gated(what: string, file: string): Case[] {
  return busy('plan-gate', what, file).map((one) => ({ ...one, cwd: gatedProject }));
}

function makeLarge(): string {
  const large = newProject({ box, name: 'large', git: true });
  const directory = large.top;
  for (let folder = 0; folder < 1000; folder++) {
    mkdirSync(join(directory, `d${folder}`));
    for (let file = 0; file < 100; file++)
      writeFileSync(join(directory, `d${folder}/f${file}.ts`), `${folder} ${file}\n`);
  }
  large.commit('Many files');
  large.git('branch', '--force', 'main');
  writeFileSync(join(directory, 'd1/f1.ts'), 'changed\n');
  return directory;
}

function once({ argv: [file, ...args], env, input = '/dev/null', cwd = project }: Case): number {
  const stdin = openSync(input, 'r');
  const began = performance.now();
  execFileSync(file, args, {
    cwd,
    env: { ...box.env, PARTY_NODE: node20, ...env },
    stdio: [stdin, 'pipe', 'inherit'],
  });
  const took = performance.now() - began;
  closeSync(stdin);
  return took;
}

function decideOften(): number {
  const facts = {
    ...{ cwd: '/p', ripgrepConfig: false },
    git: () => ({
      own: { settings: [], indexHook: false },
      nested: () => [],
      around: () => ({ settings: [], indexHook: false }),
    }),
  };
  const lines = ['git log --oneline -5 -- src', "rg -n 'a|b' src", 'ls; touch x', `rg ${'a'.repeat(4000)}`];
  const times = 5000;
  const began = performance.now();
  for (let round = 0; round < times; round++) for (const line of lines) refuseBash(line, facts);
  return (performance.now() - began) / (times * lines.length);
}

/** The rounds are interleaved, so that a slow moment of the machine hits all alike; the median ignores it. */
function measure(rounds: number): Map<string, number> {
  const times = new Map(cases.map((one) => [one.name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) times.get(one.name)?.push(once(one));
  }
  return new Map([...times].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1] ?? 0]));
}

try {
  await box.party(['start', '--detach', '--agents', 'demo'], { cwd: project });
  const medians = measure(25);
  const decision = decideOften();
  for (const { name, against } of cases) {
    const own = medians.get(name) ?? 0;
    const ratio = own / (medians.get(against) ?? 1);
    console.log(`${name.padEnd(34)}${own.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2).padStart(6)} × ${against}`);
  }
  // In process: what the gate itself takes, of what starting Node takes.
  const share = (medians.get('node') ?? 1) / decision;
  console.log(`plan gate, one decision            ${decision.toFixed(4)} ms   node / ${share.toFixed(0)}`);
  for (const line of await benchTasks()) console.log(line);
} finally {
  await box.dispose();
}
