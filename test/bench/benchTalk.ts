// `party talk` until the program in the pane has the line, beside the least that it takes and beside a small program
// that types without a look.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, until } from '../support/sandbox.ts';
import { goal, ratio, type Table } from './figures.ts';
import { median } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';

const ways: Readonly<Record<string, (node: NamedNode, text: string) => readonly [string, ...string[]]>> = {
  'party talk': (_, text) => ['sh', join(repository, 'resources/bin/party'), 'talk', 'gauge', text],
  'a small program that types without a look': ({ path }, text) =>
    [...[path, join(import.meta.dirname, 'yardsticks/talk.mjs'), 'gauge', text]] as [string, ...string[]],
};
const least = 'an empty Node and 3 calls of tmux';

export async function benchTalk({ box, project, rounds }: Place): Promise<Table> {
  const got = join(box.root, 'gauge');
  writeFileSync(got, '');
  const reader = `while IFS= read -r line; do printf '%s\\n' "$line" >>'${got}'; done`;
  const made = await box.tmux(
    'new-session',
    '-d',
    '-P',
    '-F',
    '#{pane_id}',
    '-s',
    'gauge',
    '-x',
    '200',
    'sh',
    '-c',
    reader,
  );
  const pane = made.stdout.trim();
  writeFileSync(join(project, 'tmux-team.json'), JSON.stringify({ gauge: { pane } }));
  const times = new Map<string, number[]>();
  const note = (way: string, ms: number) => times.set(way, [...(times.get(way) ?? []), ms]);
  for (let round = 0; round < rounds; round++) {
    for (const node of nodes) {
      const settings = { cwd: project, env: { ...box.env, PARTY_NODE: node.path }, stdio: 'ignore' } as const;
      const began = performance.now();
      execFileSync(node.path, ['-e', '0'], settings);
      for (let call = 0; call < 3; call++) {
        execFileSync('tmux', ['-L', box.socket, 'display-message', '-p', '-t', pane, '#{pane_id}'], settings);
      }
      note(`${least} ${node.name}`, performance.now() - began);
      for (const [way, argv] of Object.entries(ways)) {
        const text = `line ${round} of ${way} on ${node.name}`;
        const [file, ...args] = argv(node, text);
        const start = Date.now();
        execFileSync(file, args, settings);
        await until('the line in the pane', () => readFileSync(got, 'utf8').includes(text));
        // The time at which the program in the pane wrote it down: looking there would take time of its own.
        note(`${way} ${node.name}`, statSync(got).mtimeMs - start);
      }
    }
  }
  const time = (way: string, { name }: NamedNode) => median(times.get(`${way} ${name}`) ?? []);
  return {
    title: 'A message until it is there',
    about: `Beside ${least}. Party also looks whether it is safe to type, and confirms what it typed. The small program is test/bench/yardsticks/talk.mjs.`,
    head: ['', ...nodes.map(({ name }) => name), 'goal'],
    rows: [least, ...Object.keys(ways)].map((way) => {
      const beside = nodes.map((node) => time(way, node) / time(least, node));
      return [way, ...beside.map((one) => ratio(one)), goal(beside, way === 'party talk' ? [1.6, 1.6] : undefined)];
    }),
  };
}
