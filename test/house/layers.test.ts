// The rules of the code base that a program can check: imports go one way (core ← node ← { cli, extension }), the rooms
// of a floor do not import each other in a cycle, core uses nothing of the machine, only a few files start programs,
// and no folder has too many files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
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

/** Which files may import a package. A package that is not listed here may not be imported at all. */
const packages: Record<string, (from: string) => boolean> = {
  'zod/mini': (from) => from === 'src/core/base/late/zod.ts',
  unbash: (from) => from.startsWith('src/core/shell/'),
  execa: (from) => from === 'src/node/system/longRun.ts',
  'smol-toml': (from) => layerOf(from) === 'node',
  '@modelcontextprotocol/server': (from) => from.startsWith('src/cli/mcp/'),
  '@modelcontextprotocol/server/stdio': (from) => from === 'src/cli/mcp/mcp.ts',
  'zod/v4': (from) => from === 'src/cli/mcp/tools.ts',
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

/** The floors whose rooms must have no cycle. */
const floors = ['core', 'node'];

/** The only files that start programs. All but exec.ts, longRun.ts and paneWatch.ts serve the hooks, which must start fast. */
const starters = [
  'src/cli/hooks/codexNotify.ts',
  'src/cli/hooks/partyProgram.ts',
  'src/cli/tasks/askLinkedTasks.ts',
  'src/node/gates/gateGitFacts.ts',
  'src/node/system/detached.ts',
  'src/node/system/exec.ts',
  'src/node/system/lockHolder.ts',
  'src/node/system/longRun.ts',
  'src/node/system/processIdentity.ts',
  'src/node/tmux/paneWatch.ts',
];

/** The globals that exist only in Node. URL, TextEncoder and structuredClone are web standards. */
const nodeGlobals = [
  ...['Buffer', 'process', 'global', 'require', 'module', 'exports', '__dirname', '__filename'],
  ...['setImmediate', 'clearImmediate', 'setTimeout', 'setInterval', 'console', 'navigator', 'performance'],
];

/** About as many names as a reader can take in at once. */
const mostFiles = 25;

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

/** `src/core/plan` for `src/core/plan/plan.ts` and for `src/core/plan/deeper/x.ts`. */
function roomOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}

/** Read from the text, because esbuild drops imports of types. */
function writtenImports(file: string): Edge[] {
  const found = textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, path = '']) => ({ from: file, to: normalize(join(dirname(file), path)) }));
}

/** The imports between rooms that are on a cycle, or on a path between two cycles. */
function circling(edges: readonly Edge[]): Edge[] {
  const across = edges.filter(({ from, to }) => roomOf(from) !== roomOf(to));
  const leaving = new Set(across.map(({ from }) => roomOf(from)));
  const entered = new Set(across.map(({ to }) => roomOf(to)));
  const left = across.filter(({ from, to }) => entered.has(roomOf(from)) && leaving.has(roomOf(to)));
  return left.length === across.length ? left : circling(left);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The globals of Node that a file uses; comments, strings, types and its own names do not count. */
async function globalsIn(text: string): Promise<string[]> {
  const mark = (name: string) => `__global_${name}__`;
  const define = Object.fromEntries(nodeGlobals.map((name) => [name, mark(name)]));
  const { code } = await transform(text, { loader: 'ts', define });
  return nodeGlobals.filter((name) => code.includes(mark(name)));
}

function sources(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${directory}/${name}`);
}

describe('imports', () => {
  let edges: Edge[];

  before(async () => {
    // Imports every file, so that a file outside all bundles is checked too. One entry imports them all, because one
    // entry per file would make as many bundles.
    const contents = sources('src').map((file) => `import './${file}';`);
    const stdin = { contents: contents.join('\n'), resolveDir: root };
    const { metafile } = await build({
      // Without the plugins, which put other files in the place of those that are loaded late.
      ...options.libraries,
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

  it("of what answers Claude's questions are in src/extension alone: no agent can answer its own", () => {
    const answering = 'src/node/messages/pressAnswer.ts';
    const importers = edges.filter(({ to }) => to === answering).map(({ from }) => from);
    assert.deepEqual(importers, ['src/extension/session/answerQuestion.ts']);
  });

  // esbuild drops imports of types, so these two tests read the text.
  it('of vscode are in src/extension alone, also of its types', () => {
    const others = ['core', 'node', 'cli'].flatMap((layer) => sources(`src/${layer}`));
    assert.deepEqual(
      others.filter((file) => /['"]vscode['"]/.test(textOf(file))),
      [],
    );
  });

  it('of node: are not in src/core, also of its types', () => {
    assert.deepEqual(
      sources('src/core').filter((file) => /['"]node:/.test(textOf(file))),
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

describe('rooms', () => {
  for (const floor of floors) {
    it(`of ${floor} have no import cycle, also for types`, () => {
      const edges = sources(`src/${floor}`)
        .flatMap(writtenImports)
        .filter(({ to }) => layerOf(to) === floor);
      assert.ok(edges.length > 100, `only ${edges.length} imports were seen`);
      assert.deepEqual(
        circling(edges).map(({ from, to }) => `${from} → ${to}`),
        [],
      );
    });
  }

  it('with a cycle are found, also through a third room', () => {
    const a = { from: 'src/core/a/x.ts', to: 'src/core/b/x.ts' };
    const b = { from: 'src/core/b/y.ts', to: 'src/core/c/deep/x.ts' };
    const c = { from: 'src/core/c/y.ts', to: 'src/core/a/y.ts' };
    const out = { from: 'src/core/c/y.ts', to: 'src/core/base/x.ts' };
    assert.deepEqual(circling([a, b, c, out]), [a, b, c]);
    assert.deepEqual(circling([a, b, out]), []);
  });

  it(`hold at most ${mostFiles} files in one folder`, () => {
    const folders = new Map<string, number>();
    for (const file of sources('src')) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    assert.deepEqual(
      [...folders].filter(([, files]) => files > mostFiles),
      [],
    );
  });
});

describe('the machine', () => {
  it('is not reached from core by a global of Node', async () => {
    const found = sources('src/core').map(async (file) => {
      return (await globalsIn(textOf(file))).map((name) => `${file}: ${name}`);
    });
    assert.deepEqual((await Promise.all(found)).flat(), []);
  });

  const texts: [text: string, found: string[]][] = [
    ['export const size = Buffer.byteLength("x");', ['Buffer']],
    ['export const home = process.env.HOME;', ['process']],
    [
      '// Buffer\nexport const text = "process"; export function of(process: { pid: number }) { return process.pid; }',
      [],
    ],
  ];
  for (const [text, found] of texts) {
    it(`is seen in: ${text.split('\n').at(-1)}: ${found.join() || 'nothing'}`, async () => {
      assert.deepEqual(await globalsIn(text), found);
    });
  }

  it('runs programs only for the files that are listed', () => {
    const found = sources('src').filter((file) => /'(?:(?:node:)?child_process|execa)'/.test(textOf(file)));
    assert.deepEqual(found.sort(), starters);
  });
});
