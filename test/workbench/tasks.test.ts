// The Tasks view as a person meets it: a team is made, tasks are added, ticked, dragged, renamed and filtered; agents
// change something elsewhere, and findings become tasks. Everything is the editor and the shipped `party`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Milestone, Task, TaskEvent } from '../../src/core/tasks/task.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { readReview } from '../../src/node/review/openReview.ts';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { type Played, playRound, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const markup = '**Bold** [run](command:party.stop) $(trash) <b>x</b>';
const found: Played[] = [
  { id: 'F1', file: 'src/price.js', line: 1, severity: 'blocking', description: 'The price may be NaN' },
  { id: 'F2', file: 'src/price.js', line: 2, severity: 'non-blocking', description: markup },
];

describe('tasks through the page', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(() => {
    packageExtension();
  });

  function inWorkbench(name: string, prepare: () => string | undefined): void {
    before(async () => {
      directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
      project = makeProject(directory);
      // The teams of the user are in the home.
      project.env['XDG_CONFIG_HOME'] = join(directory, 'config');
      const folder = prepare() ?? project.folder;
      workbench = await WorkbenchPage.open({ vsix, folder, env: project.env });
      await workbench.openView('Party');
      // The other two would leave it too little room.
      for (const view of ['Session', 'Findings']) await collapse(view);
      await collapse('Tasks', true);
    });
    afterEach(async function () {
      const title = this.currentTest?.title.replace(/\W+/g, '-');
      if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-${name}-${title}.png`));
    });
    after(async () => {
      await workbench?.dispose();
      project?.dispose();
      rmSync(directory, { recursive: true, force: true });
    });
  }

  const env = () => ({ ...process.env, ...project.env });
  const picture = (name: string) => workbench.screenshot(join(screenshots, `tasks-${name}.png`));
  const header = (view: string) => workbench.page.locator(`.part.sidebar .pane-header[aria-label^="${view}"]`).first();
  async function collapse(view: string, to = false): Promise<void> {
    await header(view).waitFor();
    if ((await header(view).getAttribute('aria-expanded')) !== String(to)) await header(view).click();
  }
  const rows = () => workbench.treeRows();
  const labels = async () => (await rows()).map(({ label }) => label);
  const showsRows = (...expected: string[]) =>
    eventually(labels, (all) => all.join('|') === expected.join('|'), 20_000);
  const describes = (label: string, words: RegExp | string) =>
    eventually(rows, (all) =>
      all.some(
        (one) =>
          one.label === label && (words instanceof RegExp ? words.test(one.description) : one.description === words),
      ),
    );
  const row = (label: string) =>
    workbench.page
      .locator('.part.sidebar .pane-body .monaco-list-row')
      .filter({ hasText: label, visible: true })
      .first();
  const checkbox = (label: string) => row(label).locator('.custom-view-tree-node-item-checkbox');
  const welcomes = (words: string) =>
    eventually(
      () => workbench.welcomeText(),
      (text) => text.includes(words),
      20_000,
    );
  const editorText = async () =>
    (await workbench.page.locator('.part.editor .view-lines').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  const input = () => workbench.page.locator('.quick-input-widget input.input');

  /** The shipped program in another user's terminal. */
  function party(args: readonly string[], more: Record<string, string> = {}, cwd = project.folder) {
    const { CLAUDECODE: _, ...clean } = env();
    const program = join(root, 'resources/bin/party');
    const { status, stdout, stderr } = spawnSync('sh', [program, ...args, '--json'], {
      ...{ cwd, env: { ...clean, ...more }, encoding: 'utf8' },
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }
  const tasks = (): Task[] => party(['pm', 'task', 'list']).tasks;
  const events = (): TaskEvent[] => party(['pm', 'log']).events;
  const taskCalled = (title: string) => tasks().find((task) => task.title === title);

  /** The tooltip of one row lies over the next. */
  async function leaveRows(): Promise<void> {
    await workbench.page.mouse.move(900, 600);
    await workbench.page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
  }
  async function clickAction(label: string, action: string): Promise<void> {
    await leaveRows();
    await row(label).hover();
    await row(label).locator(`.action-label[aria-label^="${action}"]`).click();
  }
  async function type(text: string): Promise<void> {
    await input().waitFor();
    await input().fill(text);
    await workbench.page.keyboard.press('Enter');
  }
  /** The row may be redrawn meanwhile, and then the menu does nothing. */
  async function chooseInMenu(label: string, entry: string): Promise<void> {
    const menu = workbench.page.locator('.monaco-menu .action-label').filter({ hasText: entry }).first();
    for (let time = 1; ; time++) {
      try {
        if (!(await menu.isVisible())) await leaveRows();
        if (!(await menu.isVisible())) await row(label).click({ button: 'right', timeout: 5000 });
        await menu.click({ timeout: 5000 });
        return await menu.waitFor({ state: 'hidden', timeout: 2000 });
      } catch (error) {
        if (time === 4) throw error;
      }
    }
  }

  describe('of a project', () => {
    inWorkbench('tasks', () => {
      switchToTopic(project.folder);
      writeCode(project.folder, 'src/price.js', 'export const price = 1 / 0;\nexport const other = price;\n');
      return undefined;
    });

    it('need no team before the first one, and the team gets a name later', async () => {
      await welcomes('No tasks yet.');
      await picture('no-team');
      const teamName = () => party(['pm', 'list']).teams[0]?.name;
      assert.equal(teamName(), undefined);
      await workbench.runCommandWithText('Party: Tasks: Add Milestone…', 'First release');
      await showsRows('First release');
      assert.equal(teamName(), basename(project.folder));
      await workbench.runCommandWithText('Party: Tasks: Rename Team…', 'Prices');
      await eventually(teamName, (name) => name === 'Prices');
    });

    it('are added, in a milestone or in none', async () => {
      await clickAction('First release', 'Tasks: Add Task');
      await type('-1 is no price');
      await showsRows('First release', '-1 is no price');
      await workbench.runCommandWithText('Party: Tasks: Add Task…', markup);
      await showsRows('First release', '-1 is no price', 'No milestone', markup);
      assert.deepEqual(
        tasks().map(({ id, milestone }) => [id, milestone]),
        [
          ['1-1', '1'],
          ['2', null],
        ],
      );
      assert.equal(events().at(-1)?.actor, 'human');
      await describes('First release', '▱▱▱▱▱ 0/1');
      await describes('-1 is no price', '1-1');
      await picture('some');
    });

    it('show their names as plain text', async () => {
      assert.equal(await row('**Bold**').locator('.codicon-trash, b, a[href]').count(), 0);
      const text = await workbench.tooltip('**Bold**', /Bold/);
      assert.ok(text.includes(markup), text);
      assert.equal(await workbench.page.locator('.workbench-hover a[data-href], .workbench-hover b').count(), 0);
    });

    it('are marked as done by their checkbox, and reopened by it', async () => {
      await checkbox('-1 is no price').click();
      await describes('First release', '▰▰▰▰▰ 1/1');
      assert.equal(taskCalled('-1 is no price')?.status, 'done');
      assert.match((await checkbox('-1 is no price').getAttribute('aria-checked')) ?? '', /true/);
      await picture('ticked');
      await checkbox('-1 is no price').click();
      await describes('First release', '▱▱▱▱▱ 0/1');
      assert.equal(taskCalled('-1 is no price')?.status, 'pending');
    });

    it('change live when an agent works on them', async () => {
      party(['pm', 'task', 'update', '1-1', '--status', 'in-progress', '-a', '@claude'], { CLAUDECODE: '1' });
      await describes('-1 is no price', '1-1 · in progress · claude');
      party(['pm', 'task', 'add', 'From an agent', '--milestone', '1'], { CLAUDECODE: '1' });
      await showsRows('First release', '-1 is no price', 'From an agent', 'No milestone', markup);
      await picture('live');
    });

    it('are renamed, assigned, and given a status', async () => {
      await chooseInMenu('From an agent', 'Rename');
      await type('From a person');
      await showsRows('First release', '-1 is no price', 'From a person', 'No milestone', markup);
      await chooseInMenu('From a person', 'Assign');
      await type('ada');
      await describes('From a person', '1-2 · ada');
      await chooseInMenu('From a person', 'Set Status');
      await workbench.choosePick('in progress');
      await describes('From a person', '1-2 · in progress · ada');
      await chooseInMenu('First release', 'Rename');
      await type('Release one');
      await showsRows('Release one', '-1 is no price', 'From a person', 'No milestone', markup);
    });

    it('have keys, and a deleted one comes back with one click', async () => {
      await workbench.runCommand('View: Close All Editors');
      const { keyboard } = workbench.page;
      // The palette hides before its command runs. Where the list has the focus already, the key could come before the command.
      const focusTasks = async () => {
        const focused = workbench.page.locator('.part.sidebar .monaco-list:focus-within', { hasText: 'Release one' });
        if ((await focused.count()) === 0) await workbench.runCommand('Party: Focus on Tasks View');
        await focused.waitFor();
      };
      await focusTasks();
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'F2']) await keyboard.press(key);
      await type('By key');
      await showsRows('Release one', '-1 is no price', 'By key', 'No milestone', markup);
      assert.equal(await workbench.page.locator('.part.editor .monaco-editor').count(), 0, 'nothing was opened');
      const pressOn = async (key: string) => {
        await focusTasks();
        await keyboard.press(key);
      };
      // The key acts on what the row shows, so the next one waits for the view and not only for the record.
      const becomes = async (status: string, done: string) => {
        await describes('Release one', `${done}/2`);
        assert.equal(taskCalled('By key')?.status, status);
      };
      await pressOn('Space');
      await becomes('done', '▰▰▰▱▱ 1');
      await pressOn('Space');
      await becomes('pending', '▱▱▱▱▱ 0');
      await pressOn('Delete');
      await showsRows('Release one', '-1 is no price', 'No milestone', markup);
      await picture('deleted');
      await workbench.page.locator('.notification-toast .monaco-button', { hasText: /^Undo$/ }).click();
      await showsRows('Release one', '-1 is no price', 'By key', 'No milestone', markup);
      assert.equal(taskCalled('By key')?.assignee, 'ada');
      await focusTasks();
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key);
      await eventually(editorText, (text) => text.includes('From an agent'));
      // The hint is drawn, and is no part of the text.
      await eventually(
        () =>
          workbench.page.evaluate<string>(
            "[...document.querySelectorAll('.view-line span')].map((one) => getComputedStyle(one, '::after').content).join()",
          ),
        (drawn) => drawn.includes('What is to be done'),
      );
      await eventually(
        () => workbench.statusBarText(),
        (text) => text.includes('Markdown (task)'),
      );
      await picture('document');
      await pressOn('Delete');
      // Its document goes with it.
      await eventually(
        () => workbench.page.locator('.part.editor .tab').count(),
        (count) => count === 0,
      );
      await workbench.page.locator('.notification-toast .monaco-button', { hasText: /^Undo$/ }).click();
      await showsRows('Release one', '-1 is no price', 'By key', 'No milestone', markup);
      await chooseInMenu('By key', 'Rename');
      await type('From a person');
      await showsRows('Release one', '-1 is no price', 'From a person', 'No milestone', markup);
      await chooseInMenu('From a person', 'Set Status');
      await workbench.choosePick('in progress');
      await describes('From a person', '1-2 · in progress · ada');
    });

    it('are moved by the mouse, and by a pick', async () => {
      await leaveRows();
      await row('**Bold**').dragTo(row('Release one'));
      await showsRows('Release one', '-1 is no price', markup, 'From a person');
      assert.equal(taskCalled(markup)?.milestone, '1');
      await chooseInMenu('**Bold**', 'Move to Milestone');
      await workbench.choosePick('No milestone');
      await showsRows('Release one', '-1 is no price', 'From a person', 'No milestone', markup);
      await leaveRows();
      await row('-1 is no price').dragTo(row('No milestone'));
      await eventually(
        () => taskCalled('-1 is no price')?.milestone,
        (milestone) => milestone === null,
      );
      await picture('moved');
    });

    it('are undone', async () => {
      await workbench.runCommand('Party: Tasks: Undo Last Change');
      await eventually(
        () => taskCalled('-1 is no price')?.milestone,
        (milestone) => milestone === '1',
      );
      await showsRows('Release one', '-1 is no price', 'From a person', 'No milestone', markup);
    });

    it('have a document, which is saved with the name of who wrote it', async () => {
      await row('From a person').click();
      await workbench.page.locator('.part.editor .tab').filter({ hasText: 'task 1-2' }).waitFor();
      await workbench.page.locator('.part.editor .monaco-editor').first().click();
      await workbench.page.keyboard.type('What to do');
      await workbench.page.keyboard.press('Control+S');
      await eventually(
        () => party(['pm', 'task', 'show', '1-2']).doc.text,
        (text) => text === '# From an agent\nWhat to do',
      );
      const last = events().at(-1);
      assert.deepEqual([last?.event, last?.actor], ['doc_updated', 'human']);
      await picture('document');
      // Another program writes it, and the editor shows that.
      party(['pm', 'task', 'doc', '1-2', '--body', 'Something else'], { CLAUDECODE: '1' });
      await eventually(editorText, (text) => text.includes('Something else'));
      await workbench.runCommand('View: Close All Editors');
    });

    it('hide what is done, and say when nothing is left', async () => {
      party(['pm', 'task', 'done', '1-1']);
      await workbench.runCommand('Party: Tasks: Hide Completed Tasks');
      await showsRows('Release one', 'From a person', 'No milestone', markup);
      await describes('Release one', /1\/2$/);
      await picture('hidden');
      for (const { id } of tasks()) party(['pm', 'task', 'done', id]);
      await chooseInMenu('Release one', 'Mark Done');
      await welcomes('All tasks are done and hidden');
      await picture('all-done');
      await workbench.runCommand('Party: Tasks: Show Completed Tasks');
      await eventually(labels, (all) => all.includes('Release one'));
      await describes('Release one', /2\/2 · done$/);
    });

    it('say that a file is broken, and show all others', async () => {
      const [team] = party(['pm', 'list']).teams;
      const file = join(directory, 'config/tmux-team/teams', team.id, 'tasks/2.json');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.slice(0, 20));
      await eventually(labels, (all) => all.includes('tasks/2.json') && all.includes('Release one'));
      await row('tasks/2.json').click();
      await workbench.page.locator('.part.editor .tab').filter({ hasText: '2.json' }).waitFor();
      await picture('broken');
      await workbench.runCommand('View: Close All Editors');
      writeFileSync(file, text);
      await eventually(labels, (all) => !all.some((label) => label.endsWith('2.json')));
    });

    it('are made of findings, by the light bulb and in the list, and lead back to them', async () => {
      await playRound(env(), project.folder, found);
      await collapse('Findings', true);
      await row('The price may be NaN').click();
      await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
      const bulb = await workbench.openLightBulb();
      await bulb.filter({ hasText: 'Make Task' }).first().waitFor();
      await picture('quick-fix');
      await bulb.filter({ hasText: 'Make Task' }).first().click();
      await eventually(
        () => tasks().map(({ finding }) => finding?.key),
        (keys) => keys.includes('r1-F1'),
      );
      await eventually(rows, (all) =>
        all.some(({ description }) => /^The price may be NaN · task [34]/.test(description)),
      );
      await eventually(
        () => workbench.statusBarText(),
        (text) => /r1-F1 is now task/.test(text),
      );
      await chooseInMenu('**Bold**', 'Make Task');
      const made = await eventually(
        () => tasks().filter(({ finding }) => finding !== undefined),
        (all) => all.length === 2,
      );
      assert.equal(made[1]?.title, markup);
      await collapse('Findings');
      await describes('The price may be NaN', /· r1-F1$/);
      await picture('of-findings');
      await workbench.runCommand('View: Close All Editors');
      await clickAction('The price may be NaN', 'Go to Finding');
      await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
    });

    it('do not settle the finding when they are done', async () => {
      await checkbox('The price may be NaN').click();
      await eventually(
        () => tasks().find(({ finding }) => finding?.key === 'r1-F1')?.status,
        (status) => status === 'done',
      );
      const review = await readReview({ env: env(), paths: partyPaths(env()) }, project.folder);
      assert.equal(review.findings.find(({ key }) => key === 'r1-F1')?.state, 'open');
    });

    it('go to the window of the team', async () => {
      await workbench.runCommand("Party: Tasks: Jump to the Team's Window");
      const [told] = await eventually(
        () => workbench.notifications(),
        (texts) => texts.length > 0,
      );
      assert.match(told ?? '', /no party is running for this project(?!\. )/);
      const start = workbench.page.locator('.notification-toast .monaco-button', { hasText: /^Start$/ });
      assert.equal(await start.count(), 1);
      await workbench.runCommand('Notifications: Clear All Notifications');
      await workbench.runCommand('Party: Start with Demo Agents');
      await eventually(
        () => workbench.terminalText(),
        (text) => /Demo Claude/.test(text),
        30_000,
      );
      await workbench.closeTerminal(await terminalName());
      await workbench.runCommand("Party: Tasks: Jump to the Team's Window");
      await eventually(
        () => workbench.terminalText(),
        (text) => /Demo Claude/.test(text),
        30_000,
      );
      await workbench.runCommand('Party: Stop');
    });

    it('are still there after a reload', async () => {
      await workbench.reload();
      await workbench.openView('Party');
      await eventually(labels, (all) => all.includes('Release one'), 20_000);
    });

    async function terminalName(): Promise<string> {
      const tab = workbench.page.locator('.part.editor .tab.active .label-name').first();
      return (await tab.innerText()).trim();
    }
  });

  describe('of several folders', () => {
    inWorkbench('tasks-multi', () => {
      const other = join(directory, 'other');
      mkdirSync(other);
      execFileSync('git', ['init', '--quiet', '--initial-branch=main', other]);
      const none = join(directory, 'none');
      mkdirSync(none);
      party(['pm', 'init', '--name', 'One']);
      party(['pm', 'task', 'add', 'In the project']);
      party(['pm', 'init', '--name', 'Two'], {}, other);
      party(['pm', 'milestone', 'add', 'Elsewhere'], {}, other);
      const file = join(directory, 'some.code-workspace');
      const folders = [project.folder, other, none].map((path) => ({ path }));
      writeFileSync(file, JSON.stringify({ folders }));
      return file;
    });

    it('are listed below their teams, and added to the chosen one', async () => {
      await showsRows('project', 'In the project', 'other', 'Elsewhere');
      await describes('project', 'One · 0/1');
      await picture('multi-root');
      await clickAction('other', 'Tasks: Add Task');
      await type('There');
      await eventually(labels, (all) => all.includes('There'));
      const there = party(['pm', 'task', 'list'], {}, join(directory, 'other')).tasks as Task[];
      assert.deepEqual(
        there.map(({ title }) => title),
        ['There'],
      );
    });

    it('stay with their team', async () => {
      await row('In the project').dragTo(row('Elsewhere'));
      await eventually(
        () => workbench.statusBarText(),
        (text) => text.includes('A task cannot move to another team'),
      );
      const [milestone] = party(['pm', 'milestone', 'list'], {}, join(directory, 'other')).milestones as Milestone[];
      assert.deepEqual([tasks().length, milestone?.name], [1, 'Elsewhere']);
    });

    it('keep a document open over a reload', async () => {
      await row('In the project').dblclick();
      await workbench.page.locator('.part.editor .tab').filter({ hasText: 'task 1' }).waitFor();
      party(['pm', 'task', 'doc', '1', '--body', 'Before the reload']);
      await eventually(editorText, (text) => text.includes('Before the reload'));
      // By the command, which first writes down what is open.
      await Promise.all([workbench.page.waitForEvent('load'), workbench.runCommand('Developer: Reload Window')]);
      await eventually(editorText, (text) => text.includes('Before the reload'), 60_000);
      await picture('reloaded');
    });
  });

  describe('of a team that is gone', () => {
    inWorkbench('tasks-stale', () => {
      mkdirSync(join(project.folder, '.tmux-team'));
      const id = '6c6cc175-d060-48d1-a9be-d4387ce81c38';
      writeFileSync(join(project.folder, '.tmux-team/team.json'), JSON.stringify({ id }));
      return undefined;
    });

    it('cannot be read, and the view says why and what to do', async () => {
      const message = workbench.page.locator('.part.sidebar .tree-view-message, .part.sidebar .message').first();
      await eventually(
        () => message.innerText(),
        (text) => text.includes('Remove that file first'),
      );
      await picture('stale');
      await workbench.runCommand('Party: Tasks: Add Task…');
      const [told] = await eventually(
        () => workbench.notifications(),
        (texts) => texts.length > 0,
      );
      assert.match(told ?? '', /which is not in .*Remove that file first/);
    });
  });
});
