// The whole cycle with the demo agents, as a person sees it in the workbench: from `go` to a pull request that may be
// made, an edit that closes the gate again, and the round that opens it. The demo plays at its own pace. Where there is
// something to look at it is held: by scrolling in Claude's pane, which takes no messages then, or by the project's lock.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { partyPaths, projectTop } from '../../src/node/project/paths.ts';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import { root } from '../runner/places.mjs';
import { makeDemo } from './demo.mjs';
import { eventually, type Seen, WorkbenchPage } from './page.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
/** Enough for a machine that has other things to do. */
const patience = 60_000;

/** Only what this test is about. */
function inShort({ status, badge, rows, warnings, infos, notifications }: Seen): string {
  const review = /Party[^|]*/.exec(status)?.[0] ?? '';
  const found = rows.slice(rows.findIndex(({ label }) => label === 'Shell') + 1).map(({ label }) => label);
  return JSON.stringify([review, badge, found, warnings, infos, notifications]);
}

describe('the whole cycle with the demo agents', function () {
  this.timeout(120_000);
  let demo: ReturnType<typeof makeDemo>;
  let env: Record<string, string>;
  let workbench: WorkbenchPage;
  let claude: string;
  let greet: string;
  /** While this file exists, Claude stops at the next pause of its scene. */
  let stopped: string;
  let reviewed: string;

  before(async () => {
    packageExtension();
    demo = makeDemo();
    const home = join(demo.directory, 'home');
    mkdirSync(home);
    env = { ...(demo.env as Record<string, string>), HOME: home, PARTY_DEMO_PACE: '300' };
    stopped = join(demo.directory, 'stopped');
    env['PARTY_DEMO_HOLD'] = stopped;
    greet = join(demo.project, 'src/greet.js');
    const settings = { 'party.agents': 'demo' };
    workbench = await WorkbenchPage.open({ vsix, folder: demo.project, settings, env });
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start');
    await eventually(
      () => workbench.terminalText(),
      (text) => /Demo Claude/.test(text) && /Demo Codex/.test(text),
      patience,
    );
    claude = await eventually(
      () => /claude (%\d+)/.exec(tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_id}'))?.[1] ?? '',
      (pane) => pane !== '',
    );
    await eventually(pane, (text) => text.includes('Try: go'), patience);
    await workbench.record('Party');
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench.screenshot(join(screenshots, `failed-cycle-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    await demo?.remove();
  });

  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', env['PARTY_TMUX_SOCKET'] ?? '', ...args], { env, encoding: 'utf8' });
  /** All that Claude has said, in one line: the pane is narrow. */
  const pane = () => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', claude).replace(/\s+/g, ' ');
  const type = (text: string) => tmux('send-keys', '-t', claude, text, 'Enter');
  const hold = () => tmux('copy-mode', '-t', claude);
  const letGo = () => tmux('send-keys', '-t', claude, '-X', 'cancel');

  const log = () => openProjectLog(partyPaths(env), projectTop(demo.project));
  const happens = (name: string, times: number) =>
    eventually(
      async () => (await log().events()).filter(({ event }) => event === name).length,
      (count) => count >= times,
      patience,
    );

  const statusShows = (words: RegExp) =>
    eventually(
      () => workbench.statusBarText(),
      (text) => words.test(text),
      patience,
    );
  /** A moment at which all of it was to be seen. */
  async function showed(what: string, wanted: (seen: Seen) => boolean): Promise<void> {
    await eventually(
      () => workbench.recorded(),
      (seen) => seen.some(wanted),
      patience,
    ).catch(async () => {
      throw new Error(`never seen: ${what}, but:\n${(await workbench.recorded()).slice(-60).map(inShort).join('\n')}`);
    });
  }
  const notified = async () => (await workbench.recorded()).flatMap(({ notifications }) => notifications);
  const row = (label: string) =>
    workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ hasText: label }).first();
  const labels = async () => (await workbench.treeRows()).map(({ label }) => label);
  const timeline = (): Locator =>
    workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame').locator('body');
  const timelineShows = (words: RegExp) =>
    eventually(
      () => timeline().innerText(),
      (text) => words.test(text),
      patience,
    );
  /**
   * The acts and reasons that a click on the status bar offers, and the one that Enter would take. By its command: while a
   * message waits because Claude's pane is scrolled, a click shows the message.
   */
  async function picked(): Promise<{ rows: string[]; first: string }> {
    await workbench.runCommandToPick('Party: Show Review State');
    await workbench.page.getByPlaceholder('What next?').waitFor();
    const focused = workbench.page.locator('.quick-input-list .monaco-list-row.focused .label-name').first();
    await focused.waitFor();
    const rows = await eventually(
      () => workbench.pickRows(),
      (shown) => shown.length > 0,
    );
    const answer = { rows, first: (await focused.innerText()).trim() };
    await workbench.page.keyboard.press('Escape');
    await focused.waitFor({ state: 'hidden' });
    return answer;
  }

  it('is denied a pull request and a review before the critics, and then asks Codex', async () => {
    type('go');
    await eventually(pane, (text) => text.includes('Is that enough'), patience);
    hold();
    await happens('requested', 1);
    // Codex may be done already, and its message waits.
    await statusShows(/reviewing, round 1|you are scrolling in Claude's pane/);
    // Until Codex has written its findings, which may be at once.
    await eventually(
      () => workbench.recorded(),
      (seen) =>
        seen.some(
          ({ welcome, rows }) =>
            welcome.includes('Codex is reviewing.') || rows.some(({ label }) => label.startsWith('Arrived, ')),
        ),
      patience,
    );
    await eventually(
      pane,
      (text) =>
        /gh pr create --fill\).*denied: .*--review .*denied: .*VERDICT: APPROVE.*CODEX_REVIEW_REQUESTED/.test(text),
      patience,
    );
    await workbench.screenshot(join(screenshots, 'cycle-reviewing.png'));
  });

  it('shows what Codex has found, in the list and in the code', async () => {
    await workbench.runCommand('Problems: Focus on Problems View');
    await openGreet();
    // So that Claude decides nothing while the editor shows what it has read.
    writeFileSync(stopped, '');
    letGo();
    await happens('received', 1);
    await showed('1 blocking with a badge, two rows, and both marked in the code', (seen) => {
      const found = seen.rows.map(({ description }) => description).join('\n');
      const marked = seen.warnings > 0 && seen.infos > 0;
      return (
        /1 blocking/.test(seen.status) && seen.badge === '1' && /empty name[\s\S]*Three names/.test(found) && marked
      );
    });
    // The panel fills its list a moment after the editor and the badges.
    const problems = await eventually(
      () => workbench.problems(),
      (rows) => rows.length === 2,
      patience,
    );
    assert.match(problems.join('\n'), /empty name[\s\S]*Party\s+r1-F1[\s\S]*Three names[\s\S]*Party\s+r1-F2/);
    await workbench.screenshot(join(screenshots, 'cycle-findings.png'));
    // From here Claude needs no answer until it has asked again: what comes back then waits.
    hold();
    rmSync(stopped);
  });

  it('rejects a finding with a reason, and requests changes, without a notification', async () => {
    await happens('re-review', 1);
    // Before the next round Claude changes two files and asks its critics, with pauses between them.
    writeFileSync(stopped, '');
    await showed('changes requested with one resolved', ({ status, rows }) => {
      const resolved = rows.find(({ label }) => label === 'Resolved');
      return /changes requested/.test(status) && resolved?.description === '1';
    });
    rmSync(stopped);
    await happens('requested', 2);
    await row('Resolved').click();
    await row('Three names').waitFor();
    await workbench.tooltip('Three names', /out of scope[\s\S]*Reason: A nicer list of names/);
    assert.deepEqual(await notified(), []);
  });

  it('is reviewed again, and the first act undoes nothing', async () => {
    await statusShows(/reviewing, round 2|you are scrolling in Claude's pane/);
    const { rows, first } = await picked();
    assert.doesNotMatch(first, /Needs Discussion|Re-review/, rows.join());
    await workbench.runCommand('Party: Show Review Timeline');
    await timeline().locator('.round').nth(1).waitFor();
    assert.equal(await timeline().locator('.round').count(), 2);
    // The second round has not been read, so the findings that the first one left are still open.
    assert.doesNotMatch(await timeline().innerText(), /none open/);
    await workbench.screenshot(join(screenshots, 'cycle-round-2.png'));
  });

  it('is approved, and the gate opens', async () => {
    letGo();
    await statusShows(/: approved ·/);
    await eventually(pane, (text) => /verified.*gh pr create --fill\).*allowed.*The gate is open/.test(text), patience);
    reviewed = readFileSync(greet, 'utf8');
    await eventually(labels, (rows) => !rows.includes('Blocking') && !rows.includes('Non-blocking'), patience);
    const resolved = (await workbench.treeRows()).find(({ label }) => label === 'Resolved');
    assert.equal(resolved?.description, '2');
    const last = (await workbench.recorded()).at(-1);
    assert.equal(last?.badge, '');
    await openGreet();
    await eventually(
      () => workbench.problems(),
      (rows) => rows.length === 0,
      patience,
    );
    await eventually(
      async () =>
        (await (await workbench.statusTooltip('Party (demo): approved')).innerText()).replaceAll('\u00a0', ' '),
      (text) => text.includes('Gates: on, all checks passed'),
      patience,
    );
    await workbench.page.mouse.move(600, 300);
    await workbench.rowShows('Ready for a pull request', /^8 of 8$/);
  });

  it('goes stale with an edit, and is approved again when the edit is undone', async () => {
    await workbench.runCommand('Party: Show Review Timeline');
    appendFileSync(greet, '// later\n');
    await statusShows(/approval outdated: greet\.js changed/);
    await timelineShows(/approval outdated/);
    writeFileSync(greet, reviewed);
    await statusShows(/: approved – ready for a pull request( \||$)/);
  });

  it('is approved in a third round', async () => {
    appendFileSync(greet, '// later\n');
    await statusShows(/approval outdated: greet\.js changed/);
    type('go');
    await happens('requested', 3);
    await happens('approved', 2);
    await statusShows(/: approved [·–]/);
    await timeline().locator('.round').nth(2).waitFor();
    assert.deepEqual(await notified(), []);
    await workbench.screenshot(join(screenshots, 'cycle-end.png'));
  });

  it('opens from the timeline what it shows, and tells what else happened', async () => {
    await workbench.runCommand('Party: Show Review Timeline');
    await timeline().locator('.toggle').filter({ hasText: 'Gate decisions' }).click();
    await timelineShows(/Denied: [\s\S]*Round 1 answered: 2 found/);
    await timelineShows(/fixed 1 of 1 decided findings \(100 %\) · 1\.5 rounds per approval/);
    await workbench.screenshot(join(screenshots, 'cycle-story.png'));
    await timeline()
      .locator('.round a')
      .first()
      .click({ position: { x: 40, y: 30 } });
    // The rows of the palette may still be there.
    await eventually(
      () => workbench.pickRows(),
      (shown) => /empty name[\s\S]*Three names[\s\S]*Show What This Round Changed/.test(shown.join('\n')),
    );
    await workbench.page.keyboard.press('Escape');
    await timeline().locator('a.brick').first().click();
    await workbench.page.locator('.part.editor .tab.active').filter({ hasText: 'greet.js' }).waitFor();
  });

  async function openGreet(): Promise<void> {
    await workbench.openFile('src/greet.js');
    await workbench.page.locator('.part.editor .view-lines').filter({ hasText: 'greet' }).first().waitFor();
  }
});
