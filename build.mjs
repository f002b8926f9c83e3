// Bundles the programs that users run. `--watch` rebuilds on change; `--dev` keeps names and source maps.
// `--manifest` first writes what the extension's rooms declare into package.json and package.nls.json.
// Each bundle holds all that it needs, because a file that is loaded costs as much as 12 kB of code that is not used:
// what goes together is decided by what is called together, and the entries `cli` and `hook` load one of the others.

import { readdirSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');
const here = import.meta.dirname;

/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  // The oldest Node that users run the scripts with; the extension host is newer.
  target: 'node20',
  format: 'cjs',
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * `import()` of a file that has a bundle of its own loads that bundle.
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

/** @param {string} folder @param {string} prefix */
function entriesOf(folder, prefix) {
  const files = readdirSync(join(here, folder)).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [`${prefix}-${basename(file, '.ts')}`, `${folder}/${file}`]));
}

/** @type {Readonly<Record<'extension' | 'programs', import('esbuild').BuildOptions>>} */
export const options = {
  extension: { ...common, entryPoints: { extension: 'src/extension/extension.ts' }, external: ['vscode'] },
  programs: {
    ...common,
    entryPoints: {
      cli: 'src/cli/party/main.ts',
      ...entriesOf('src/cli/programs', 'cli'),
      hook: 'src/cli/hooks/main.ts',
      ...entriesOf('src/cli/hookPrograms', 'hook'),
    },
    plugins: [ownBundles],
    // Node's own `import()` would start its loader of ES modules, which takes longer than most of what we load.
    supported: { 'dynamic-import': false },
  },
};

/**
 * What the two files should hold, by name.
 * @returns {Promise<Record<string, string>>}
 */
export async function manifestFiles() {
  // Bundled, because the oldest Node that may build cannot import TypeScript; without `vscode`, which is not there.
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src/extension/app/manifest.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const { createManifest } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { contributes, texts } = createManifest();
  const before = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  return { 'package.json': json({ ...before, contributes }), 'package.nls.json': json(texts) };
}

async function writeManifest() {
  for (const [name, text] of Object.entries(await manifestFiles())) {
    const file = join(here, name);
    if (text === (await readFile(file, 'utf8'))) continue;
    // Programs of this folder read package.json while they start, and never half of it.
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (import.meta.filename === process.argv[1]) {
  if (process.argv.includes('--manifest')) await writeManifest();
  const all = Object.values(options);
  if (watch) await Promise.all(all.map(async (one) => (await context(one)).watch()));
  else removeOthers((await Promise.all(all.map((one) => build(one)))).map(({ metafile }) => metafile));
}

/**
 * A bundle that there was once is not shipped.
 * @param {readonly (import('esbuild').Metafile | undefined)[]} built
 */
function removeOthers(built) {
  const wanted = new Set(built.flatMap((one) => Object.keys(one?.outputs ?? {})).map((file) => basename(file)));
  for (const file of readdirSync('dist')) {
    if (/\.cjs(\.map)?$/.test(file) && !wanted.has(file)) rmSync(join('dist', file));
  }
}
