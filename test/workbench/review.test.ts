// A review from its request to an approval that goes stale, as a person sees and clicks it. Codex is played by this test:
// the request is made by the code behind `party review request`, everything else by the editor.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { english } from '../../src/core/base/translate.ts';
import { evidenceKinds } from '../../src/core/project/evidenceKinds.ts';
import { proofName } from '../../src/core/review/ready/readinessText.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { beginRound } from '../../src/node/review/beginRound.ts';
import { needsDiscussion } from '../../src/node/review/reviewActs.ts';
import { root } from '../runner/places.mjs';
import { reviewerWrites } from '../support/reviewersWord.ts';
import { eventually, styleOf, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');

describe('a review, through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;
  let findingsFile = '';

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    execFileSync('git', ['-C', project.folder, 'checkout', '--quiet', '-b', 'topic']);
    write('src/greet.ts', 'one');
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env });
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench.screenshot(join(screenshots, `failed-review-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  function write(file: string, text: string): void {
    const path = join(project.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `export const greeting = '${text}';\n`);
  }

  async function request(delta: boolean): Promise<void> {
    const env = { ...process.env, ...project.env };
    const place = { env, cwd: project.folder, paths: partyPaths(env) };
    const folder = join(directory, 'answers');
    mkdirSync(folder, { recursive: true });
    const asked = { delta, headless: false, findingsFile: (id: string) => join(folder, `${id}.json`) };
    findingsFile = (await beginRound(place, asked)).event.file;
  }

  /** The reviewer writes its findings and ends its turn. */
  async function answer(...severities: string[]): Promise<void> {
    const findings = severities.map((severity, index) => ({
      ...{ id: `F${index + 1}`, file: 'src/greet.ts', line: 1, severity, category: 'correctness' },
      ...{ description: 'Greets $(flame) [no user](command:party.stop)', suggestion: 'Greet the user' },
    }));
    const blocking = severities.filter((severity) => severity === 'blocking').length;
    const stats = { blocking_count: blocking, non_blocking_count: severities.length - blocking, files_reviewed: 1 };
    const place = { paths: partyPaths({ ...process.env, ...project.env }), top: project.folder };
    await reviewerWrites(place, findingsFile, JSON.stringify({ findings, summary: 'Read it', stats }));
  }

  const statusShows = (words: RegExp) => workbench.statusShows(words);
  const notified = (words: RegExp) => workbench.notified(words);

  it('is shown as not reviewed before it is requested', async () => {
    await statusShows(/(^|\| )Party( \||$)/);
  });

  it('shows in the status bar without a party, by itself', async () => {
    await request(false);
    await statusShows(/Party: reviewing, round 1/);
  });

  it('offers the next act at a click, and says why', async () => {
    await answer('blocking', 'non-blocking');
    await workbench.clickStatusItem('Party: reviewing');
    const rows = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('Load Findings'),
    );
    assert.ok(rows.includes('Pull request'), rows.join());
    assert.ok(!rows.includes('Approve'), 'nothing can be approved yet');
    await workbench.screenshot(join(screenshots, 'review-pick.png'));
    await workbench.page.keyboard.press('Enter');
    // The user's own act needs no notification.
    await statusShows(
      /Party: 1 blocking.*Round 1: 2 found, 1 blocking|Round 1: 2 found, 1 blocking.*Party: 1 blocking/,
    );
    assert.deepEqual(await workbench.notifications(), []);
  });

  it('opens the files that its reasons name', async () => {
    await workbench.clickStatusItem('Party: 1 blocking');
    await workbench.choosePick('Blocking');
    await workbench.page.locator('.part.editor .view-line').filter({ hasText: 'greeting' }).first().waitFor();
    await workbench.clickStatusItem('Party: 1 blocking');
    await workbench.choosePick('Pull request');
    const rows = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('Code critic approved'),
    );
    assert.deepEqual(
      rows,
      evidenceKinds.map((kind) => proofName(kind, english)),
    );
    await workbench.screenshot(join(screenshots, 'review-evidence.png'));
    await workbench.page.keyboard.press('Escape');
  });

  it('shows blocking findings in the tooltip, as plain text', async () => {
    const tooltip = await workbench.statusTooltip('Party: 1 blocking');
    // With spaces at which it can be wrapped.
    const text = await tooltip.innerText();
    assert.ok(text.includes('Blocking: src/greet.ts:1 Greets $(flame) [no user](command:party.stop)'), text);
    assert.equal(await tooltip.locator('.codicon-flame, [data-href*="stop"]').count(), 0);
    await workbench.screenshot(join(screenshots, 'review-tooltip.png'));
  });

  it('says in a sentence why it may not be approved, with a button for each way out', async () => {
    await workbench.runCommand('Party: Approve');
    await notified(/1 blocking finding is open \(r1-F1\)/);
    const buttons = workbench.page.locator('.notification-toast .monaco-button');
    assert.deepEqual(await buttons.allInnerTexts(), ['Mark as Fixed', 'Reject with Reason…']);
    await workbench.screenshot(join(screenshots, 'review-refused.png'));
    await buttons.filter({ hasText: 'Reject with Reason…' }).click();
    // It is the finding that blocks, and the user still has to say why.
    await workbench.page.locator('.quick-input-title', { hasText: 'Reject r1-F1' }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await statusShows(/Party: 1 blocking/);
  });

  it('is sent back with a reason', async () => {
    await workbench.runCommandWithText('Party: Request Re-review…', '-1 is no greeting');
    await statusShows(/Party: changes requested/);
  });

  it('is approved in the second round', async () => {
    write('src/greet.ts', 'two');
    await request(true);
    await statusShows(/Party: reviewing, round 2/);
    await answer();
    await workbench.runCommand('Party: Load Findings');
    await statusShows(/Party: reviewed, nothing blocking/);
    await workbench.runCommand('Party: Approve');
    await workbench.screenshot(join(screenshots, 'review-approve.png'));
    await workbench.pressDialogButton('Approve');
    await statusShows(/Party: approved · 2 of 8( \||$)/);
  });

  it('goes stale as soon as the code changes, and names the file', async () => {
    write('src/greet.ts', 'three');
    await statusShows(/Party: approval outdated: greet\.ts changed/);
  });

  it('is approved again when the edit is undone', async () => {
    write('src/greet.ts', 'two');
    await statusShows(/Party: approved/);
  });

  describe('as a timeline', () => {
    const frame = () =>
      workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').locator('svg.timeline');

    const tabs = () => workbench.page.locator('.part.editor .tab').filter({ hasText: 'Review Timeline' });
    const oneTab = () =>
      eventually(
        () => tabs().count(),
        (count) => count === 1,
      );

    it('shows both rounds, which can be reached by the keyboard', async () => {
      await workbench.runCommand('Party: Show Review Timeline');
      await frame().waitFor();
      // A round is a link; its findings can be reached, too, and come before the next round.
      const rounds = frame().locator('.round > a[aria-label^="Round"]');
      const labels = await rounds.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''));
      assert.equal(labels.length, 2);
      assert.match(labels[0] ?? '', /^Round 1\. .*2 found, 1 blocking\. .*changes requested$/);
      assert.match(labels[1] ?? '', /^Round 2 \(delta\)\. .*approved$/);
      await rounds.first().focus();
      const focused = frame().locator('a:focus');
      await workbench.page.keyboard.press('Tab');
      const isRound = async () => /^Round/.test((await focused.getAttribute('aria-label')) ?? '');
      for (let findings = 2; findings > 0 && !(await isRound()); findings--) await workbench.page.keyboard.press('Tab');
      assert.match((await focused.getAttribute('aria-label')) ?? '', /^Round 2/);
      await workbench.screenshot(join(screenshots, 'review-timeline.png'));
    });

    it('has the colours of the theme, although its policy lets nothing in but its own styles', async () => {
      const fill = await styleOf(frame().locator('rect.blocking').first(), 'fill');
      assert.match(fill, /^rgb/);
      assert.notEqual(fill, 'rgb(0, 0, 0)');
    });

    it('has an icon that can be seen on a dark tab too', async () => {
      const tab = workbench.page.locator('.part.editor .tab').filter({ hasText: 'Review Timeline' });
      const icon = () => styleOf(tab.locator('.monaco-icon-label-iconpath'), 'background-image');
      assert.match(await icon(), /timeline-light\.svg/);
      await workbench.chooseTheme('Dark Modern');
      await eventually(icon, (image) => /timeline-dark\.svg/.test(image));
      await workbench.chooseTheme('Light Modern');
      await eventually(icon, (image) => /timeline-light\.svg/.test(image));
    });

    it('follows the review', async () => {
      write('src/greet.ts', 'four');
      await request(true);
      await eventually(
        () => frame().locator('.round').count(),
        (count) => count === 3,
      );
    });

    /** After a reload or a command, VS Code gives the focus back. A quick pick that is open at that moment closes. */
    const focusIsBack = () => workbench.page.waitForFunction("document.activeElement?.matches('iframe.webview')");

    it('is there again after a reload', async () => {
      await workbench.editorSaved('party.timeline');
      await workbench.reload();
      await eventually(
        () => frame().locator('.round').count(),
        (count) => count === 3,
        30_000,
      );
      await focusIsBack();
      // From elsewhere, so that the focus comes back with the command, and not already when the palette closes: the
      // command would later bring its tab in front of what the next test opens.
      await workbench.openView('Explorer');
      await workbench.page.waitForFunction("document.activeElement?.closest('.part.sidebar') !== null");
      await workbench.runCommand('Party: Show Review Timeline');
      await oneTab();
      await focusIsBack();
    });

    it('stays one tab when it was behind another one at the reload', async () => {
      await workbench.openFile('greet.ts');
      await workbench.editorSaved('greet.ts');
      await workbench.reload();
      await tabs().waitFor();
      await workbench.runCommand('Party: Show Review Timeline');
      await eventually(
        () => frame().locator('.round').count(),
        (count) => count === 3,
        30_000,
      );
      await oneTab();
      // It would take the focus between the two picks of the next tests.
      await workbench.runCommand('View: Close All Editors');
      await tabs().waitFor({ state: 'hidden' });
    });
  });

  describe('asked for in the editor', () => {
    it('offers the possible reviewers while there is no party', async () => {
      await workbench.runCommandToPick('Party: Request Review');
      await workbench.choosePick('The Whole Change');
      await eventually(
        () => workbench.pickRows(),
        (rows) => rows.join() === 'Start a Party,Run Codex Once',
      );
      // Neither agent is installed here, so the demo agents take the roles.
      await workbench.page.keyboard.press('Escape');
      await workbench.runCommand('Party: Start with Demo Agents');
      await statusShows(/Party \(demo\)/);
      // Round 3 has no answer, and its code has not changed: the program says so instead of asking again.
      await workbench.runCommandToPick('Party: Request Review');
      await workbench.choosePick('The Whole Change');
      await notified(/Round 3 has been with Codex/);
      write('src/greet.ts', 'five');
      await workbench.runCommandToPick('Party: Request Review');
      await workbench.choosePick('The Whole Change');
      await eventually(
        () => project.messages('codex').filter(({ name }) => name.startsWith('review-')).length,
        (count) => count === 1,
      );
      await statusShows(/Party \(demo\): (reviewing, round 3|\d+ blocking|reviewed)/);
      await workbench.screenshot(join(screenshots, 'review-requested.png'));
    });
  });

  it('has gates that can be checked, with failures first', async () => {
    await workbench.runCommandToPick('Party: Check Gates');
    // The page draws the rows of a new list one after the other.
    await eventually(
      () => workbench.pickRows(),
      (names) => names.length > 5 && names.some((name) => name.startsWith('plan-gate')),
      30_000,
    );
    await workbench.screenshot(join(screenshots, 'review-gates.png'));
    await workbench.page.keyboard.press('Escape');
  });

  // Behind the others, which mocha runs after what stands beside them.
  describe('that needs a decision', () => {
    it('notifies the user when an agent asks for a decision, and not when the user asked for it', async () => {
      await workbench.runCommand('Notifications: Clear All Notifications');
      await workbench.runCommandWithText('Party: Needs Discussion…', 'Which one is it?');
      await statusShows(/needs discussion/);
      assert.deepEqual(await workbench.notifications(), []);
      write('src/greet.ts', 'six');
      await request(false);
      // Not the passing message in the status bar about the request of before.
      await statusShows(/Party[^|]*: reviewing, round/);
      const env = { ...process.env, ...project.env };
      const place = { env, cwd: project.folder, paths: partyPaths(env) };
      await needsDiscussion(place, 'Which [greeting](command:party.stop) is it?');
      await notified(/The review of project needs your decision: Which greeting\(command:party\.stop\) is it\?/);
      await statusShows(/needs discussion/);
      await workbench.page.locator('.notification-toast .monaco-button').filter({ hasText: 'Review' }).click();
      await eventually(
        () => workbench.pickRows(),
        (rows) => rows.includes('Discussion'),
      );
      await workbench.page.keyboard.press('Escape');
    });
  });
});
