// Bundles the programs that users run. `--watch` rebuilds on change; `--dev` keeps names and source maps.
// `--scripts` first writes the shell scripts that come from a template, and hooks.json; `--manifest` first writes the declarations of the
// extension's rooms into package.json and package.nls.json; `--docs` then writes docs/cli.md from the verbs' own help.
// Each bundle holds all the code that it needs, because loading one more file takes as long as 12 kB of unused code.
// Code that is called together is bundled together; the entries `cli` and `hook` load one of the other bundles.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');
const here = import.meta.dirname;
/** The folders of what is run or read. */
const shippedFolders = ['.agents', '.claude-plugin', 'dist', 'resources'];

/** What V8 has compiled on this machine (src/node/install/compiledBundles.ts). */
const compiled = 'dist/compiled/';

/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  // The oldest Node that users run the scripts with; the extension host has a newer one.
  target: 'node20',
  format: 'cjs',
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Makes `import()` of a file with its own bundle load that bundle.
 * @type {import('esbuild').Plugin}
 */
const ownBundles = {
  name: 'own bundles',
  setup({ initialOptions, onResolve }) {
    const bundles = new Map(
      Object.entries(initialOptions.entryPoints ?? {}).map(([name, file]) => [resolve(here, String(file)), name]),
    );
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
      const name = kind === 'dynamic-import' ? bundles.get(resolve(resolveDir, path)) : undefined;
      return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
    });
  },
};

/**
 * Makes our code load these modules of Node with the first call of one of their functions: some take as long to load as
 * all of a bundle, and most processes need few of them.
 * @type {import('esbuild').Plugin}
 */
const lateModules = {
  name: 'late modules',
  setup({ onResolve, onLoad }) {
    const filter =
      /^node:(child_process|crypto|tty|fs\/promises|os|readline|stream\/(consumers|promises)|timers\/promises)$/;
    onResolve({ filter }, ({ kind, path, importer }) => {
      const ours = kind === 'import-statement' && importer.startsWith(join(here, 'src'));
      return ours ? { path, namespace: 'late', sideEffects: false } : undefined;
    });
    onLoad({ filter, namespace: 'late' }, async ({ path }) => {
      const exported = Object.entries(await import(path)).filter(([name]) => name !== 'default');
      const functions = exported.filter(([, value]) => typeof value === 'function').map(([name]) => name);
      const late = functions.map((name) => `export const ${name} = (...args) => require('${path}').${name}(...args);`);
      return { contents: late.join('\n') };
    });
  },
};

/**
 * Libraries, and parts of Party, that few calls need: a file each, loaded with the first call of one of their functions.
 * If that fails, a gate denies. `instanceof` does not recognize an error of a part, so parts throw none of Party's.
 */
const libraries = { unbash: 'src/core/shell/parser.ts', zod: 'src/core/base/late/zod.ts' };
const parts = { 'part-giveBack': 'src/node/review/giveBack.ts' };
const late = { ...libraries, ...parts };

/**
 * A hook loads the file when it needs it. The editor and a verb of `party` may run for hours, while an update removes the
 * file: they read the text at their start, which takes a tenth of a millisecond, and compile it when they need it.
 * @type {Readonly<Record<'short' | 'long', (file: string) => string>>}
 */
const loading = {
  short: (file) => `const load = () => require('${file}');`,
  long: (file) => `import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { compiledLater } from './src/core/base/late/latePart.ts';
    const load = compiledLater(() => readFileSync(join(__dirname, '${file}')), { require, __dirname });`,
};

/**
 * @param {'short' | 'long'} run
 * @returns {import('esbuild').Plugin}
 */
const lateLibraries = (run) => ({
  name: 'late libraries',
  setup({ onResolve, onLoad }) {
    // What walks through a tree stays in the bundle. A file that takes more than that from unbash does not build.
    onResolve({ filter: /^unbash$/ }, () => ({ path: join(here, 'node_modules/unbash/dist/traversal.js') }));
    const names = new Map(Object.entries(late).map(([name, file]) => [join(here, file), name]));
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      const isLate = kind !== 'entry-point' && names.has(file);
      return isLate ? { path: file, namespace: 'library', sideEffects: false } : undefined;
    });
    onLoad({ filter: /./, namespace: 'library' }, async ({ path }) => {
      const exported = Object.keys(await evaluate(path));
      const functions = exported.map(
        (name) => `const late_${name} = (...args) => partOf(load, '${name}')(...args);
          export { late_${name} as ${name} };`,
      );
      const part = `import { partOf } from './src/core/base/late/latePart.ts';
        ${loading[run](`./${names.get(path)}.cjs`)}`;
      return { contents: [part, ...functions].join('\n'), resolveDir: here };
    });
  },
});

/** The rooms of the extension: the entry reads them at its start, and compiles them with the first call. */
const rooms = 'extension-window';

