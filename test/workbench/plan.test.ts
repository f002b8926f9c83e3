// A plan from the gate that is switched on to an approval that is withdrawn, as a person sees and clicks it. A program
// stands in for Codex, which answers when the test says so; everything else is the editor and the shipped `party`.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { approvalFile, gateFile, type PlanVerdict, planPath } from '../../src/core/plan/plan.ts';
import { root } from '../runner/places.mjs';
import * as files from '../support/plans.ts';
import { inOwnWorkbench } from './ownWorkbench.ts';
import { eventually, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
/** With lines that do not all end alike, which an editor does not show. */
const text = files.planText('We parse the file.\r', '', 'We write it back.');
const note = files.note({
  ...{ line: 8, text: 'Which file? $(flame) [all](command:party.stop)\nAnd <b>why</b>?', suggestion: 'Name it' },
});
const general = files.note({ line: null, severity: 'non-blocking', text: 'Reads well' });

describe('a plan, through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;
  let env: Record<string, string>;

  before(async () => {
    packageExtension();
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
    project = makeProject(directory);
    const bin = join(directory, 'stand-in');
    mkdirSync(bin);
    symlinkSync(join(root, 'test/workbench/codexStandIn.mjs'), join(bin, 'codex'));
    env = { ...project.env, PATH: `${bin}${delimiter}${project.env['PATH']}`, STAND_IN_FOLDER: bin };
    const settings = { 'files.autoSave': 'off' };
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env, settings });
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-plan-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const writePlan = (plan: string) => files.writePlan(project.folder, plan);
  const hasApproval = () => existsSync(join(project.folder, approvalFile));
  const statusShows = (words: RegExp) => workbench.statusShows(words);
  const notified = (words: RegExp) => workbench.notified(words);
  const row = (label: string, description: RegExp) => workbench.rowShows(label, description);
  const standInPid = async () => {
    const file = join(directory, 'stand-in/PID');
    await eventually(
      () => existsSync(file),
      (exists) => exists,
    );
    return Number(readFileSync(file, 'utf8'));
  };
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** In one step, or the stand-in would read half of it. */
  function answer(verdict: PlanVerdict): void {
    const file = join(directory, 'stand-in/ANSWER');
    writeFileSync(`${file}.new`, JSON.stringify(verdict));
    renameSync(`${file}.new`, file);
  }

  it('is not shown before the gate is on', async () => {
    await statusShows(/(^|\| )Party( \||$)/);
    await workbench.openView('Party');
    await eventually(
      () => workbench.welcomeText(),
      (text) => /Claude/.test(text),
    );
  });

  it('has a gate that is switched on in the palette', async () => {
    await workbench.runCommand('Party: Plan: Start');
    await statusShows(/Party: plan not written yet/);
    await notified(/Claude can write only the plan/);
    await row('Plan', /not written yet/);
    await row('docs/plan.md', /^$/);
    await workbench.screenshot(join(screenshots, 'plan-empty.png'));
  });

  it('is begun with the headings that it needs', async () => {
    await workbench.runCommand('Party: Plan: Open Plan');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'plan.md' }).waitFor();
    await eventually(
      () => workbench.page.locator('.part.editor .view-lines').first().innerText(),
      (shown) => shown.replaceAll('\u00a0', ' ').includes('Open Questions'),
    );
    await workbench.page.keyboard.press('Control+S');
    await eventually(
      () => existsSync(join(project.folder, planPath)),
      (exists) => exists,
    );
    await statusShows(/Party: plan not reviewed/);
  });

  it('names what a plan lacks', async () => {
    writePlan(text.replace('## Risks', '## Rest'));
    await row('Headings missing', /^Risks$/);
    writePlan(text);
    await eventually(
      () => workbench.treeRows(),
      (rows) => rows.every(({ label }) => label !== 'Headings missing'),
    );
  });

  it('shows that Codex reads it, which can be cancelled', async () => {
    await workbench.runCommand('Party: Plan: Review Now');
    await statusShows(/Party: plan reviewing \(v1\)…/);
    await row('v1', /^reviewing…/);
    assert.ok((await workbench.page.locator('.statusbar-item .codicon-loading').count()) > 0);
    const pid = await standInPid();
    await notified(/Codex is reviewing the plan of project/);
    await workbench.screenshot(join(screenshots, 'plan-reviewing.png'));
    await workbench.page.locator('.notification-toast .monaco-button', { hasText: 'Cancel' }).click();
    await eventually(
      () => isRunning(pid),
      (running) => !running,
    );
    await statusShows(/Party: plan not reviewed/);
    assert.ok(!hasApproval());
  });

  it('is reviewed because Claude wrote it, which can be cancelled as well', async () => {
    const party = join(root, 'resources/bin/party');
    const claude = { ...process.env, ...env, CLAUDECODE: '1' };
    const reviewing = spawn('sh', [party, 'plan', 'review'], { cwd: project.folder, env: claude, stdio: 'ignore' });
    const ended = once(reviewing, 'exit');
    await statusShows(/Party: plan reviewing \(v1\)…/);
    const actions = await eventually(
      () => workbench.rowActions('reviewing (v1)'),
      (names) => names.length === 3,
    );
    assert.match(actions.join(), /Cancel Review/);
    assert.doesNotMatch(actions.join(), /Review Now/);
    await workbench.screenshot(join(screenshots, 'plan-cancel.png'));
    await workbench.runCommand('Party: Plan: Cancel Review');
    await ended;
    await statusShows(/Party: plan not reviewed/);
    assert.ok(!hasApproval());
  });

  it('gets requested changes, with notes at its lines as plain text', async () => {
    await workbench.runCommand('Party: Plan: Review Now');
    await statusShows(/reviewing/);
    answer(files.verdict(false, note, general));
    await statusShows(/Party: plan changes requested \(v1\)/);
    await notified(/Codex on v1 of the plan: 1 blocking, 1 non-blocking/);
    await row('v1', /^1 blocking, 1 non-blocking · current$/);
    const thread = workbench.page.locator('.review-widget').filter({ hasText: 'Which file?' });
    await thread.waitFor();
    const shown = (await thread.innerText()).replaceAll('\u00a0', ' ');
    assert.ok(shown.includes('$(flame) [all](command:party.stop)\nAnd <b>why</b>?'), shown);
    assert.match(shown, /Suggestion: Name it/);
    assert.match(shown, /^blocking · v1$/m, 'and not outdated');
    assert.equal(await thread.locator('.codicon-flame, a[data-href], b').count(), 0);
    // It does not open by itself.
    await workbench.runCommand('Comments: Focus on Comments View');
    const open = workbench.page.locator('.comments-panel .codicon-comment-unresolved');
    await eventually(
      () => open.count(),
      (count) => count === 2,
    );
    await workbench.screenshot(join(screenshots, 'plan-notes.png'));
  });

  it('is explained in the tooltip, and a click offers the next step', async () => {
    const tooltip = await workbench.statusTooltip('plan changes requested');
    const shown = (await tooltip.innerText()).replaceAll('\u00a0', ' ');
    assert.match(shown, /Plan: changes requested \(v1\)/);
    assert.match(shown, /Codex on v1: 1 blocking, 1 non-blocking/);
    await workbench.screenshot(join(screenshots, 'plan-tooltip.png'));
    await workbench.runCommand('View: Close All Editors');
    await workbench.clickStatusItem('plan changes requested');
    const rows = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('Open Plan'),
    );
    assert.ok(rows.includes('Show Plan Versions') && rows.includes('Approve Plan by Hand…'), rows.join());
    await workbench.screenshot(join(screenshots, 'plan-pick.png'));
    await workbench.choosePick('Codex on v1');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'plan.md' }).waitFor();
  });

  it('has notes that follow their lines, and are outdated by the next version', async () => {
    writePlan(text.replace('We parse', 'First.\n\nWe parse'));
    const glyph = workbench.page.locator('.comment-range-glyph.comment-thread');
    await glyph.first().waitFor();
    await eventually(
      () => workbench.page.locator('.review-widget:visible').count(),
      (count) => count === 0,
    );
    await workbench.runCommand('Comments: Focus on Comments View');
    const panel = workbench.page.locator('.comments-panel');
    await eventually(
      async () => (await panel.innerText()).replaceAll('\u00a0', ' '),
      (shown) => /Which file\?[\s\S]*\[Ln 10\]/.test(shown),
    );
    assert.ok((await panel.locator('.codicon-comment').count()) >= 2);
    assert.equal(await panel.locator('.codicon-comment-unresolved').count(), 0, 'they are resolved');
    await workbench.screenshot(join(screenshots, 'plan-outdated.png'));
    await workbench.runCommand('View: Hide Panel');
  });

  it('is approved in the second version', async () => {
    await workbench.runCommand('Party: Plan: Review Now');
    await statusShows(/plan reviewing \(v2\)/);
    answer(files.verdict(true));
    await statusShows(/Party: plan approved \(v2\)/);
    await notified(/The plan is approved \(v2\)\. Ready to execute\?/);
    await row('v2', /^approved · current$/);
    await row('v1', /^1 blocking, 1 non-blocking$/);
    assert.ok(hasApproval());
  });

  it('shows its versions as a diff', async () => {
    await workbench.runCommandToPick('Party: Plan: Show Versions');
    const rows = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('v1 ↔ v2'),
    );
    assert.deepEqual(rows, ['v1 ↔ v2', 'v2 ↔ current', 'Choose Two Versions…']);
    await workbench.screenshot(join(screenshots, 'plan-versions.png'));
    await workbench.choosePick('v1 ↔ v2');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'Plan: v1 ↔ v2' }).waitFor();
    await workbench.page
      .locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .gutter-insert')
      .first()
      .waitFor();
    await workbench.screenshot(join(screenshots, 'plan-diff.png'));
  });

  it('opens the annotated copy of a version, which cannot be changed', async () => {
    await workbench.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'v1' }).first().click();
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'plan v1 annotated' }).waitFor();
    await eventually(
      () => workbench.page.locator('.part.editor .view-lines').first().innerText(),
      (shown) => shown.replaceAll('\u00a0', ' ').includes('Which file?'),
    );
    await workbench.page.keyboard.type('x');
    const lines = await workbench.page.locator('.part.editor .view-lines').first().innerText();
    assert.ok(lines.startsWith('> **Codex on version 1'.replaceAll(' ', '\u00a0')), 'what is typed goes nowhere');
    assert.equal(await workbench.page.locator('.part.editor .detected-link').count(), 0, 'nothing can be clicked');
    await workbench.screenshot(join(screenshots, 'plan-annotated.png'));
  });

  it('loses its approval with any edit, by a person or an agent', async () => {
    execFileSync('sh', ['-c', `echo more >> '${join(project.folder, planPath)}'`]);
    await eventually(hasApproval, (has) => !has);
    await statusShows(/Party: plan approval outdated: changed since v2/);
    await workbench.screenshot(join(screenshots, 'plan-stale.png'));
  });

  it('is not approved by hand when it changes during the confirmation', async () => {
    await workbench.runCommandWithText('Party: Plan: Approve by Hand…', 'I have read it');
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    writePlan(`${text}And more.\n`);
    await workbench.pressDialogButton('Approve');
    await notified(/docs\/plan\.md has changed since you looked at it\. Nothing was approved/);
    assert.ok(!hasApproval());
    await workbench.screenshot(join(screenshots, 'plan-refused.png'));
  });

  it('is approved by hand with a reason, after a confirmation, as the editor shows it', async () => {
    await workbench.runCommand('Party: Plan: Open Plan');
    // Before that, the keys would go to the annotated copy, which is still open.
    const shown = workbench.page.locator('.part.editor .monaco-editor.focused .view-lines');
    await shown.filter({ hasText: /And\smore\./ }).waitFor();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.type('Typed and not saved.');
    await workbench.runCommandWithText('Party: Plan: Approve by Hand…', '-1 is no reason');
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    assert.ok(!hasApproval());
    assert.match(readFileSync(join(project.folder, planPath), 'utf8'), /Typed and not saved\.$/);
    await workbench.screenshot(join(screenshots, 'plan-by-hand.png'));
    await workbench.pressDialogButton('Approve');
    await statusShows(/Party: plan approved/);
    const approval = JSON.parse(readFileSync(join(project.folder, approvalFile), 'utf8'));
    assert.deepEqual([approval.reason, approval.codex_thread_id], ['-1 is no reason', null]);
    const tooltip = await workbench.statusTooltip('plan approved');
    assert.match((await tooltip.innerText()).replaceAll('\u00a0', ' '), /Approved by hand: -1 is no reason/);
  });

  it('has notes that can be sent to Claude', async () => {
    writePlan(text);
    await statusShows(/plan approval outdated/);
    await workbench.runCommand('Party: Plan: Review Now');
    await statusShows(/plan reviewing/);
    answer(files.verdict(false, note));
    await statusShows(/plan changes requested \(v1\)/);
    await workbench.runCommand('Party: Start with Demo Agents');
    await statusShows(/Party \(demo\): plan changes requested/);
    await workbench.runCommand('Party: Plan: Open Plan');
    const thread = workbench.page.locator('.review-widget').filter({ hasText: 'Which file?' });
    await thread.waitFor();
    await thread.locator('a[aria-label="Send to Claude"], .action-label[aria-label="Send to Claude"]').first().click();
    const [letter] = await eventually(
      () => project.messages('claude').filter((one) => one.text.includes('Plan review note')),
      (letters) => letters.length === 1,
    );
    assert.match(letter?.text ?? '', /\(blocking\) on version 1, at docs\/plan\.md:8\./);
    await workbench.screenshot(join(screenshots, 'plan-live.png'));
  });

  it('does not freeze because of 1 MB', async () => {
    writePlan(text + 'We write much.\n'.repeat(70_000));
    await eventually(
      () => workbench.treeRows(),
      (rows) => rows.some(({ label }) => /docs\/plan\.md has \d+ kB/.test(label)),
      30_000,
    );
    const began = Date.now();
    // There is nothing to compare the one version with, so that it is shown.
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Party: Plan: Show Versions');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'plan v1 annotated' }).waitFor();
    assert.ok(Date.now() - began < 20_000);
    const shown = await eventually(
      () => workbench.page.locator('.part.editor .view-lines').first().innerText(),
      (lines) => lines.includes('Codex'),
    );
    assert.ok(!shown.replaceAll('\u00a0', ' ').includes('Reads well'), 'not the v1 of the cycle before');
    writePlan(text);
  });

  it('has a gate that is switched off only after a confirmation', async () => {
    await workbench.runCommand('Party: Plan: Stop');
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    await workbench.screenshot(join(screenshots, 'plan-stop.png'));
    await workbench.pressDialogButton('Stop');
    await eventually(
      () => workbench.statusBarText(),
      (shown) => !shown.includes('plan'),
    );
    await eventually(
      () => workbench.treeRows(),
      (rows) => rows.length > 0 && rows.every(({ label }) => label !== 'Plan'),
    );
  });
});

