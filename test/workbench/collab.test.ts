// Collab from its start to its end, as a person sees and clicks it. The state and the reviews are written by the shipped
// `party collab`, which the test runs as Claude's hook does; a program stands in for Codex.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import {
  type CollabIssue,
  type CollabState,
  collabReviewsFolder,
  collabSkipFile,
  collabStateFile,
} from '../../src/core/collab/collab.ts';
import { root } from '../runner/places.mjs';
import { finds, twoTasks } from '../support/parts/collab.ts';
import { inOwnWorkbench } from './ownWorkbench.ts';
import { eventually, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const hostile = [
  'n / 0 is `Infinity`. [run](command:party.stop) <b>bold</b> ![i](https://evil.example/a.png)',
  'See https://evil.example, //evil.example and <a href="command:party.stop">this</a> $(flame) $x^2$',
  '[ref]: command:party.stop',
].join('\n\n');

describe('collab, through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let env: Record<string, string>;
  let workbench: WorkbenchPage;
  const children = new Set<ChildProcess>();

  before(async () => {
    packageExtension();
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
    project = makeProject(directory);
    const [bin, home] = ['stand-in', 'home'].map((name) => join(directory, name)) as [string, string];
    mkdirSync(bin);
    mkdirSync(join(home, '.tmux-team'), { recursive: true });
    // The fifth verdict is the last one that is paid for.
    writeFileSync(join(home, '.tmux-team/config.json'), JSON.stringify({ budget: { rounds: 5 } }));
    symlinkSync(join(root, 'test/cli/fixtures/collabCodex.mjs'), join(bin, 'codex'));
    symlinkSync(process.execPath, join(bin, 'node'));
    const PATH = `${bin}${delimiter}${project.env['PATH']}`;
    env = { ...project.env, PATH, HOME: home, STAND_IN_LOG: join(directory, 'asked.jsonl') };
    write('docs/plan.md', twoTasks);
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env });
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-collab-${title}.png`));
  });
  after(async () => {
    for (const child of children) child.kill();
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  function write(file: string, text: string): void {
    mkdirSync(join(project.folder, file, '..'), { recursive: true });
    writeFileSync(join(project.folder, file), text);
  }
  const state = (): CollabState => JSON.parse(readFileSync(join(project.folder, collabStateFile), 'utf8'));
  const reviews = () => readdirSync(join(project.folder, collabReviewsFolder));
  const statusShows = (words: RegExp) => workbench.statusShows(words);
  const notified = (words: RegExp) => workbench.notified(words);
  const row = (label: string, description: RegExp) => workbench.rowShows(label, description);
  const noRow = (label: string) =>
    eventually(
      () => workbench.treeRows(),
      (rows) => rows.every((one) => one.label !== label),
    );
  const rowPlace = (label: string) => {
    const name = workbench.page.locator('.label-name').filter({ hasText: new RegExp(`^${label}$`) });
    return workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ has: name }).first();
  };
  async function pressRowButton(label: string, button: string): Promise<void> {
    await rowPlace(label).hover();
    await rowPlace(label).locator(`.actions .action-label[aria-label^="${button}"]`).click();
  }

  /** As an agent runs it. */
  function party(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const program = join(root, 'resources/bin/party');
    const child = spawn('sh', [program, ...args, '--json'], {
      cwd: project.folder,
      env: { ...env, LANG: 'C.UTF-8', PARTY_NODE: process.execPath, CLAUDECODE: '1', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (errors += data));
    return new Promise((resolve, reject) => {
      child.on('close', (code) => {
        children.delete(child);
        if (code === 0) resolve(output);
        else reject(new Error(`party ${args.join(' ')}: ${errors}`));
      });
    });
  }
  const stop = (issues: readonly Partial<CollabIssue>[] = [], more: Record<string, string> = {}) =>
    party(['collab', 'review'], { ...finds(...issues), ...more });

  it('is not shown before it is on', async () => {
    await statusShows(/(^|\| )Party( \||$)/);
    await workbench.openView('Party');
    await eventually(
      () => workbench.welcomeText(),
      (text) => /Claude/.test(text),
    );
  });

  it('is started in the palette, with the plan as its design', async () => {
    await workbench.runCommandToPick('Party: Collab: Start…');
    const offered = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('docs/plan.md'),
    );
    assert.deepEqual(offered, ['docs/plan.md', 'Choose Another File…']);
    await workbench.screenshot(join(screenshots, 'collab-start.png'));
    await workbench.page.keyboard.press('Enter');
    await statusShows(/Party: collab: designing/);
    await row('Collab', /^designing$/);
    await row('docs/plan.md', /^design$/);
    await row('No review yet', /when Claude stops/);
    assert.deepEqual([state().design, state().total_tasks], ['docs/plan.md', 2]);
    await workbench.screenshot(join(screenshots, 'collab-designing.png'));
  });

  it('shows that Codex reads the design, and then what it said', async () => {
    const reviewed = stop([{ severity: 'warning', category: 'design', file: '', line: null }], { STAND_IN: 'wait' });
    await statusShows(/Party: collab: reviewing the design…/);
    await row('Collab', /^reviewing the design…$/);
    assert.ok((await workbench.page.locator('.statusbar-item .codicon-loading').count()) > 0);
    await workbench.page.locator('.part.sidebar .monaco-progress-container.active').first().waitFor();
    await workbench.screenshot(join(screenshots, 'collab-reviewing.png'));
    writeFileSync(`${env['STAND_IN_LOG']}.go`, '');
    await reviewed;
    await statusShows(/collab: task 1 of 2/);
    await row('Collab', /^task 1 of 2$/);
    await row('Design', /^1 warning · \d/);
    await row('gpt-5.5 · xhigh', /^last review$/);
    await noRow('No review yet');
    await eventually(
      () => workbench.page.locator('.part.sidebar .monaco-progress-container.active').count(),
      (count) => count === 0,
    );
  });

  it('is not shown as reviewing when Codex was killed', async () => {
    write('src/half.js', 'export const half = (n) => n / 0;\n');
    const asked = () =>
      readFileSync(env['STAND_IN_LOG'] ?? '', 'utf8')
        .trim()
        .split('\n');
    const before = asked().length;
    const killed = stop([], { STAND_IN: 'hang' }).catch(() => 'killed');
    await statusShows(/collab: reviewing task 1 of 2…/);
    await eventually(asked, (lines) => lines.length > before);
    for (const child of children) child.kill('SIGKILL');
    process.kill(JSON.parse(asked().at(-1) ?? '').pid, 'SIGKILL');
    await killed;
    await statusShows(/collab: task 1 of 2/);
    assert.equal(state().phase, 'task_review');
  });

  it('lists the reviews of the tasks with their counts, the newest first', async () => {
    await stop([
      { description: hostile, title: '[x](command:party.stop)' },
      { severity: 'info', category: 'tests' },
    ]);
    await row('Task 1', /^1 critical, 1 info · \d/);
    // A new row has its place only when the list is drawn again.
    await eventually(
      async () => (await workbench.treeRows()).map(({ label }) => label),
      (labels) => labels.indexOf('Design') === labels.indexOf('Task 1') + 1 && labels.includes('Task 1'),
    );
    await workbench.tooltip('1 critical, 1 info', /1 critical, 1 info[\s\S]*I have read it\.[\s\S]*1 file/);
    await workbench.screenshot(join(screenshots, 'collab-tasks.png'));
  });

  it('opens a review as a page without links from outside text', async () => {
    await rowPlace('Task 1').click();
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'Preview task-1-review' }).waitFor();
    const page = preview();
    await page.locator('h1', { hasText: 'Review of task 1' }).waitFor();
    const shown = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
    for (const said of [
      ...['Critical · src/half.js:1', 'gpt-5.5 · xhigh', '1 critical, 1 info', 'correctness · c2r1-F1'],
      ...[
        '[run](command:party.stop) <b>bold</b>',
        '//evil.example and <a href="command:party.stop">',
        '$(flame) $x^2$',
      ],
      ...['[x](command:party.stop)', '[ref]: command:party.stop'],
    ]) {
      assert.ok(shown.includes(said), `${said} in ${shown}`);
    }
    assert.equal(await page.locator('a[href], img, b, .katex, .codicon').count(), 0);
    assert.equal(await page.locator('code', { hasText: 'Infinity' }).count(), 1);
    await workbench.screenshot(join(screenshots, 'collab-review.png'));
  });

  it('is paused, resumed and skipped by the buttons of its row', async () => {
    assert.deepEqual(await workbench.rowActions('Collab'), [
      'Collab: Pause',
      'Collab: Skip Next Review',
      'Collab: Cancel',
    ]);
    await pressRowButton('Collab', 'Collab: Pause');
    await row('Collab', /^paused, task 1 of 2$/);
    await statusShows(/collab: paused/);
    assert.equal(state().paused, true);
    await workbench.screenshot(join(screenshots, 'collab-paused.png'));
    assert.deepEqual(await workbench.rowActions('Collab'), ['Collab: Resume', 'Collab: Cancel']);
    await pressRowButton('Collab', 'Collab: Resume');
    await row('Collab', /^task 1 of 2$/);
    await pressRowButton('Collab', 'Collab: Skip Next Review');
    await row('The next review is skipped', /^$/);
    assert.ok(existsSync(join(project.folder, collabSkipFile)));
    // A question that another program asked goes away by itself.
    rmSync(join(project.folder, collabSkipFile));
    await noRow('The next review is skipped');
  });

  it('shows a change by an agent at once', async () => {
    await party(['collab', 'pause']);
    await row('Collab', /^paused, task 1 of 2$/);
    await party(['collab', 'resume']);
    await row('Collab', /^task 1 of 2$/);
  });

  it('notifies once that it needs the human, with the ways out', async () => {
    for (const n of [3, 4]) {
      write('src/half.js', `export const half = (n) => n / 0; // ${n}\n`);
      await stop([{}], { STAND_IN_RESOLVED: '[]' });
    }
    await statusShows(/collab: needs you/);
    await row('Collab', /^needs you, task 1 of 2$/);
    await notified(/Collab in project needs you: Codex found something blocking in task 1, 3 times in a row/);
    await workbench.screenshot(join(screenshots, 'collab-held.png'));
    await workbench.clickStatusItem('collab: needs you');
    const offered = await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('Resume Collab'),
    );
    assert.ok(offered.includes('Open Collab Review') && offered.includes('Cancel Collab'), offered.join());
    await workbench.screenshot(join(screenshots, 'collab-pick.png'));
    await workbench.choosePick('Resume Collab');
    await statusShows(/collab: task 1 of 2/);
    assert.deepEqual([state().paused, state().rounds], [false, 0]);
  });

  it('notifies of a finding against the design', async () => {
    write('src/half.js', 'export const half = (n) => n / 2;\n');
    await stop([{ conflicts_with_design: true, title: 'Halves are wrong' }]);
    await notified(/conflicts with the approved design and needs your decision/);
    // That review was also the last one that is paid for.
    await notified(/The budget for Codex in project is used up, so it has stopped reviewing/);
    await row('1 finding conflicts with the design', /^your decision$/);
    await workbench.tooltip('1 finding conflicts with the design', /Halves are wrong/);
    await workbench.screenshot(join(screenshots, 'collab-conflict.png'));
    await workbench.page.mouse.move(0, 0);
    // The item that was clicked has the focus again, and may show its own.
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
  });

  it('shows that the budget is used up, and lets the user renew it with a reason', async () => {
    await row('The budget for Codex is used up', /^$/);
    await statusShows(/budget used up/);
    const tooltip = await workbench.statusTooltip('budget used up');
    const shown = (await tooltip.innerText()).replaceAll('\u00a0', ' ');
    assert.match(shown, /Collab: task \d of 2/);
    assert.match(shown, /Budget: used up: 5 of 5 rounds/);
    assert.match(shown, /Renew budget/, 'the way out is a link');
    assert.doesNotMatch(shown, /party budget|--reason/);
    assert.doesNotMatch(shown, /Timeline/, 'there was no round to draw');
    await workbench.screenshot(join(screenshots, 'collab-budget.png'));
    await workbench.page.mouse.move(0, 0);
    await workbench.runCommandWithText('Party: Budget: Renew…', '-1 is not enough');
    await noRow('The budget for Codex is used up');
    const log = execFileSync('sh', ['-c', `cat '${env['PARTY_HOME']}'/projects/*/events.jsonl`], { encoding: 'utf8' });
    const renewed = log.split('\n').filter((line) => line.includes('budget-renewed'));
    assert.equal(renewed.length, 1);
    const { actor, reason } = JSON.parse(renewed[0] ?? '');
    assert.deepEqual([actor, reason], ['human', '-1 is not enough']);
  });

  it('is completed after a confirmation', async () => {
    await workbench.runCommand('Party: Collab: Complete');
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    await workbench.screenshot(join(screenshots, 'collab-complete.png'));
    await workbench.pressDialogButton('Complete');
    await row('Collab', /^complete$/);
    assert.deepEqual(await workbench.rowActions('Collab'), ['Collab: Start…']);
  });

  it('is started again by the button of its row, and cancelled after a confirmation; the reviews stay', async () => {
    await pressRowButton('Collab', 'Collab: Start');
    await eventually(
      () => workbench.pickRows(),
      (labels) => labels.includes('docs/plan.md'),
    );
    await workbench.page.keyboard.press('Enter');
    await row('Collab', /^designing$/);
    const kept = reviews().length;
    await pressRowButton('Collab', 'Collab: Cancel');
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    assert.ok(existsSync(join(project.folder, collabStateFile)));
    await workbench.screenshot(join(screenshots, 'collab-cancel.png'));
    await workbench.pressDialogButton('Turn Off');
    await noRow('Collab');
    assert.ok(!existsSync(join(project.folder, collabStateFile)));
    assert.equal(reviews().length, kept);
    await notified(/The reviews in/);
    // Earlier notifications may still be there, with a button of the same name.
    const toast = workbench.page.locator('.notification-toast', { hasText: 'The reviews in' });
    const button = toast.locator('.monaco-button', { hasText: 'Show Findings' });
    assert.equal(await button.count(), 1);
  });

  it('says why it cannot be started', async () => {
    rmSync(join(project.folder, 'docs/plan.md'));
    symlinkSync('../README.md', join(project.folder, 'docs/plan.md'));
    await workbench.runCommandToPick('Party: Collab: Start…');
    await workbench.choosePick('docs/plan.md');
    await notified(/docs\/plan\.md is a symbolic link\. Nothing was started/);
    assert.ok(!existsSync(join(project.folder, collabStateFile)));
  });

  function preview(): FrameLocator {
    return workbench.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }
});

describe('collab in a folder below the top of its repository', function () {
  this.timeout(60_000);
  it("takes the folder's own document, and shows it", async () => {
    const prepare = (project: Project) => {
      const folder = join(project.folder, 'pkg');
      mkdirSync(join(folder, 'docs'), { recursive: true });
      writeFileSync(join(folder, 'docs/plan.md'), twoTasks);
      return folder;
    };
    await inOwnWorkbench({ prepare }, async ({ project, workbench }) => {
      await workbench.partyIsActive();
      await workbench.statusShows(/(^|\| )Party( \||$)/);
      await workbench.openView('Party');
      await workbench.openFile('docs/plan.md');
      await workbench.runCommandToPick('Party: Collab: Start…');
      const open = workbench.page
        .locator('.quick-input-list .monaco-list-row')
        .filter({ hasText: 'open in the editor' });
      await workbench.takePick(open);
      await workbench.rowShows('pkg/docs/plan.md', /^design$/);
      const state: CollabState = JSON.parse(readFileSync(join(project.folder, collabStateFile), 'utf8'));
      assert.deepEqual([state.design, state.total_tasks], ['pkg/docs/plan.md', 2]);
    });
  });
});
