// Does anything that the plan gate allows change something? Minutes, not a unit test.
//   npm run fuzz -- [--lines 20000] [--each 50] [--seed N]

import { parseArgs } from 'node:util';
import { versionOf, writeFigures } from '../bench/figures.ts';
import { fuzz, realGate, weakGates } from './planGate.ts';
import { pathWithRipgrep } from './ripgrep.ts';

const option = (value: string) => ({ type: 'string' as const, default: value });
const { values } = parseArgs({
  options: { lines: option('20000'), each: option('50'), seed: option(String(Date.now() % 1_000_000)) },
});
const [seed, lines, each] = [Number(values.seed), Number(values.lines), Number(values.each)];
const path = pathWithRipgrep();
const told = process.stderr.isTTY ? (text: string) => process.stderr.write(`\r${text} `) : undefined;

console.log(`seed ${seed}`);
const real = await fuzz({ seed, lines, each, path, gate: realGate, ...(told && { told }) });
console.log(
  `\n${real.ran} lines run of ${real.judged} judged; each of ${real.flags} flags at least ${real.least} times`,
);
console.log(`${real.changes.length} changed something, ${real.hung.length} did not end`);
for (const line of [...real.changes, ...real.hung.map((text) => `did not end: ${JSON.stringify(text)}`)])
  console.log(line);
if (real.neverWell.length > 0) console.log(`never ended well here: ${real.neverWell.join(', ')}`);

let blind = 0;
const found: string[][] = [];
for (const [name, gate] of Object.entries(weakGates)) {
  const { changes, ran } = await fuzz({ seed, lines: 4000, each: 0, path, gate, first: true });
  console.log(`control, a gate without ${name}: ${changes.length === 0 ? 'found NOTHING' : changes[0]} (${ran} lines)`);
  found.push([`without ${name}`, `${ran}`, changes.length === 0 ? 'no' : 'yes']);
  if (changes.length === 0) blind++;
}
const ok =
  real.changes.length === 0 && real.hung.length === 0 && real.least >= each && real.ran >= lines && blind === 0;
writeFigures({
  ...{ command: 'npm run fuzz', args: ['--lines', `${lines}`, '--each', `${each}`, '--seed', `${seed}`] },
  tables: [
    {
      title: 'What the plan gate allows',
      about:
        'Random lines of Bash are shown to the plan gate, and those that it allows are run in a repository that was made ' +
        'to be hostile. The yardstick is that no file, no reference and no index changes, and that every line ends.',
      head: ['', 'judged', 'allowed and run', 'changed something', 'did not end', 'flags', 'least runs of a flag'],
      rows: [
        [
          'the plan gate',
          ...[real.judged, real.ran, real.changes.length, real.hung.length, real.flags, real.least].map(String),
        ],
      ],
    },
    {
      title: 'What the fuzzing can see',
      about: 'The same, with gates that lack one rule: a change has to be found.',
      head: ['gate', 'lines run until then', 'found out'],
      rows: found,
    },
  ],
  versions: [`Node ${versionOf(process.execPath, '--version')}`, `git ${versionOf('git', '--version')}`],
});
console.log(ok ? 'passed' : 'FAILED');
process.exitCode = ok ? 0 : 1;
