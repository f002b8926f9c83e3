// The change itself as a person sees it: its files in the Session view, and VS Code's own diffs of base, approval, rounds
// and fixes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partyPaths } from '../../src/node/project/paths.ts';
import { approve, triage } from '../../src/node/review/reviewActs.ts';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { playRound, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const greet = (name: string) => `export function greet(name) {\n  return 'Hello, ' + ${name};\n}\n`;

describe('the node of the change, through the page', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    const git = (...args: string[]) => execFileSync('git', ['-C', project.folder, ...args], { stdio: 'ignore' });
    write('src/greet.js', greet("'you'"));
    write('src/words.js', 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n');
    write('src/unused.js', 'export const unused = 1;\n');
    write('media/logo.bin', '\0one');
    git('add', '.');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Words');
    switchToTopic(project.folder);
    write('src/greet.js', greet('nmae'));
    renameSync(join(project.folder, 'src/words.js'), join(project.folder, 'src/names.js'));
    rmSync(join(project.folder, 'src/unused.js'));
    write('media/logo.bin', '\0two');
    write('src/bye.js', "export const bye = 'Bye';\n");
    await review();
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env });
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start with Demo Agents');
    await workbench.statusShows(/Party \(demo\): approved/);
    // The page has only the rows that fit into the view.
    await row('Ready for a pull request').click();
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-changes-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const write = (file: string, text: string) => writeCode(project.folder, file, text);
  const picture = (name: string) => workbench.screenshot(join(screenshots, `changes-${name}.png`));

  /** Two rounds: a finding, its fix in the file, and the approval. */
  async function review(): Promise<void> {
    const env = { ...process.env, ...project.env };
    const place = { env, cwd: project.folder, paths: partyPaths(env) };
    const description = 'The name is misspelled';
    await playRound(env, project.folder, [
      { id: 'F1', file: 'src/greet.js', line: 2, severity: 'blocking', description },
    ]);
    await triage(place, 'r1-F1', 'fixed');
    write('src/greet.js', greet('name'));
    write('src/bye.js', "export const bye = 'Goodbye';\n");
    await playRound(env, project.folder, [], true);
    await approve(place);
  }

  const row = (label: string) =>
    workbench.page
      .locator('.part.sidebar .pane-body .monaco-list-row')
      .filter({ has: workbench.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) })
      .first();
  const tab = (title: string) => workbench.page.locator('.part.editor .tab').filter({ hasText: title }).waitFor();
  const sides = (text: string) =>
    workbench.page.locator('.part.editor .view-line').filter({ hasText: text }).first().waitFor();
  /** The earlier and the later text, each on its side of a diff. */
  async function both(before: string, after: string): Promise<void> {
    const line = (side: string, text: string) =>
      workbench.page.locator(`.part.editor .editor.${side} .view-line`).filter({ hasText: text }).first().waitFor();
    await line('original', before);
    await line('modified', after);
  }

  it('lists its files with their letters and lines', async () => {
    await workbench.rowShows('Changes', /^5 files · \+2 −2$/);
    // The last one: the page draws the rows one after the other.
    await row('unused.js').waitFor();
    const rows = await workbench.treeRows();
    const shown = new Map(rows.map(({ label, description }) => [label, description]));
    assert.deepEqual(
      ['greet.js', 'names.js', 'unused.js', 'bye.js', 'logo.bin'].map((name) => shown.get(name)),
      ['+1 −1 · src', '← words.js · src', '+0 −1 · src', '+1 −0 · src', 'binary · media'],
    );
    const letters = workbench.page.locator(
      '.part.sidebar .pane-body .monaco-list-row .monaco-icon-label[class*="monaco-decoration-badge"]',
    );
    // The page asks for the decorations when it has drawn the rows.
    await eventually(
      () => letters.count(),
      (count) => count === 5,
    );
    assert.match((await row('names.js').getAttribute('aria-label')) ?? '', /Renamed from src\/words\.js/);
    // VS Code adds what a letter says to the tooltip of its row.
    assert.equal(
      await workbench.tooltip('greet.js', /src\/greet\.js/),
      'src/greet.js\nModified, 1 line added, 1 removed',
    );
    await workbench.page.mouse.move(900, 600);
  });

  it('opens the diff of a file at the Enter key, and the file itself at its button', async () => {
    await row('greet.js').click({ position: { x: 2, y: 10 } });
    await workbench.page.keyboard.press('Enter');
    await tab('greet.js (Base ↔ Current)');
    await sides("'Hello, ' + 'you'");
    await sides("'Hello, ' + name");
    assert.deepEqual(await workbench.rowActions('bye.js'), ['Open File']);
  });

  it('shows all changes in one editor', async () => {
    await workbench.runCommand('Party: Show All Changes');
    await tab('Base ↔ Current without 1 file that is not text');
    await sides("bye = 'Goodbye'");
    await both("'Hello, ' + 'you'", "'Hello, ' + name");
    // Only what was renamed has a second name.
    await eventually(
      async () => (await workbench.multiDiffHeads()).map((head) => head.match(/[a-z]+\.js/g)?.join(' ← ')),
      (names) => names.join() === 'bye.js,greet.js,names.js ← words.js,unused.js',
    );
  });

  it('shows what a round changed', async () => {
    await workbench.runCommandToPick('Party: Show Changes of a Round…');
    await workbench.choosePick('Round 1 ↔ Round 2');
    await tab('Round 1 ↔ Round 2');
    await both("'Hello, ' + nmae", "'Hello, ' + name");
    await both("bye = 'Bye'", "bye = 'Goodbye'");
  });

  it('shows a round from the timeline', async () => {
    await workbench.runCommand('Party: Show Review Timeline');
    await tab('Review Timeline');
    await workbench.page.locator('.part.editor .editor-actions [aria-label^="Show Changes of a Round"]').click();
    await workbench.choosePick('Base ↔ Round 1');
    await tab('Base ↔ Round 1');
    await sides("bye = 'Bye'");
  });

  it('shows what the fix of a finding changed', async () => {
    await row('Resolved').click();
    await workbench.page
      .locator('.part.sidebar .pane-body .monaco-list-row')
      .filter({ hasText: 'The name is misspelled' })
      .click({ button: 'right' });
    const item = workbench.page.locator('.monaco-menu .action-item', { hasText: 'Show What the Fix Changed' });
    // By the keyboard: a menu that has just opened ignores the button of the mouse.
    await item.hover();
    await workbench.page.keyboard.press('Enter');
    await tab('greet.js (Round 1 ↔ Round 2)');
    await both("'Hello, ' + nmae", "'Hello, ' + name");
  });

  it('names the checks that are left in the status bar, and what Claude is asked for', async () => {
    await workbench.clickStatusItem('approved');
    const list = workbench.page.locator('.quick-input-list');
    await list.filter({ hasText: /6 of 8 checks left: code critic, unnecessary code, tests/ }).waitFor();
    await list.filter({ hasText: 'first the checks that are left, then the pull request' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('shows what made the approval outdated, from the status bar', async () => {
    write('src/greet.js', greet('name.trim()'));
    await workbench.statusShows(/approval outdated: greet\.js changed/);
    await workbench.rowShows('Changed since approval', /^greet\.js$/);
    await workbench.clickStatusItem('approval outdated');
    await workbench.choosePick('Show What Changed');
    await tab('greet.js (Approved ↔ Current)');
    await both("'Hello, ' + name;", "'Hello, ' + name.trim()");
  });

  it('opens the difference of a file that the status bar names', async () => {
    await workbench.runCommand('View: Close All Editors in Group');
    await workbench.clickStatusItem('approval outdated');
    // The list is longer than its box, which drops the rows that it does not show.
    await workbench.page.locator('.quick-input-widget input.input').fill('Changed since');
    await workbench.choosePick('Changed since');
    await tab('greet.js (Approved ↔ Current)');
  });

  it('can be seen in every kind of theme', async () => {
    for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast', 'Light Modern']) {
      await workbench.chooseTheme(theme);
      await row('greet.js').waitFor();
      await picture(theme.toLowerCase().replaceAll(' ', '-'));
    }
  });
});
