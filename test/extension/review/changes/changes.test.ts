// The change itself, in the built extension and an editor without a window, with a real party and a real repository.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedParty } from '../../../../src/extension/extension.ts';
import { approve, triage } from '../../../../src/node/review/reviewActs.ts';
import { FakeEditor, type FakeUri } from '../../../support/editor/fakeEditor.ts';
import { newProject, type Project } from '../../../support/project.ts';
import { becomesQuietFor, staysQuietFor } from '../../../support/quiet.ts';
import { until } from '../../../support/sandbox.ts';
import { type Played, playRound } from '../../../workbench/playRound.ts';

const finding: Played = {
  ...{ id: 'F1', file: 'src/auth.ts', line: 1, severity: 'blocking' },
  description: 'Every user may log in',
};

describe('the node of the change', () => {
  let project: Project;
  let editor: FakeEditor;
  let api: TestedParty;

  beforeEach(async () => {
    project = newProject({ git: true });
    await project.box.start(project.top);
  });
  afterEach(async () => {
    editor.dispose();
    await project.dispose();
  });

  /** Every call of git by the extension goes through a program that counts. */
  const calls = () => (existsSync(log()) ? readFileSync(log(), 'utf8').split('\n').length - 1 : 0);
  const log = () => join(project.root, 'git-calls');
  async function open(): Promise<void> {
    editor = new FakeEditor([project.top]);
    api = editor.activate<TestedParty>({ ...project.env, ...project.box.wrap('git', `echo "$*" >>'${log()}'`) });
    await api.ready;
  }
  const tree = () => {
    const found = editor.trees.get('party.session');
    assert.ok(found);
    return found;
  };
  const node = async () => (await tree().rowsBelow()).find(({ item }) => item.label === 'Changes');
  const files = async () => await tree().rowsBelow((await node())?.row);
  const said = async () => (await files()).map(({ item }) => `${item.label}: ${item.description}`);
  const review = () => api.internals.snapshot()?.reviews[0]?.review;
  const play = (found: readonly Played[], delta = false) => playRound(project.env, project.top, found, delta);
  const refreshed = async () => {
    editor.focus.fire({ focused: true });
    const { hash } = review()?.change ?? {};
    await until('the new code to be seen', () => review()?.change?.hash !== hash);
  };
  /** The texts of both sides of what VS Code was last asked to show. */
  const text = async (side: unknown) => {
    const uri = side as FakeUri | undefined;
    if (uri === undefined) return undefined;
    if (uri.scheme === 'file') return readFileSync(uri.fsPath, 'utf8');
    return Buffer.from((await editor.files.get(uri.scheme)?.readFile(uri)) ?? []).toString();
  };
  const shown = async () => {
    const [command, first, second, title] = editor.executed.at(-1) ?? [];
    if (command === 'vscode.diff') return { command, title, sides: [await text(first), await text(second)] };
    assert.equal(command, 'vscode.changes');
    const sides = [];
    for (const [name, before, after] of second as FakeUri[][]) {
      // VS Code takes another path for a renamed file.
      if (before !== undefined && after !== undefined) assert.equal(before.path, after.path);
      sides.push([name?.path.slice(project.top.length + 1), await text(before), await text(after)]);
    }
    return { command, title: first, sides };
  };

  it('lists its files while a party runs', async () => {
    project.write('src/new.ts', 'one\ntwo\n');
    project.write('picture.bin', '\0');
    await open();
    assert.equal((await node())?.item.description, '3 files');
    assert.deepEqual(await said(), ['picture.bin: binary', 'auth.ts: +1 −1 · src', 'new.ts: +2 −0 · src']);
    // Known now.
    assert.equal((await node())?.item.description, '3 files · +3 −1');
    const [, auth] = await files();
    assert.equal(auth?.item.contextValue, 'changedFile');
    assert.equal(auth?.item.accessibilityInformation?.label, 'src/auth.ts: Modified, 1 line added, 1 removed');
  });

  it('shows a file as it was at the base, beside the real file', async () => {
    await open();
    const [auth] = await files();
    const { command = '', arguments: args = [] } = auth?.item.command ?? {};
    await editor.run(command, ...args);
    assert.deepEqual(await shown(), {
      ...{ command: 'vscode.diff', title: 'auth.ts (Base ↔ Current)' },
      sides: ['export const login = 1;\n', 'export const login = 2;\n'],
    });
    await editor.run('party.changes.openFile', auth?.row);
    const opened = editor.executed.at(-1)?.[1] as FakeUri | undefined;
    assert.equal(opened?.fsPath, project.file('src/auth.ts'));
  });

  it('shows a renamed file beside its earlier version, and what a deleted file was', async () => {
    project.write('src/auth.ts', 'export const login = 1;\n');
    renameSync(project.file('src/auth.ts'), project.file('src/login.ts'));
    await open();
    const looks = async () => (await files()).map(({ item }) => [item.label, item.description, item.contextValue]);
    assert.deepEqual(await looks(), [['login.ts', '← auth.ts · src', 'changedFile']]);
    await editor.run('party.changes.showFile', (await files())[0]?.row);
    assert.deepEqual(await shown(), {
      ...{ command: 'vscode.diff', title: 'login.ts (Base ↔ Current)' },
      sides: ['export const login = 1;\n', 'export const login = 1;\n'],
    });
    rmSync(project.file('src/login.ts'));
    await refreshed();
    assert.deepEqual(await looks(), [['auth.ts', '+0 −1 · src', 'deletedFile']]);
    await editor.run('party.changes.showFile', (await files())[0]?.row);
    const [command, address, , title] = editor.executed.at(-1) ?? [];
    const was = 'export const login = 1;\n';
    assert.deepEqual([command, title, await text(address)], ['vscode.open', 'auth.ts (deleted)', was]);
  });

  it('asks git only when the view shows it, and again only after a change', async () => {
    await open();
    await becomesQuietFor(500, calls);
    const closed = calls();
    assert.ok(!readFileSync(log(), 'utf8').includes('--numstat'), 'nothing is compared while the view is closed');
    await files();
    const first = calls();
    assert.ok(first > closed);
    await files();
    await files();
    assert.equal(calls(), first);
    await staysQuietFor(2000, calls);
    project.write('src/auth.ts', 'export const login = 3;\n');
    await refreshed();
    await becomesQuietFor(500, calls);
    const again = calls();
    assert.deepEqual(await said(), ['auth.ts: +1 −1 · src']);
    assert.ok(calls() > again);
  });

  it('shows some of many files, and all of them when asked', async () => {
    for (let n = 100; n < 150; n++) project.write(`src/many/${n}.ts`, `${n}\n`);
    await open();
    const some = await files();
    assert.equal(some.length, 21);
    const { item, row } = some.at(-1) ?? {};
    assert.deepEqual([item?.label, item?.description], ['Show All 51 Files', '31 more']);
    await editor.run('party.changes.showAllFiles', row);
    assert.equal((await files()).length, 51);
    await editor.run('party.changes.showAll');
    const { title, sides } = await shown();
    assert.equal(title, 'Base ↔ Current');
    assert.equal(sides.length, 51);
  });

  it('shows what made the approval stale', async () => {
    await play([]);
    await approve(project);
    project.write('src/auth.ts', 'export const login = 3;\n');
    project.write('src/new.ts', 'new\n');
    await open();
    const [since] = await files();
    assert.deepEqual([since?.item.label, since?.item.description], ['Changed since approval', 'auth.ts, new.ts']);
    await editor.run('party.changes.showSinceApproval');
    assert.deepEqual(await shown(), {
      ...{ command: 'vscode.changes', title: 'Approved ↔ Current' },
      sides: [
        ['src/auth.ts', 'export const login = 2;\n', 'export const login = 3;\n'],
        ['src/new.ts', undefined, 'new\n'],
      ],
    });
  });

  it('says how many files have no text to compare', async () => {
    project.write('src/new.ts', 'new\n');
    project.write('picture.bin', '\0');
    await open();
    await editor.run('party.changes.showAll');
    const { title, sides } = await shown();
    assert.deepEqual([title, sides.length], ['Base ↔ Current without 1 file that is not text', 2]);
  });

  it('shows what a round changed, and what a fix changed', async () => {
    await play([finding]);
    project.write('src/auth.ts', 'export const login = 3;\n');
    project.write('src/new.ts', 'new\n');
    await triage(project, 'r1-F1', 'fixed');
    await play([], true);
    project.write('src/auth.ts', 'export const login = 4;\n');
    await open();
    let offered: string[] = [];
    editor.choose = (items) => {
      offered = items.map(({ label }) => label);
      return items[1];
    };
    await editor.run('party.changes.showRound');
    assert.deepEqual(offered, ['$(diff) Round 2 ↔ Current', '$(diff) Round 1 ↔ Round 2', '$(diff) Base ↔ Round 1']);
    const round = {
      ...{ command: 'vscode.changes', title: 'Round 1 ↔ Round 2' },
      sides: [
        ['src/auth.ts', 'export const login = 2;\n', 'export const login = 3;\n'],
        ['src/new.ts', undefined, 'new\n'],
      ],
    };
    assert.deepEqual(await shown(), round);
    await editor.run('party.changes.showRound', { partyFolder: project.top }, 2);
    assert.deepEqual(await shown(), round);
    const fixed = api.internals.findings.store.all.find((one) => one.finding.key === 'r1-F1');
    await editor.run('party.changes.showFix', fixed?.id);
    assert.deepEqual(await shown(), {
      ...{ command: 'vscode.diff', title: 'auth.ts (Round 1 ↔ Round 2)' },
      sides: ['export const login = 2;\n', 'export const login = 3;\n'],
    });
  });

  it('says why there is nothing to show', async () => {
    await open();
    await editor.run('party.changes.showSinceApproval');
    assert.match(editor.told.at(-1) ?? '', /Nothing has been reviewed yet/);
    await editor.run('party.changes.showRound');
    assert.match(editor.told.at(-1) ?? '', /No round has code to compare/);
  });

  it('says when git no longer has the code of a round', async () => {
    await play([finding]);
    project.git('update-ref', '-d', project.git('for-each-ref', '--format=%(refname)', 'refs/party').trim());
    project.write('src/auth.ts', 'export const login = 3;\n');
    project.git('gc', '--quiet', '--prune=now');
    await open();
    await editor.run('party.changes.showRound', { partyFolder: project.top }, 1);
    assert.match(editor.told.at(-1) ?? '', /git no longer has this code/);
  });

  it('reads only versions of files of its own projects', async () => {
    await open();
    const [auth] = await files();
    await editor.run('party.changes.showFile', auth?.row);
    const address = editor.executed.at(-1)?.[1] as FakeUri;
    const read = (more: Partial<FakeUri>) => editor.files.get('party-code')?.readFile({ ...address, ...more });
    assert.equal(String(await read({})), 'export const login = 1;\n');
    const other = new URLSearchParams(address.query);
    other.set('top', project.root);
    await assert.rejects(read({ query: other.toString() }) ?? Promise.resolve(), /FileNotFound/);
    const named = new URLSearchParams(address.query);
    named.set('id', 'HEAD:src/auth.ts');
    await assert.rejects(read({ query: named.toString() }) ?? Promise.resolve(), /FileNotFound/);
  });
});
