// Does Party keep its promises when programs are killed or stopped, disks are full, logs are damaged and clocks jump?
// Minutes, not a unit test; ends by itself.
//   npm run faults -- [--times 30] [--seed N] [--only TEXT]

import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.ts';
import { kinds } from './kinds.ts';
import { Tally } from './tally.ts';

const option = (value: string) => ({ type: 'string' as const, default: value });
const { values } = parseArgs({
  options: { times: option('30'), seed: option(String(Date.now() % 1_000_000)), only: option('') },
});
const [seed, times] = [Number(values.seed), Number(values.times)];
console.log(`seed ${seed}`);
let isKept = true;
for (const kind of kinds().filter(({ name }) => name.includes(values.only))) {
  const tally = new Tally();
  const began = performance.now();
  await kind.run({ random: new Random(seed), times, tally });
  const { injected, checked, violations } = tally;
  const seconds = Math.round((performance.now() - began) / 1000);
  isKept &&= violations.length === 0;
  const word = violations.length === 0 ? 'ok' : 'FAILED';
  console.log(
    `${word}  ${kind.name}: ${injected} faults, ${checked} checks, ${violations.length} violations; ${seconds} s`,
  );
  for (const violation of violations) console.log(`    ${violation}`);
}
console.log(isKept ? 'passed' : `FAILED; the same faults again: npm run faults -- --seed ${seed} --times ${times}`);
process.exit(isKept ? 0 : 1);
