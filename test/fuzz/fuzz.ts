// Does anything that the plan gate allows change something? Minutes, not a unit test.
//   npm run fuzz -- [--lines 20000] [--each 50] [--seed N]

import { parseArgs } from 'node:util';
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
for (const [name, gate] of Object.entries(weakGates)) {
  const { changes, ran } = await fuzz({ seed, lines: 4000, each: 0, path, gate, first: true });
  console.log(`control, a gate without ${name}: ${changes.length === 0 ? 'found NOTHING' : changes[0]} (${ran} lines)`);
  if (changes.length === 0) blind++;
}
const ok =
  real.changes.length === 0 && real.hung.length === 0 && real.least >= each && real.ran >= lines && blind === 0;
console.log(ok ? 'passed' : 'FAILED');
process.exitCode = ok ? 0 : 1;
