// Bundles the three programs that users run. `--watch` rebuilds on change; `--dev` keeps names and source maps.
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

if (import.meta.filename === process.argv[1]) {
  if (watch) await (await context(options)).watch();
  else await build(options);
}
