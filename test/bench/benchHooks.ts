// The hooks of Claude Code: those with nothing to do beside an empty shell, those that decide beside an empty Node, and
// both beside a gate of bash and jq.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject } from '../support/project.ts';
import { repository, type Sandbox } from '../support/sandbox.ts';
import { goal, ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';
import { callsOf, countedText, sideBySide } from './ownCalls.ts';

const hooks = join(repository, 'resources/claude/hooks');
export const script = (hook: string) => ['sh', join(hooks, `${hook}.sh`)] as const;
const byHand = ['bash', join(import.meta.dirname, 'yardsticks/gate.sh')] as const;

export function benchHooks(place: Place): Table[] {
  const inputs = new Inputs(place);
  return [quietHooks(place, inputs), decidingHooks(place, inputs)];
}

/** Writes what the client tells a hook, as long as a real one. */
export class Inputs {
  readonly gated: string;
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    this.gated = newProject({ box: place.box, name: 'gated', git: true }).top;
    mkdirSync(join(this.gated, '.claude/review'), { recursive: true });
    writeFileSync(join(this.gated, '.claude/review/gate.json'), '{}');
  }

  write(name: string, fields: object): string {
    const file = join(this.#place.box.root, `${name}.json`);
    const session_id = '0b1c8f6e-5f0e-4c6e-9d0e-3f1f6a2b7c8d';
    const transcript_path = `/home/someone/.claude/projects/-home-someone-project/${session_id}.jsonl`;
    const common = { session_id, transcript_path, cwd: this.#place.project, permission_mode: 'acceptEdits' };
    writeFileSync(file, JSON.stringify({ ...common, hook_event_name: 'PreToolUse', ...fields }));
    return file;
  }

  bash(name: string, command: string, more: object = {}): string {
    return this.write(name, { tool_name: 'Bash', tool_input: { command, description: 'Runs it' }, ...more });
  }
}

function quietHooks({ box, project, rounds }: Place, inputs: Inputs): Table {
  const ls = inputs.bash('ls', 'ls -la');
  const edit = inputs.write('edit', { tool_name: 'Edit', tool_input: { file_path: join(project, 'x.ts') } });
  const long = inputs.bash('long', `cat > x <<'E'\n${'a line of a long command\n'.repeat(200)}E`);
  // A party without messages: those of the other tables wait, and then `stop` has something to do.
  const quiet = { cwd: project, env: { ...box.env, PARTY_SESSION: 'party-quiet' }, times: 20 };
  const hook = (name: string, input: string): Case => ({ name, argv: script(name), input, ...quiet });
  const cases: Case[] = [
    { name: 'sh -c :', argv: ['sh', '-c', ':'], ...quiet },
    { ...hook('pr-gate', ls), name: 'pr-gate, not in a party', env: box.env },
    hook('codex-gate', ls),
    hook('pr-gate', ls),
    hook('worktree-guard', ls),
    hook('plan-gate', ls),
    { ...hook('state-gate', edit), env: { ...quiet.env, CLAUDE_PROJECT_DIR: project } },
    hook('codex-trace', ls),
    hook('marker-invalidate', edit),
    hook('skill-eval', inputs.write('prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'hello' })),
    hook('stop', inputs.write('stop', { hook_event_name: 'Stop', last_assistant_message: '' })),
    { ...hook('worktree-guard', long), name: 'worktree-guard, a command of 5 kB' },
    { name: 'bash and jq, by hand', argv: byHand, input: ls, ...quiet },
  ];
  const times = measure(cases, rounds);
  return {
    title: 'Hooks with nothing to do',
    about: 'Beside an empty shell. Most calls of tools are of this kind. By hand: test/bench/yardsticks/gate.sh.',
    head: ['', 'sh', 'goal'],
    rows: cases.map(({ name, argv }) => {
      const beside = (times.get(name) ?? 0) / (times.get('sh -c :') ?? 1);
      return [name, ratio(beside), goal([beside], argv[1]?.startsWith(hooks) === true ? [1.5] : undefined)];
    }),
  };
}

type Call = readonly [hook: string, input: string];

function decidingCalls({ box }: Place, inputs: Inputs): Readonly<Record<string, Call>> {
  const inGated = { cwd: inputs.gated };
  const own = { tool_name: 'Edit', tool_input: { file_path: join(box.partyHome, 'x.json') } };
  const edit = { ...inGated, tool_name: 'Edit', tool_input: { file_path: join(inputs.gated, 'x.ts') } };
  return {
    'pr-gate: a mention': ['pr-gate', inputs.bash('mention', 'echo "gh pr create"')],
    'worktree-guard: a branch': ['worktree-guard', inputs.bash('branch', 'git checkout -b x')],
    'plan-gate: ls': ['plan-gate', inputs.bash('gatedLs', 'ls -la', inGated)],
    'plan-gate: a file': ['plan-gate', inputs.write('gatedEdit', edit)],
    'plan-gate: git status, which asks git': ['plan-gate', inputs.bash('gatedGit', 'git status', inGated)],
    "state-gate: a file of Party's": ['state-gate', inputs.write('ownFile', own)],
    'codex-gate: a review, which asks git': ['codex-gate', inputs.bash('review', 'tmux-codex.sh --review')],
    [pullRequest]: ['pr-gate', inputs.bash('create', 'gh pr create')],
    'skill-eval: a hint': ['skill-eval', inputs.write('hint', { prompt: 'fix the bug' })],
    'session-cleanup': ['session-cleanup', inputs.write('ended', { hook_event_name: 'SessionEnd', reason: 'other' })],
  };
}

const empty = 'an empty Node';
const pullRequest = 'pr-gate: a pull request, which asks git';
const pullRequestByHand = 'bash and jq, by hand: a pull request';

function decidingHooks(place: Place, inputs: Inputs): Table {
  const { box, project, session, rounds } = place;
  const calls = decidingCalls(place, inputs);
  const common = { env: { ...box.env, PARTY_SESSION: session }, times: 2 };
  const ofHook = (name: string, [hook, input]: Call): Case => {
    const cwd = name.startsWith('plan-gate') ? inputs.gated : project;
    return { name, argv: script(hook), cwd, input, ...common };
  };
  const hookCases = Object.entries(calls).map(([name, call]) => ofHook(name, call));
  /** By the name of the hook that asks git: the same calls without it. */
  const asked = new Map(
    hookCases.filter(({ name }) => name.includes('asks git')).map((one) => [one.name, asks(box, one)]),
  );
  const input = calls[pullRequest]?.[1] ?? '';
  const cases: Case[] = [
    { name: empty, argv: ['sh', '-c', 'exec "$PARTY_NODE" -e 0'], cwd: project, ...common },
    ...hookCases.flatMap((one) => [...(asked.has(one.name) ? [asked.get(one.name) ?? one] : []), one]),
    { name: pullRequestByHand, argv: byHand, cwd: project, input, ...common },
  ];
  const onEach = nodes.flatMap((node) => cases.map((one) => onNode(one, node)));
  const times = measure(onEach, rounds);
  const time = (name: string, node: NamedNode) => times.get(`${name} ${node.name}`) ?? 0;
  const beside = (name: string) => nodes.map((node) => time(name, node) / time(empty, node));
  const goalsOf = (name: string) => {
    if (!Object.hasOwn(calls, name)) return undefined;
    const git = asked.get(name);
    return [1.2, 1.5].map((one, index) => one + ((git && beside(git.name)[index]) ?? 0));
  };
  return {
    title: 'Hooks that decide',
    about:
      'Beside an empty start of the same Node, script and all. The goal of a hook that asks git has the row before it added, which has the same calls. A gate by hand looks at marker files, and at no code.',
    head: ['', ...nodes.map(({ name }) => name), 'goal'],
    rows: cases.map(({ name }) => [name, ...beside(name).map((one) => ratio(one)), goal(beside(name), goalsOf(name))]),
  };
}

function asks(box: Sandbox, one: Case): Case {
  const calls = callsOf(box, one);
  const { input, ...rest } = one;
  const name = `${countedText(calls)} side by side, as in ${one.name.replace(', which asks git', '')}`;
  return { ...rest, name, argv: ['sh', '-c', sideBySide(calls)] };
}

function onNode(one: Case, node: NamedNode): Case {
  return { ...one, name: `${one.name} ${node.name}`, env: { ...one.env, PARTY_NODE: node.path } };
}
