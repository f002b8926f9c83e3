// The bundles that ship: small enough, readable by the oldest Node that users have, and loaded only where they are
// needed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { asciiText, options, removeFolder } from '../../build.mjs';
import { hookNames } from '../../src/core/gates/hooks.ts';
import { root } from '../runner/places.mjs';
import { until } from '../support/sandbox.ts';

const kB = 1000;
/** The measured size and a little more. A bundle that outgrows its budget has a new library or a good reason. */
const budgets: Readonly<Record<string, number>> = {
  // Every window loads this one; the other one when it has something to show.
  extension: 20 * kB,
  // Findings where one reads (hovers, links, patches, several at once) are 21 kB of it.
  'extension-window': 690 * kB,
  // Every call of `party`, and every hook that starts Node, loads one of these two.
  cli: 15.8 * kB,
  // What the npm package runs first: it copies the version to a place that stays.
  npm: 9 * kB,
  hook: 8.9 * kB,
  'cli-collab': 381 * kB,
  'cli-evidence': 148 * kB,
  // The library of the protocol is more than half of it.
  'cli-completing': 48 * kB,
  'cli-installing': 80 * kB,
  'cli-mcp': 1001 * kB,
  'cli-messages': 144 * kB,
  'cli-panes': 77 * kB,
  'cli-plans': 387 * kB,
  'cli-reviews': 433 * kB,
  'cli-starting': 321 * kB,
  'cli-status': 235 * kB,
  // A reply to a finding may go to an agent as a message.
  'cli-tasks': 325 * kB,
  'cli-upkeep': 326 * kB,
  'hook-agent-trace': 105 * kB,
  'hook-bash-drift': 82 * kB,
  // The reader of Bash is in three of the gates; codex-gate also judges what a line writes.
  'hook-codex-gate': 86 * kB,
  'hook-codex-notify': 41 * kB,
  'hook-codex-trace': 137 * kB,
  'hook-collab-stop': 17 * kB,
  'hook-marker-invalidate': 36 * kB,
  'hook-permission-request': 19 * kB,
  'hook-plan-gate': 67 * kB,
  'hook-plan-review': 34 * kB,
  'hook-pr-gate': 111 * kB,
  'hook-session-cleanup': 18 * kB,
  'hook-skill-eval': 27 * kB,
  'hook-skill-marker': 22 * kB,
  'hook-state-gate': 27 * kB,
  'hook-stop': 32 * kB,
  'hook-worktree-guard': 63 * kB,
  // What a few calls need.
  'facts-asking': 22 * kB,
  'facts-plan': 76 * kB,
  'facts-questions': 19 * kB,
  'facts-review': 105 * kB,
  'facts-state': 23 * kB,
  'facts-tools': 17 * kB,
  'facts-word': 77.5 * kB,
  'part-giveBack': 98 * kB,
  unbash: 123 * kB,
  zod: 51 * kB,
};
const late = [
  'facts-asking',
  'facts-plan',
  'facts-questions',
  'facts-review',
  'facts-state',
  'facts-tools',
  'facts-word',
  'part-giveBack',
  'unbash',
  'zod',
];
/** The download grows with every bundle that holds the same code again, as those of the hooks do: a start loads less. */
const budgetOfAll = 6100 * kB;

