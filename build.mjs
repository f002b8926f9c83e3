// Bundles the three programs that users run, and writes the shell scripts that come from a template. `--watch` rebuilds
// on change; `--dev` keeps names and source maps; `--scripts` writes the scripts alone.
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

/** Leaves a script alone that is as it should be, and never half a one: a hook may run at any time. */
async function writeScripts() {
  const { scripts } = await evaluate('src/core/gates/scripts/scripts.ts');
  for (const [path, text] of Object.entries(scripts)) {
    const file = join(import.meta.dirname, path);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    await writeFile(`${file}.new`, text, { mode: 0o755, flush: true });
    await rename(`${file}.new`, file);
  }
}

/**
 * What a module of ours exports. Node 20 does not read TypeScript.
 * @param {string} entry
 */
async function evaluate(entry) {
  const { outputFiles } = await build({ ...options, entryPoints: [entry], format: 'esm', write: false });
  const [module] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(module?.contents ?? '').toString('base64')}`);
}

if (import.meta.filename === process.argv[1]) {
  await writeScripts();
  if (watch) await (await context(options)).watch();
  else if (!process.argv.includes('--scripts')) await build(options);
}
