// The list of findings with their places, told what files say and which edits were made.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from '../../../src/core/findings/followEdits.ts';
import { linesOf } from '../../../src/core/findings/lines.ts';
import { createLocate } from '../../../src/extension/findings/findingsLocate.ts';
import { type FindingsChange, FindingsStore } from '../../../src/extension/findings/findingsStore.ts';
import { finding, folder, review } from './findingsSupport.ts';

const locate = createLocate(['/p']);
const text = 'first();\nsecond();\nthird();\nfourth();\n';
const path = '/p/src/a.ts';

function insert(line: number, inserted: string): Edit {
  return { start: { line, character: 0 }, end: { line, character: 0 }, text: inserted };
}

describe('the findings of the window', () => {
  let store: FindingsStore;
  let changes: FindingsChange[];
  const shown = () => store.all.map((one) => store.shownAt(one));
  const read = (of: string | undefined = text) => store.read(new Map([[path, of === undefined ? of : linesOf(of)]]));

  beforeEach(() => {
    store = new FindingsStore();
    changes = [];
    store.onDidChange((change) => changes.push(change));
  });

  it('have the place that the reviewer named until their file is read, and then their own', () => {
    const wanted = store.take([review([finding('r1-F1', { line: 1, anchor: 'third();' })])], locate);
    assert.deepEqual(wanted, [path]);
    assert.deepEqual(shown(), [{ kind: 'line', line: 0 }]);
    assert.equal(store.isRead(path), false);
    read();
    assert.deepEqual(shown(), [{ kind: 'line', line: 2 }]);
    assert.equal(store.isRead(path), true);
    assert.deepEqual(
      changes.map(({ list, files }) => [list, ...files]),
      [
        [true, path],
        [false, path],
      ],
    );
  });

  it('are found again when an editor has shown their file empty while it was rewritten', () => {
    const whole = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 }, text: '' };
    store.take([review([finding('r1-F1', { line: 3, anchor: 'third();' })])], locate);
    read();
    // The news of the file comes while the document is still empty, and the document is filled afterwards.
    store.edit(path, [whole], linesOf(''));
    read('');
    assert.deepEqual(shown()[0]?.kind, 'gone');
    const mended = text.replace('third()', 'mended()');
    store.edit(path, [insert(0, mended)], linesOf(mended));
    assert.deepEqual(shown(), [{ kind: 'line', line: 2, changed: true }]);
    store.edit(path, [whole], linesOf(''));
    store.edit(path, [insert(0, text)], linesOf(text));
    assert.deepEqual(shown(), [{ kind: 'line', line: 2 }]);
  });

  const lost: [title: string, more: Parameters<typeof finding>[1], expected: unknown][] = [
    ['whose code is gone', { line: 2, anchor: 'removed();' }, { kind: 'gone', line: 1 }],
    ['on a past the end of the file', { line: 99 }, { kind: 'beyond', line: 98 }],
    ['in a file outside the project', { linked: false }, { kind: 'outside' }],
    ['about the file as a whole', { line: null }, { kind: 'file' }],
  ];
  for (const [title, more, expected] of lost) {
    it(`stay in the list ${title}`, () => {
      store.take([review([finding('r1-F1', more)])], locate);
      read();
      assert.deepEqual(shown(), [expected]);
    });
  }

  it('stay in the list when their file is gone, and come back with it', () => {
    store.take([review([finding('r1-F1')])], locate);
    store.read(new Map([[path, undefined]]));
    assert.deepEqual(shown(), [{ kind: 'absent' }]);
    read();
    assert.deepEqual(shown(), [{ kind: 'line', line: 0 }]);
  });

  it('in a part of the project that is not open have no place in the window', () => {
    const inner = { name: 'app', path: '/p/app', top: '/p' };
    const files = ['app/x.ts', 'lib/y.ts'].map((file, index) => finding(`r1-F${index}`, { file }));
    store.take([review(files, {}, inner)], createLocate(['/p/app']));
    assert.deepEqual(
      store.all.map((one) => [one.path, store.shownAt(one).kind]),
      [
        ['/p/app/x.ts', 'line'],
        ['/p/lib/y.ts', 'outside'],
      ],
    );
  });

  it('report only the changed file among ten thousand findings, and keep the others', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      finding(`r1-F${index}`, { file: `src/${index % 100}.ts`, line: 1 + (index % 70) }),
    );
    store.take([review(many)], locate);
    const before = store.all;
    const after = structuredClone(many).with(4217, { ...(many[4217] ?? assert.fail()), state: 'fixed' });
    assert.deepEqual(store.take([review(after)], locate), []);
    assert.deepEqual([...(changes.at(-1)?.files ?? [])], ['/p/src/17.ts']);
    assert.equal(store.all.filter((one, index) => one !== before[index]).length, 1);
    store.take([review(after.filter(({ key }) => key !== 'r1-F99'))], locate);
    assert.deepEqual([...(changes.at(-1)?.files ?? [])], ['/p/src/99.ts']);
  });

  it('follow edits: five lines above move them, a deleted line loses them', () => {
    const two = [finding('r1-F1', { line: 2, anchor: 'second();' }), finding('r1-F2', { line: 3, anchor: 'third();' })];
    store.take([review(two)], locate);
    read();
    const five = `${'new\n'.repeat(5)}${text}`;
    store.edit(path, [insert(0, 'new\n'.repeat(5))], linesOf(five));
    assert.deepEqual(shown(), [
      { kind: 'line', line: 6 },
      { kind: 'line', line: 7 },
    ]);
    const without = { start: { line: 6, character: 0 }, end: { line: 7, character: 0 }, text: '' };
    store.edit(path, [without], linesOf(five.replace('second();\n', '')));
    assert.deepEqual(shown(), [
      { kind: 'gone', line: 6 },
      { kind: 'line', line: 6 },
    ]);
  });

  it('report once that their code has changed, and not for each further key press', () => {
    store.take([review([finding('r1-F1', { line: 2, anchor: 'second();' })])], locate);
    read();
    const type = (text: string, after: string) =>
      store.edit(
        path,
        [{ start: { line: 1, character: 3 }, end: { line: 1, character: 3 }, text }],
        linesOf(`first();\n${after}\nthird();\nfourth();\n`),
      );
    const before = changes.length;
    type('x', 'secxond();');
    assert.deepEqual([changes.length, shown()], [before + 1, [{ kind: 'line', line: 1, changed: true }]]);
    type('y', 'secyxond();');
    assert.equal(changes.length, before + 1);
    assert.equal(store.textOf(store.all[0] ?? assert.fail()), 'secyxond();');
  });

  it('are found by the edited text of their line when the file changes on disk', () => {
    store.take([review([finding('r1-F1', { line: 2, anchor: 'second();' })])], locate);
    read();
    const typed = { start: { line: 1, character: 0 }, end: { line: 1, character: 6 }, text: 'another' };
    const edited = text.replace('second', 'another');
    store.edit(path, [typed], linesOf(edited));
    read(`head();\n${edited}`);
    assert.deepEqual(shown(), [{ kind: 'line', line: 2, changed: true }]);
  });

  const mended: [title: string, after: string, expected: unknown][] = [
    ['keep their place', text.replace('second();', 'mended();'), { kind: 'line', line: 1, changed: true }],
    [
      'keep it among other changes',
      `head();\n${text.replace('second();', 'mended();')}more();\n`,
      { kind: 'line', line: 2, changed: true },
    ],
    ['are gone when the lines around it are others too', 'first();\nmended();\nother();\n', { kind: 'gone', line: 1 }],
    ['are gone when it became two', text.replace('second();', 'one();\ntwo();'), { kind: 'gone', line: 1 }],
    ['are gone with it', text.replace('second();\n', ''), { kind: 'gone', line: 1 }],
  ];
  for (const [title, after, expected] of mended) {
    it(`of a line that an agent has replaced ${title}`, () => {
      store.take([review([finding('r1-F1', { line: 2, anchor: 'second();' })])], locate);
      read();
      read(after);
      assert.deepEqual(shown(), [expected]);
    });
  }

  it('of a replaced line keep their place although the file was seen half written', () => {
    store.take([review([finding('r1-F1', { line: 2, anchor: 'second();' })])], locate);
    read();
    read('');
    assert.deepEqual(shown(), [{ kind: 'gone', line: 1 }]);
    read(text.replace('second();', 'mended();'));
    assert.deepEqual(shown(), [{ kind: 'line', line: 1, changed: true }]);
  });

  it('keep their place while another round, or a decision, changes others', () => {
    const first = finding('r1-F1', { line: 2, anchor: 'second();' });
    store.take([review([first])], locate);
    read();
    store.edit(path, [insert(0, 'new\n')], linesOf(`new\n${text}`));
    const wanted = store.take([review([{ ...first, state: 'fixed' }])], locate);
    assert.deepEqual([wanted, shown()], [[], [{ kind: 'line', line: 2 }]]);
    const again = store.take([review([first, finding('r2-F1', { line: 1, anchor: 'first();' })])], locate);
    assert.deepEqual(again, [path]);
  });

  it('do not change when the review is the same', () => {
    const one = review([finding('r1-F1')]);
    store.take([one], locate);
    const before = changes.length;
    assert.deepEqual([store.take([{ ...one }], locate), changes.length], [[], before]);
  });

  it('get a place when another folder of the project is opened', () => {
    const one = review([finding('r1-F1', { file: 'lib/y.ts' })]);
    store.take([one], createLocate(['/p/app']));
    assert.deepEqual(shown(), [{ kind: 'outside' }]);
    assert.deepEqual(store.take([one], createLocate(['/p/app', '/p/lib'])), ['/p/lib/y.ts']);
    assert.deepEqual(shown(), [{ kind: 'line', line: 0 }]);
  });

  it('keep two findings of one line apart, and equal keys of two documents', () => {
    const same = [finding('r1-F1'), finding('r1-F2'), finding('r1-F1', { document: 'docs/plan.md' })];
    store.take([review(same)], locate);
    assert.equal(store.all.length, 3);
    assert.equal(store.inFile(path).length, 3);
  });

  it('drop what is no longer in the list', () => {
    store.take([review([finding('r1-F1')])], locate);
    read();
    store.take([review([])], locate);
    assert.deepEqual([store.all.length, store.inFile(path).length, store.isRead(path)], [0, 0, false]);
    assert.deepEqual([...(changes.at(-1)?.files ?? [])], [path]);
  });
});

describe('where a file is in the window', () => {
  let directory: string;
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-locate-')));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is below the name under which the folder was opened', () => {
    const real = join(directory, 'real');
    const link = join(directory, 'link');
    mkdirSync(join(real, 'src'), { recursive: true });
    symlinkSync(real, link);
    const at = createLocate([link])({ name: 'link', path: link, top: real }, 'src/a.ts');
    assert.deepEqual(at, { path: join(link, 'src/a.ts'), inWorkspace: true });
  });

  it('is in the inner of two folders, and in any folder of the project', () => {
    const at = createLocate(['/p', '/p/inner', '/q']);
    assert.deepEqual(at(folder, 'inner/a.ts'), { path: '/p/inner/a.ts', inWorkspace: true });
    assert.deepEqual(at({ name: 'q', path: '/q', top: '/q' }, 'a.ts'), { path: '/q/a.ts', inWorkspace: true });
    assert.deepEqual(at({ name: 'o', path: '/o', top: '/o' }, 'a.ts'), { path: '/o/a.ts', inWorkspace: false });
    assert.deepEqual(createLocate(['/p/in'])(folder, 'inner/a.ts').inWorkspace, false);
  });
});
