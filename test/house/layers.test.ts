// One direction of imports: core ← node ← { cli, extension }. Asked of esbuild, which sees what really gets bundled.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { options } from '../../build.mjs';
import { root } from '../runner/places.mjs';

interface Edge {
  readonly from: string;
  /** A file of ours as its path; anything else as it is written, such as `node:fs` or `zod/mini`. */
  readonly to: string;
}

const below: Record<string, readonly string[]> = {
  core: ['core'],
  node: ['core', 'node'],
  cli: ['core', 'node', 'cli'],
  extension: ['core', 'node', 'extension'],
};

/** Who may import a package; everything that is not listed here may be imported by nobody. */
const packages: Record<string, (from: string) => boolean> = {
  'zod/mini': () => true,
  unbash: (from) => from === 'src/core/shell/programs.ts',
  execa: (from) => from === 'src/node/system/exec.ts',
  'smol-toml': (from) => layerOf(from) === 'node',
  vscode: (from) => layerOf(from) === 'extension',
};

function violation({ from, to }: Edge): string | undefined {
  const layer = layerOf(from);
  const allowed = to.startsWith('src/')
    ? below[layer]?.includes(layerOf(to))
    : to.startsWith('node:')
      ? layer !== 'core'
      : packages[to]?.(from);
  return allowed === true ? undefined : `${from} must not import ${to}`;
}

function layerOf(path: string): string {
  return /^src\/(\w+)\//.exec(path)?.[1] ?? '';
}

function edgesOf(metafile: Metafile): Edge[] {
  return Object.entries(metafile.inputs)
    .filter(([from]) => from.startsWith('src/'))
    .flatMap(([from, { imports }]) =>
      imports.map(({ path, original = path }) => ({ from, to: path.startsWith('src/') ? path : original })),
    );
}

function sources(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${directory}/${name}`);
}

describe('imports', () => {
  let edges: Edge[];

  before(async () => {
    // Every file is imported, so that one which no bundle holds yet is looked at too; once, because an entry for each
    // would make as many bundles.
    const contents = sources('src').map((file) => `import './${file}';`);
    const stdin = { contents: contents.join('\n'), resolveDir: root };
    const { metafile } = await build({
      ...options.programs,
      external: ['vscode'],
      entryPoints: [],
      stdin,
      absWorkingDir: root,
      metafile: true,
      write: false,
    });
    edges = edgesOf(metafile);
  });

  it('go in one direction', () => {
    assert.ok(edges.length > 100, `only ${edges.length} imports were seen`);
    assert.deepEqual(edges.map(violation).filter(Boolean), []);
  });

  // Imports of types are gone when esbuild looks, so that these two are read from the text.
  it('of vscode are in src/extension alone, also of its types', () => {
    const others = ['core', 'node', 'cli'].flatMap((layer) => sources(`src/${layer}`));
    assert.deepEqual(
      others.filter((file) => /['"]vscode['"]/.test(readFileSync(join(root, file), 'utf8'))),
      [],
    );
  });

  it('of node: are not in src/core, also of its types', () => {
    assert.deepEqual(
      sources('src/core').filter((file) => /['"]node:/.test(readFileSync(join(root, file), 'utf8'))),
      [],
    );
  });

  const bad: Edge[] = [
    { from: 'src/core/a.ts', to: 'src/node/b.ts' },
    { from: 'src/core/a.ts', to: 'node:fs' },
    { from: 'src/core/a.ts', to: 'vscode' },
    { from: 'src/core/a.ts', to: 'unbash' },
    { from: 'src/core/a.ts', to: 'zod' },
    { from: 'src/node/a.ts', to: 'src/cli/b.ts' },
    { from: 'src/node/a.ts', to: 'execa' },
    { from: 'src/cli/a.ts', to: 'src/extension/b.ts' },
    { from: 'src/cli/a.ts', to: 'vscode' },
    { from: 'src/extension/a.ts', to: 'src/cli/b.ts' },
    { from: 'src/extension/a.ts', to: 'left-pad' },
  ];
  for (const edge of bad) {
    it(`would be refused: ${edge.from} → ${edge.to}`, () => assert.ok(violation(edge)));
  }
});
