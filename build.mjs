// Bundles the three programs that users run. `--watch` rebuilds on change; `--dev` keeps names and source maps.
// `--manifest` first writes what the extension's rooms declare into package.json and package.nls.json.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** @type {import('esbuild').BuildOptions} */
export const options = {
  entryPoints: {
    extension: 'src/extension/extension.ts',
    cli: 'src/cli/party/main.ts',
    hook: 'src/cli/hooks/main.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  // The oldest Node that users run the scripts with; the extension host is newer.
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * What the two files should hold, by name.
 * @returns {Promise<Record<string, string>>}
 */
export async function manifestFiles() {
  const root = import.meta.dirname;
  // Bundled, because the oldest Node that may build cannot import TypeScript; without `vscode`, which is not there.
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/extension/app/manifest.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const { createManifest } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { contributes, texts } = createManifest();
  const before = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { 'package.json': json({ ...before, contributes }), 'package.nls.json': json(texts) };
}

async function writeManifest() {
  for (const [name, text] of Object.entries(await manifestFiles())) {
    const file = join(import.meta.dirname, name);
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
  if (watch) await (await context(options)).watch();
  else await build(options);
}