/**
 * A window whose projects have nothing of Party compiles only the entry.
 * @type {import('esbuild').Plugin}
 */
const lateRooms = {
  name: 'late rooms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/extension\.ts$/ }, ({ path }) => ({ path, namespace: 'rooms', sideEffects: false }));
    onLoad({ filter: /./, namespace: 'rooms' }, () => ({
      contents: `import { partOf } from './src/core/base/late/latePart.ts';
        ${loading.long(`./${rooms}.cjs`)}
        export const activateRooms = (...args) => partOf(load, 'activateRooms')(...args);`,
      resolveDir: here,
    }));
  },
};

/** @param {string} folder @param {string} prefix */
function entriesOf(folder, prefix) {
  const files = readdirSync(join(here, folder)).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [`${prefix}-${basename(file, '.ts')}`, `${folder}/${file}`]));
}

/**
 * The bundles of the hooks: `hooks:pr-gate` exports the function prGate of src/cli/hooks/prGate.ts.
 * @type {import('esbuild').Plugin}
 */
const hookBundles = {
  name: 'hook bundles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^hooks:/ }, ({ path }) => ({ path: path.slice('hooks:'.length), namespace: 'hooks' }));
    onLoad({ filter: /./, namespace: 'hooks' }, ({ path }) => {
      const code = path.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
      return {
        contents: `import { ${code} } from './${code}.ts';\nexport const hooks = { '${path}': ${code} };`,
        resolveDir: join(here, 'src/cli/hooks'),
      };
    });
  },
};

/** @type {{ hookNames: readonly string[] }} */
const { hookNames } = await evaluate('src/core/gates/hooks.ts');

/**
 * Node's own `import()` would start its ES module loader, which takes longer than most of what we load.
 * @type {import('esbuild').BuildOptions}
 */
const program = { ...common, supported: { 'dynamic-import': false } };

/** @type {Readonly<Record<'entry' | 'extension' | 'verbs' | 'hooks' | 'libraries' | 'parts', import('esbuild').BuildOptions>>} */
export const options = {
  entry: {
    ...common,
    entryPoints: { extension: 'src/extension/entry.ts' },
    plugins: [lateRooms],
    external: ['vscode'],
  },
  extension: {
    ...common,
    entryPoints: { [rooms]: 'src/extension/extension.ts' },
    plugins: [lateLibraries('long')],
    external: ['vscode'],
  },
  verbs: {
    ...program,
    entryPoints: {
      cli: 'src/cli/party/main.ts',
      npm: 'src/cli/install/npmEntry.ts',
      ...entriesOf('src/cli/programs', 'cli'),
    },
    plugins: [ownBundles, lateModules, lateLibraries('long')],
  },
  hooks: {
    ...program,
    entryPoints: {
      hook: 'src/cli/hooks/main.ts',
      ...Object.fromEntries(hookNames.map((name) => [`hook-${name}`, `hooks:${name}`])),
      ...entriesOf('src/cli/hookFacts', 'facts'),
    },
    plugins: [ownBundles, hookBundles, lateModules, lateLibraries('short')],
    external: Object.keys(late).map((file) => `./${file}.cjs`),
  },
  libraries: { ...program, entryPoints: libraries },
  parts: { ...program, entryPoints: parts, plugins: [lateModules, lateLibraries('long')] },
};

/**
 * The content for package.json and package.nls.json, by file name.
 * @returns {Promise<Record<string, string>>}
 */
export async function manifestFiles() {
  const { createManifest } = await evaluate('src/extension/app/manifest.ts');
  const { contributes, texts } = createManifest();
  const before = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  return { 'package.json': json({ ...before, contributes }), 'package.nls.json': json(texts) };
}

async function writeManifest() {
  for (const [name, text] of Object.entries(await manifestFiles())) await replaceFile(join(here, name), text, 0o644);
}

async function writeScripts() {
  const { scripts } = await evaluate('src/core/gates/scripts/scripts.ts');
  for (const [path, text] of Object.entries(scripts)) await replaceFile(join(here, path), text, 0o755);
  const { hooksJson } = await evaluate('src/core/gates/scripts/registration.ts');
  await replaceFile(join(here, hooksJson.path), hooksJson.text, 0o644);
}

/**
 * Leaves a file alone if it is up to date. Otherwise replaces it as a whole, because a hook or a test may run a bundle,
 * and a program may read package.json, at any time.
 * @param {string} file @param {string} text @param {number} mode
 */
