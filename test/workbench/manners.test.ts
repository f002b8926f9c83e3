// Several parties in one window, tmux inside the terminal of VS Code, the walkthrough, and the log, through the page.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const start = promisify(execFile);

describe('manners', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let worktree: string;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    worktree = join(directory, 'login');
    execFileSync('git', ['-C', project.folder, 'worktree', 'add', '-q', '-b', 'topic/login', worktree]);
    const settings = { 'party.agents': 'demo' };
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env, settings });
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start');
    await workbench.rowShows('Claude', /^idle/);
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed())
      await workbench.screenshot(join(root, `out/screenshots/failed-manners-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const shown = (words: RegExp) =>
    eventually(
      () => workbench.terminalText(),
      (text) => words.test(text),
      20_000,
    );
  const pane = (role: string) => {
    const rows = project.tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_id} #{session_path}').split('\n');
    return rows.find((row) => row.startsWith(`${role} `) && row.endsWith(project.folder))?.split(' ')[1] ?? '';
  };
  const screen = (role: string) => project.tmux('capture-pane', '-p', '-t', pane(role));

  it("shows the party's state on tmux's line, and no date", async () => {
    await shown(/project · codex idle · claude idle/);
    assert.doesNotMatch(await workbench.terminalText(), /\d\d:\d\d \d\d-/);
  });

  it('sends Alt+Enter for Shift+Enter, which is a new line in the composers of both agents', async () => {
    // Raw, so that it shows the keys themselves.
    project.tmux('send-keys', '-t', pane('shell'), 'stty raw -echo; od -An -tx1 -N3; stty sane', 'Enter');
    await eventually(
      () => project.tmux('display-message', '-p', '-t', pane('shell'), '#{pane_current_command}'),
      (program) => program.trim() === 'od',
    );
    project.tmux('select-pane', '-t', pane('shell'));
    await workbench.runCommand('Party: Show Terminal');
    await workbench.page.locator('.terminal-wrapper .xterm.focus').first().waitFor();
    await workbench.page.keyboard.press('Shift+Enter');
    await workbench.page.keyboard.press('Enter');
    await eventually(
      () => screen('shell'),
      (text) => / 1b 0d 0d/.test(text),
    );
  });

  it('keeps what the mouse selects in a pane', async () => {
    const { page } = workbench;
    const line = page.locator('.xterm-rows > div').filter({ hasText: 'Demo Codex' }).first();
    const box = (await line.boundingBox()) ?? assert.fail('no line');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, y, { steps: 4 });
    await page.mouse.move(box.x + 200, y, { steps: 8 });
    await page.mouse.up();
    await eventually(
      () => project.tmux('list-buffers', '-F', '#{buffer_sample}'),
      (text) => text.startsWith('Demo Codex'),
    );
  });

  it('shows the party of another worktree with its branch, and switches to it by a click', async () => {
    execFileSync(join(root, 'resources/bin/party'), ['start', '--detach', '--agents', 'demo'], {
      cwd: worktree,
      env: { ...process.env, ...project.env },
      stdio: 'ignore',
    });
    await workbench.rowShows('login', /^topic\/login · idle/);
    await workbench.rowShows('project', /^main · idle/);
    await workbench.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'topic/login' }).first().click();
    await shown(/login · codex idle · claude idle/);
    execFileSync(join(root, 'resources/bin/party'), ['stop'], {
      cwd: worktree,
      env: { ...process.env, ...project.env },
      stdio: 'ignore',
    });
    await workbench.rowShows('Claude', /^idle/);
  });

  it('has ticked what is done already when the walkthrough opens', async () => {
    await workbench.runCommandToPick('Welcome: Open Walkthrough...');
    await workbench.choosePick('First Steps with Party');
    const step = (name: string) => workbench.page.locator(`.getting-started-step[data-step-id$="#${name}"]`);
    for (const name of ['tmux', 'agents', 'start']) {
      await step(name).locator('.codicon-getting-started-step-checked').first().waitFor();
    }
    assert.equal(await step('review').locator('.codicon-getting-started-step-checked').count(), 0);
  });

  it('writes a log that Show Log shows', async () => {
    await workbench.runCommand('Party: Show Log');
    await eventually(
      () => workbench.page.locator('.output-view .view-lines').innerText(),
      (text) => /Activated in \d+/.test(text.replaceAll('\u00a0', ' ')),
    );
  });

  // The last one: nine parties go on until the end.
  it('shows ten parties side by side, and switches to each by the keyboard', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `work${index + 1}`);
    for (const name of names) {
      execFileSync('git', [
        '-C',
        project.folder,
        'worktree',
        'add',
        '-q',
        '-b',
        `topic/${name}`,
        join(directory, name),
      ]);
    }
    // Without the agents, whose panes then say how to get them: eighteen demo agents would be a load.
    const env = { ...process.env, ...project.env };
    const program = join(root, 'resources/bin/party');
    await Promise.all(names.map((name) => start(program, ['start', '--detach'], { cwd: join(directory, name), env })));
    await eventually(
      () => workbench.treeRows(),
      (rows) => names.every((name) => rows.some((row) => row.label === name && row.description.startsWith('topic/'))),
      60_000,
    );
    await workbench.rowShows('project', /^main · idle/);
    await workbench.screenshot(join(root, 'out/screenshots/manners-ten-parties.png'));
    await workbench.runCommandToPick('Party: Switch Party…');
    const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
    await eventually(
      () => rows.evaluateAll(([row]) => row?.getAttribute('aria-setsize')),
      (count) => count === '10',
    );
    await workbench.page.keyboard.type('work9');
    await workbench.takePick(rows.filter({ hasText: 'work9' }).first());
    await shown(/work9 · /);
  });
});