describe('bundles', () => {
  let directory: string;
  let outputs: Metafile['outputs'];

  before(async function () {
    // Everything is built, which takes long on a busy machine.
    this.timeout(120_000);
    directory = mkdtempSync(join(tmpdir(), 'party-bundles-'));
    const place = { absWorkingDir: root, outdir: directory, minify: true, sourcemap: false } as const;
    const built = await Promise.all(Object.values(options).map((one) => build({ ...one, ...place })));
    outputs = Object.assign({}, ...built.map(({ metafile }) => metafile?.outputs ?? {}));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  function bundle(name: string): Metafile['outputs'][string] {
    const found = Object.entries(outputs).find(([file]) => basename(file) === `${name}.cjs`)?.[1];
    assert.ok(found, `there is no ${name}.cjs`);
    return found;
  }

  /** The sources of which the bundle contains some code. */
  function sourcesOf(name: string): string[] {
    const inputs = Object.entries(bundle(name).inputs);
    return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  }

  it('extension-window.cjs has nothing that asks GitHub or changes tasks: the program does', () => {
    const used = sourcesOf('extension-window');
    assert.ok(used.includes('src/node/tasks/files/reader.ts'));
    const acting = /^src\/node\/tasks\/(files\/storage|openTasks|findingTask|github\/(?!detectRepo)\w+)\.ts$/;
    assert.deepEqual(
      used.filter((file) => acting.test(file)),
      [],
    );
  });

  it('the files of a build are ASCII, and mean the same', () => {
    // One other character makes V8 keep two bytes for each character of the file.
    const built = Object.keys(budgets).map((name) => readFileSync(join(root, 'dist', `${name}.cjs`), 'latin1'));
    assert.deepEqual(
      built.filter((text) => /[^\0-\x7f]/.test(text)),
      [],
    );
    assert.equal(asciiText('/[\u276f\u{1f600}]/u'), '/[\\u276f\\ud83d\\ude00]/u');
  });

  it('are built while programs write what V8 has compiled of them', async () => {
    const folder = join(directory, 'compiled');
    const write = 'n=0; while :; do echo >"$0/$1.$n" || mkdir "$0"; n=$((n + 1)); done 2>/dev/null';
    // Four, so that one of them often has looked the folder up when it gets another name.
    const writers = ['a', 'b', 'c', 'd'].map((name) => spawn('sh', ['-c', write, folder, name], { stdio: 'ignore' }));
    try {
      for (let times = 0; times < 5; times++) {
        await until('a file in it', () => existsSync(folder) && readdirSync(folder).length > 0);
        removeFolder(folder);
      }
    } finally {
      const ended = writers.map((writer) => once(writer, 'exit'));
      for (const writer of writers) writer.kill('SIGKILL');
      await Promise.all(ended);
    }
    removeFolder(folder);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.includes('compiled')),
      [],
    );
  });

  it('each has a budget', () => {
    const names = Object.keys(outputs).map((file) => basename(file, '.cjs'));
    assert.deepEqual(names.sort(), Object.keys(budgets).sort());
  });

  it(`all of them are at most ${budgetOfAll / kB} kB`, () => {
    const size = Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(size <= budgetOfAll, `they have ${size} bytes`);
  });

  const othersOf = (entry: string) => Object.keys(budgets).filter((name) => name.startsWith(`${entry}-`));

  for (const entry of ['cli', 'hook', 'extension']) {
    it(`${entry}.cjs has no library, because it runs before Party knows which bundle it needs`, () => {
      assert.deepEqual(
        sourcesOf(entry).filter((file) => file.includes('node_modules')),
        [],
      );
    });
  }

  it('cli.cjs loads the bundles of the verbs', () => {
    const loaded = bundle('cli').imports.filter(({ path }) => path.startsWith('./'));
    assert.deepEqual(
      loaded.map(({ path }) => path).sort(),
      othersOf('cli')
        .map((name) => `./${name}.cjs`)
        .sort(),
    );
    for (const name of othersOf('cli')) {
      assert.equal(bundle(name).entryPoint, `src/cli/programs/${name.slice('cli-'.length)}.ts`);
    }
  });

  it('each hook is in the bundle that hook.cjs loads for it', () => {
    for (const name of hookNames) {
      const { hooks: found } = createRequire(import.meta.url)(join(directory, `hook-${name}.cjs`));
      assert.equal(typeof found[name], 'function', name);
    }
    assert.deepEqual(hookNames.map((name) => `hook-${name}`).sort(), othersOf('hook').sort());
  });

  // A process that runs for hours must not need a file that an update has removed since. Hooks end after seconds.
  it('only the entries of party and of hooks load other bundles, except that a hook loads what few calls need', () => {
    for (const name of Object.keys(budgets).filter((one) => one !== 'cli' && one !== 'hook')) {
      const files = bundle(name).imports.filter(({ path }) => path.startsWith('.'));
      const allowed = /^(?:hook|facts)-/.test(name) ? late.map((one) => `./${one}.cjs`) : [];
      assert.deepEqual(
        files.map(({ path }) => path).filter((path) => !allowed.includes(path)),
        [],
        name,
      );
    }
  });

  it('only cli-mcp.cjs holds the library of the protocol', () => {
    const holders = Object.keys(budgets).filter((name) =>
      sourcesOf(name).some((file) => file.includes('node_modules/@modelcontextprotocol/')),
    );
    assert.deepEqual(holders, ['cli-mcp']);
  });

  it('only their own files hold Zod and the parser of Bash', () => {
    // The library of the protocol needs all of Zod, and a server starts once.
    const own = ['unbash', 'zod', 'cli-mcp'];
    for (const name of Object.keys(budgets).filter((one) => !own.includes(one))) {
      const libraries = sourcesOf(name).filter((file) =>
        /node_modules\/(?:zod|unbash)\/(?!dist\/traversal)/.test(file),
      );
      assert.deepEqual(libraries, [], name);
    }
  });

  for (const [name, budget] of Object.entries(budgets)) {
    it(`${name}.cjs is at most ${budget / kB} kB`, () => {
      const { size } = statSync(join(directory, `${name}.cjs`));
      assert.ok(size <= budget, `${name}.cjs has ${size} bytes`);
    });

    it(`${name}.cjs is understood by Node 20`, () => {
      const node = process.env['PARTY_TEST_NODE20'] ?? process.execPath;
      const { status, stderr } = spawnSync(node, ['--check', join(directory, `${name}.cjs`)], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    });
  }
});