async function replaceFile(file, text, mode) {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await writeFile(`${file}.new`, text, { mode, flush: true });
  await rename(`${file}.new`, file);
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The exports of one of our modules. They are bundled first, because Node 20 does not read TypeScript.
 * @param {string} entry
 */
async function evaluate(entry) {
  const one = { bundle: true, format: /** @type {const} */ ('esm'), platform: /** @type {const} */ ('node') };
  const { outputFiles } = await build({ ...one, entryPoints: [resolve(here, entry)], write: false });
  const [module] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(module?.contents ?? '').toString('base64')}`);
}

if (import.meta.filename === process.argv[1]) {
  // A plain build writes neither, so that the tests after it notice a file that is not current.
  if (process.argv.includes('--scripts')) await writeScripts();
  if (process.argv.includes('--manifest')) await writeManifest();
  await bundle();
  if (process.argv.includes('--docs')) await replaceFile(join(here, 'docs/cli.md'), await cliReference(), 0o644);
}

/** The reference of the command line: what the built program says about its verbs. */
export async function cliReference() {
  const { headings, verbGroups } = await evaluate('src/cli/party/headings.ts');
  const parts = verbGroups.map(async (/** @type {{ title: string, verbs: readonly string[] }} */ { title, verbs }) => {
    const texts = await Promise.all(verbs.map((verb) => verbReference(headings[verb])));
    return [`## ${title}`, ...texts].join('\n\n');
  });
  const first = '<!-- Written by npm run build from the help of each verb. Edit the verb in src/cli instead. -->';
  const start = `${first}\n\n# Command line\n\nThe same as \`party VERB --help\`. Every verb also takes \`--json\`, \`--config FILE\`, \`--verbose\` and \`--help\`. Exit\ncodes: 0 done, 1 error, 2 configuration missing, 3 no session, pane or tmux, 4 time-out, 5 conflict, 6 written but not\nsubmitted.`;
  return `${[start, ...(await Promise.all(parts))].join('\n\n')}\n`;
}

/** @param {{ name: string, summary: string }} heading */
async function verbReference({ name, summary }) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'dist/cli.cjs'), 'help', name]);
  const [usage = '', , ...rest] = stdout.trimEnd().split('\n');
  // The last line, about the options of every verb, is the same for all.
  const text = [usage, ...rest.slice(0, -1)].join('\n').trimEnd();
  return `### party ${name}\n\n${summary}.\n\n\`\`\`\n${text}\n\`\`\``;
}

async function bundle() {
  const all = Object.values(options);
  if (watch) await Promise.all(all.map(async (one) => (await context(one)).watch()));
  else removeOthers(await Promise.all(all.map(writeBundles)));
  await listFiles();
}

/**
 * Lists the hashes of what ships and is run, in the form of sha256sum: `party doctor` finds files that were changed.
 * There is none while the bundles change by themselves.
 */
async function listFiles() {
  const list = join(here, 'dist', 'files.sha256');
  if (watch) return rmSync(list, { force: true });
  const folders = shippedFolders.flatMap((folder) =>
    readdirSync(join(here, folder), { recursive: true, withFileTypes: true }),
  );
  const shipped = folders.filter((entry) => entry.isFile() && !/\.(map|new|sha256)$/.test(entry.name));
  const found = shipped.map(({ parentPath, name }) => relative(here, join(parentPath, name)));
  // A program may have left compiled code since.
  const paths = found.filter((path) => !path.startsWith(compiled)).sort();
  const hashes = await Promise.all(paths.map(async (path) => sha256(await readFile(join(here, path)))));
  await replaceFile(list, paths.map((path, at) => `${hashes[at]}  ${path}\n`).join(''), 0o644);
}

/** @param {Buffer} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * esbuild leaves the characters of regular expressions as they are. One character that is not Latin makes V8 keep two
 * bytes for each character of the file, and read it more slowly.
 * @param {string} text
 */
export function asciiText(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {import('esbuild').BuildOptions} one */
async function writeBundles(one) {
  const { outputFiles, metafile } = await build({ ...one, write: false });
  await mkdir('dist', { recursive: true });
  await Promise.all(outputFiles.map(({ path, text }) => replaceFile(path, asciiText(text), 0o644)));
  return metafile;
}

/**
 * Removes a folder into which programs may write at the same time. They write by its path, so under another name only a
 * program that has just looked the path up can put one more file into it: then the removal begins again.
 * @param {string} folder
 */
export function removeFolder(folder) {
  const place = resolve(folder);
  const old = join(dirname(place), `.${basename(place)}.${process.pid}`);
  try {
    renameSync(place, old);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
  rmSync(old, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
}

/**
 * Removes what belongs to earlier builds, so that it does not ship.
 * @param {readonly (import('esbuild').Metafile | undefined)[]} built
 */
function removeOthers(built) {
  removeFolder(compiled);
  const wanted = new Set(built.flatMap((one) => Object.keys(one?.outputs ?? {})).map((file) => basename(file)));
  for (const file of readdirSync('dist')) {
    if (/\.cjs(\.map)?$/.test(file) && !wanted.has(file)) rmSync(join('dist', file));
  }
}
