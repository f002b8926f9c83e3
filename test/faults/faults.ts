// Does Party keep its promises when programs are killed or stopped, disks are full, logs are damaged and clocks jump?
// Minutes, not a unit test; ends by itself. Writes its part of docs/figures.md, unless only some kinds are wanted.
//   npm run faults -- [--times 30] [--seed N] [--only TEXT]

import { parseArgs } from 'node:util';
import { type Table, versionOf, writeFigures } from '../bench/figures.ts';
import { Random } from '../fuzz/random.ts';
import { installPrograms } from '../runner/install.mjs';
import { node20 } from '../support/sandbox.ts';
import { controls, runControl } from './controls.ts';
import { kinds } from './kinds.ts';
import { Tally } from './tally.ts';

const option = (value: string) => ({ type: 'string' as const, default: value });
const { values } = parseArgs({
  options: { times: option('30'), seed: option(String(Date.now() % 1_000_000)), only: option('') },
});
const [seed, times] = [Number(values.seed), Number(values.times)];
await installPrograms('git', 'tmux');

let isKept = true;
console.log(`seed ${seed}`);
const measured = await injectAll();
const blind = values.only === '' ? await findOut() : [];
if (values.only === '') {
  writeFigures({
    ...{ command: 'npm run faults', args: ['--times', String(times), '--seed', String(seed)] },
    tables: [measured, control(blind)],
    versions: [
      `Node ${versionOf(node20, '--version')}`,
      `tmux ${versionOf('tmux', '-V')}`,
      `git ${versionOf('git', '--version')}`,
    ],
  });
}
console.log(isKept ? 'passed' : `FAILED; the same faults again: npm run faults -- --times ${times} --seed ${seed}`);
// A program that the tests keep warm would keep us running.
process.exit(isKept ? 0 : 1);

async function injectAll(): Promise<Table> {
  const rows: string[][] = [];
  for (const { name, means, promise, run } of kinds().filter((kind) => kind.name.includes(values.only))) {
    const tally = new Tally();
    const began = performance.now();
    await run({ random: new Random(seed), times, tally });
    const { injected, checked, violations } = tally;
    const seconds = Math.round((performance.now() - began) / 1000);
    const isFine = violations.length === 0 && injected > 0;
    isKept &&= isFine;
    const word = isFine ? 'ok' : 'FAILED';
    console.log(
      `${word}  ${name}: ${injected} faults, ${checked} checks, ${violations.length} violations; ${seconds} s`,
    );
    for (const violation of violations) console.log(`    ${violation}`);
    rows.push([`${name}: ${means}`, promise, `${injected}`, `${checked}`, `${violations.length}`]);
  }
  // Without any fault nothing was tried.
  isKept &&= rows.length > 0;
  return {
    title: 'Faults',
    about:
      'The shipped programs, on real tmux and git, meet faults at moments chosen by the seed. After each fault the ' +
      'promises are checked. The yardstick is 0 violations.',
    head: ['fault', 'promise', 'faults', 'checks', 'violations'],
    rows,
  };
}

async function findOut(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, one] of Object.entries(controls)) {
    const { violations } = await runControl(one, seed);
    isKept &&= violations.length > 0;
    console.log(`control, a program that ${name}: ${violations[0] ?? 'found NOTHING'}`);
    rows.push([`a program that ${name}`, `${violations.length}`]);
  }
  return rows;
}

function control(rows: readonly (readonly string[])[]): Table {
  return {
    title: 'Faults: what the checks can see',
    about: 'The same checks, with a program in the place of `party` that breaks a promise each of 6 times.',
    head: ['control', 'violations found'],
    rows,
  };
}
