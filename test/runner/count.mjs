// Counts the cases of each ring without running them, so that a reorganization of the tests can show that none is lost.
//   node24 test/runner/count.mjs [--titles] [RING…]
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { root } from './places.mjs';
import { testFiles } from './ring.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { titles: { type: 'boolean' } } });
const test = join(root, 'test');
const folders = readdirSync(test, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const wanted = folders
  .map((entry) => entry.name)
  .filter((name) => positionals.length === 0 || positionals.includes(name));

for (const ring of wanted) {
  const files = testFiles(join(test, ring));
  if (files.length === 0) continue;
  const titles = await casesOf(files);
  if (values.titles) for (const { file, title } of titles) console.log(`${relative(root, file)}\t${title}`);
  else
    console.log(
      `${ring.padEnd(10)} ${String(files.length).padStart(4)} files ${String(titles.length).padStart(5)} cases`,
    );
}
// A file may start something when it is loaded, such as a timer, that nothing stops when no test runs.
process.exit(0);

/** @param {string[]} files */
async function casesOf(files) {
  const mocha = new Mocha({ reporter: 'dot', dryRun: true });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  /** @type {{ file: string, title: string }[]} */
  const cases = [];
  mocha.suite.eachTest((one) => cases.push({ file: one.file ?? '', title: one.title }));
  return cases;
}