describe('a plan gate by setting', function () {
  this.timeout(60_000);
  it('is on before the party is', async () => {
    await inOwnWorkbench({ settings: { 'party.plan.gate': true } }, async ({ project, workbench }) => {
      await workbench.runCommand('Party: Start with Demo Agents');
      await eventually(
        () => workbench.statusBarText(),
        (shown) => /Party \(demo\): plan not written yet/.test(shown),
        30_000,
      );
      assert.ok(existsSync(join(project.folder, gateFile)));
    });
  });
});

describe('a worktree, through the page', function () {
  this.timeout(60_000);
  it('is made by name, with its gate on and a party in it', async () => {
    await inOwnWorkbench({ settings: { 'party.agents': 'demo' } }, async ({ directory, project, workbench }) => {
      const shows = (words: RegExp) =>
        eventually(
          () => workbench.notifications(),
          (texts) => texts.some((shown) => words.test(shown)),
          30_000,
        );
      await workbench.runCommandWithText('Party: New Worktree…', 'login');
      await shows(/The worktree login is ready: .*project-worktrees\/login/);
      await workbench.screenshot(join(screenshots, 'worktree.png'));
      assert.ok(existsSync(join(directory, 'project-worktrees/login', gateFile)));
      assert.ok(!existsSync(join(project.folder, gateFile)), 'only there');
      assert.equal(project.sessions().length, 1);
      await workbench.runCommandWithText('Party: New Worktree…', 'login');
      await shows(/already exists\. Choose another name/);
    });
  });
});
