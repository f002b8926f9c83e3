// What things cost, as ratios within one run: a machine's seconds mean nothing on another machine.

import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node20, repository, Sandbox } from './support/sandbox.ts';

const box = new Sandbox();
const project = box.project();
const hook = join(repository, 'resources/claude/hooks/session-cleanup.sh');
// From a file, because a hook that has nothing to do does not read its input.
const event = join(box.root, 'event.json');
writeFileSync(
  event,
  JSON.stringify({
    session_id: 's',
    cwd: project,
    hook_event_name: 'SessionEnd',
    transcript_path: '',
    reason: 'other',
  }),
);

interface Case {
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly against: string;
  readonly env?: Record<string, string>;
  readonly input?: string;
}

const cases: readonly Case[] = [
  { name: 'sh', argv: ['sh', '-c', ':'], against: 'sh' },
  { name: 'node', argv: [node20, '-e', '0'], against: 'node' },
  { name: 'hook, not in a party', argv: ['sh', hook], against: 'sh', input: event },
  {
    name: 'hook, in a party',
    argv: ['sh', hook],
    against: 'node',
    input: event,
    env: { PARTY_SESSION: 'party-bench' },
  },
  { name: 'party --version', argv: ['sh', join(repository, 'resources/bin/party'), '--version'], against: 'node' },
  { name: 'party status', argv: ['sh', join(repository, 'resources/bin/party'), 'status'], against: 'node' },
];

function once({ argv: [file, ...args], env, input = '/dev/null' }: Case): number {
  const stdin = openSync(input, 'r');
  const began = performance.now();
  execFileSync(file, args, {
    cwd: project,
    env: { ...box.env, PARTY_NODE: node20, ...env },
    stdio: [stdin, 'pipe', 'inherit'],
  });
  const took = performance.now() - began;
  closeSync(stdin);
  return took;
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
  for (const { name, against } of cases) {
    const own = medians.get(name) ?? 0;
    const ratio = own / (medians.get(against) ?? 1);
    console.log(`${name.padEnd(24)}${own.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2).padStart(6)} × ${against}`);
  }
} finally {
  await box.dispose();
}
