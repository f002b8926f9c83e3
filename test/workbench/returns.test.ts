// What comes back to a person: findings that have arrived and are not read yet, a terminal that was closed, a party that
// ended unexpectedly, and the plan that an approval by hand is for.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { approvalFile, planHeadings, planPath } from '../../src/core/plan/plan.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { completeRound } from '../../src/node/review/completeRound.ts';
import { sha256 } from '../../src/node/system/hash.ts';
import { root } from '../runner/places.mjs';
import { reviewerVouches } from '../support/reviewersWord.ts';
import { eventually, WorkbenchPage } from './page.ts';
import { askForRound, findingsText, type Played, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const found: readonly Played[] = [
  { id: 'F1', file: 'src/greet.ts', line: 1, severity: 'blocking', description: 'The greeting is never shown' },
  { id: 'F2', file: 'src/greet.ts', line: 2, severity: 'non-blocking', description: 'Say it louder' },
];

describe('what comes back, through the page', function () {
  this.timeout(120_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
    project = makeProject(directory);
    switchToTopic(project.folder);
    writeCode(project.folder, 'src/greet.ts', "export const greeting = 'hello';\nexport const loud = false;\n");
    const settings = { 'files.autoSave': 'off' };
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env, settings });
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start with Demo Agents');
    await workbench.rowShows('Claude', /idle/);
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-returns-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const place = () => {
    const env = { ...process.env, ...project.env };
    return { env, cwd: project.folder, top: project.folder, paths: partyPaths(env) };
  };
  const group = (label: string, count: number) => workbench.rowShows(label, new RegExp(`^${count}$`));
  async function closeTerminal(): Promise<void> {
    await workbench.runCommand('Party: Show Terminal');
    // A terminal that is closed while it starts stays.
    await eventually(
      () => workbench.terminalText(),
      (text) => /Demo Claude/.test(text),
    );
    await workbench.closeTerminal('Party');
  }
  const labels = async () => (await workbench.treeRows()).map(({ label }) => label);

  it('shows findings when they are written: unproven at first, then as arrived', async () => {
    const file = await askForRound(place().env, project.folder);
    await workbench.statusShows(/reviewing, round 1/);
    writeFileSync(file, findingsText(found));
    await group('Arrived, unproven', 2);
    await workbench.statusShows(/findings arrived, unproven/);
    await workbench.screenshot(join(screenshots, 'arrived-unproven.png'));
    await reviewerVouches(place(), file);
    await group('Arrived, not read by Claude yet', 2);
    await workbench.statusShows(/2 findings arrived, not read by Claude yet · 0 of 8/);
    assert.deepEqual(await workbench.rowActions('The greeting is never shown'), [], 'nothing can be decided yet');
    await workbench.runCommand('Problems: Focus on Problems View');
    await eventually(
      () => workbench.problems(),
      (all) => all.some((text) => /never shown.*arrived, not read by Claude yet/s.test(text)),
    );
    await workbench.runCommand('View: Hide Panel');
    await workbench.openFile('greet.ts');
    await workbench.screenshot(join(screenshots, 'arrived.png'));
    writeFileSync(file, 'I found nothing.');
    await workbench.statusShows(/the findings cannot be read/);
    await eventually(
      () => workbench.page.locator('.part.sidebar').innerText(),
      (text) => /Round 1: the findings cannot be read: .*JSON/.test(text.replaceAll('\u00a0', ' ')),
    );
    await workbench.screenshot(join(screenshots, 'arrived-unreadable.png'));
    writeFileSync(file, findingsText(found));
    await completeRound(place(), file);
    await group('Blocking', 1);
    await group('Non-blocking', 1);
    await workbench.statusShows(/1 blocking/);
    assert.ok(!(await labels()).some((label) => label.startsWith('Arrived')), 'nothing is there twice');
  });

  it('says once that the party goes on without its terminal', async () => {
    await closeTerminal();
    await workbench.notified(/The party goes on in the background/);
    await workbench.screenshot(join(screenshots, 'goes-on.png'));
    await workbench.runCommand('Notifications: Clear All Notifications');
    await closeTerminal();
    // What comes after the second close in any case: the window has looked at the parties again.
    await workbench.runCommand('Party: Show Terminal');
    assert.ok(!(await workbench.notifications()).some((text) => /goes on/.test(text)));
  });

  it('says when a party ended, with the way back first', async () => {
    project.tmux('kill-server');
    await workbench.notified(/The party ended unexpectedly at \d\d:\d\d/);
    const said = await eventually(
      () => workbench.page.locator('.part.sidebar').innerText(),
      (text) => /the party ended at \d\d:\d\d/.test(text.replaceAll('\u00a0', ' ')) && /Start New/.test(text),
    );
    assert.ok(said.indexOf('Restore') < said.indexOf('Start New'), said);
    await workbench.screenshot(join(screenshots, 'ended.png'));
    await workbench.page.locator('.part.sidebar .monaco-button').filter({ hasText: 'Restore' }).first().click();
    await workbench.rowShows('Claude', /idle/);
    await eventually(
      () => workbench.page.locator('.part.sidebar').innerText(),
      (text) => !/ended/.test(text),
    );
  });

  it('approves the plan that is on the screen, and asks when a draft is another one', async () => {
    await workbench.runCommand('Party: Plan: Start');
    await workbench.statusShows(/plan/);
    await workbench.runCommand('Party: Plan: Open Plan');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'plan.md' }).waitFor();
    const path = join(project.folder, planPath);
    const text = `# Plan\n\n${planHeadings.map((heading) => `## ${heading}\n\nClaude wrote this.\n`).join('\n')}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    await workbench.runCommand('Party: Plan: Approve by Hand…');
    await workbench.page.locator('.monaco-dialog-box').filter({ hasText: 'unsaved draft differs' }).waitFor();
    await workbench.screenshot(join(screenshots, 'plan-draft.png'));
    await workbench.pressDialogButton('Show the File');
    await workbench.page
      .locator('.part.editor .view-line', { hasText: /Claude\swrote\sthis/ })
      .first()
      .waitFor();
    await workbench.page.locator('.quick-input-title').filter({ hasText: 'Approve Plan by Hand' }).waitFor();
    await workbench.screenshot(join(screenshots, 'plan-shown.png'));
    await workbench.page.keyboard.type('I have read it');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.monaco-dialog-box').filter({ hasText: 'by hand?' }).waitFor();
    await workbench.pressDialogButton('Approve');
    await workbench.statusShows(/plan approved/);
    const approval = JSON.parse(readFileSync(join(project.folder, approvalFile), 'utf8'));
    assert.equal(approval.plan_hash, sha256(text));
  });

  it('offers the way back beside a plan too, where there is no welcome text, and by the keyboard', async () => {
    project.tmux('kill-server');
    await workbench.rowShows('project', /^the party ended unexpectedly$/);
    await workbench.rowShows('Restore', /^$/);
    await workbench.screenshot(join(screenshots, 'ended-with-plan.png'));
    await workbench.runCommand('Party: Focus on Session View');
    const focused = workbench.page.locator('.part.sidebar .monaco-list-row.focused').filter({ hasText: 'Restore' });
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('ArrowDown');
    await focused.waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.rowShows('Claude', /idle/);
    assert.ok(!(await labels()).includes('Restore'));
  });
});
