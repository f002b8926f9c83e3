// Agents that one can talk to: what Claude does and asks, as a person sees and answers it, and messages by their
// subject. A program stands in for Claude, because the demo asks for no permission.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');

describe('the agents of a party, through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
    project = makeProject(directory);
    const [bin, home] = ['stand-in', 'home'].map((name) => join(directory, name)) as [string, string];
    for (const folder of [bin, home]) mkdirSync(folder);
    symlinkSync(join(root, 'test/workbench/claudeStandIn.mjs'), join(bin, 'claude'));
    symlinkSync(process.execPath, join(bin, 'node'));
    const env = { ...project.env, PATH: `${bin}${delimiter}${project.env['PATH']}`, HOME: home };
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env });
    await workbench.partyIsActive();
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start');
    await workbench.rowShows('Claude', /^idle/);
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-agents-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const claude = () => `=${project.sessions()[0]}:.1`;
  const type = (text: string) => {
    project.tmux('send-keys', '-t', claude(), '-l', text);
    project.tmux('send-keys', '-t', claude(), 'Enter');
  };
  const allowed = () => {
    const file = join(project.folder, 'ALLOWED');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  /** By its whole label: the row of an agent has the question in its description. */
  const rowPlace = (label: string) => {
    const whole = new RegExp(`^${label.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}$`);
    const name = workbench.page.locator('.label-name').filter({ hasText: whole });
    return workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ has: name }).first();
  };
  /** The tooltip of one row lies over the next, and would keep the mouse from it. */
  async function pointAt(label: string): Promise<void> {
    await workbench.page.mouse.move(900, 600);
    await workbench.page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
    await rowPlace(label).hover();
  }
  async function rowActions(label: string): Promise<string[]> {
    await pointAt(label);
    const buttons = await rowPlace(label).locator('.actions .action-label').all();
    return await Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? ''));
  }
  async function pressRowButton(label: string, button: string): Promise<void> {
    await pointAt(label);
    await rowPlace(label).locator(`.actions .action-label[aria-label^="${button}"]`).click();
  }
  const labelOf = (label: string) => rowPlace(label).getAttribute('aria-label');
  async function inThemes(name: string): Promise<void> {
    for (const [theme, word] of [
      ['Dark Modern', 'dark'],
      ['Light Modern', 'light'],
      ['Dark High Contrast', 'contrast'],
    ] as const) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(join(screenshots, `agents-${name}-${word}.png`));
    }
  }

  it('a row says what Claude does, for how long and with which model, and interrupts it', async () => {
    type('work npm test -- --reporter=dot');
    // The end of a long command gives way to the time.
    await workbench.rowShows('Claude', /^running npm test -- --rep… · \d+s · claude-opus-4-5$/);
    assert.match((await labelOf('Claude')) ?? '', /Claude: working, running npm test -- --reporter=dot/);
    assert.deepEqual(await rowActions('Claude'), ['Message…', 'Interrupt', 'Show in Terminal']);
    const menu = await workbench.contextMenu(rowPlace('Claude'));
    assert.deepEqual(menu, ['Show in Terminal', 'Message…', 'Interrupt', 'Restart Agent']);
    await workbench.screenshot(join(screenshots, 'agents-working.png'));
    await workbench.tooltip('Claude', /Since [\s\S]*Model: claude-opus-4-5/);
    await pressRowButton('Claude', 'Interrupt');
    await workbench.rowShows('Claude', /^idle · claude-opus-4-5$/);
    assert.deepEqual(await rowActions('Claude'), ['Message…', 'Restart Agent', 'Show in Terminal']);
  });

  it('what Claude asks is a row of its own, and is allowed once after a look at all of it', async () => {
    const command = 'npm run build -- --mode=production --out=dist/one';
    // With Claude's pane in front, there would be no notification.
    await workbench.openFile('README.md');
    type(`ask ${command}`);
    await workbench.rowShows('Claude', /^needs your answer: Run npm run build/);
    await workbench.notified(/Claude needs your answer: Run npm run build/);
    assert.deepEqual(await rowActions(`Run ${command}`), ['Allow Once', 'Deny', 'Show in Terminal']);
    assert.match((await labelOf(`Run ${command}`)) ?? '', /Claude asks: Run npm run build/);
    await inThemes('question');
    // By the keyboard alone.
    await workbench.runCommand('Party: Allow Once');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.ok((await dialog.innerText()).replaceAll('\u00a0', ' ').includes(command));
    await workbench.screenshot(join(screenshots, 'agents-allow.png'));
    assert.equal(allowed(), '');
    await workbench.page.keyboard.press('Enter');
    await eventually(allowed, (text) => text === `${command}\n`);
    await workbench.rowShows('Claude', /^idle/);
  });

  it('is denied by the button of its row', async () => {
    type('ask rm -rf build');
    await workbench.rowShows('Run rm -rf build', /^$/);
    await pressRowButton('Run rm -rf build', 'Deny');
    await workbench.rowShows('Claude', /^idle/);
    assert.doesNotMatch(allowed(), /rm -rf/);
  });

  it('gets no answer when its dialog has changed meanwhile', async () => {
    type('ask npm ci');
    await workbench.rowShows('Run npm ci', /^$/);
    type('swap rm -rf .');
    await pressRowButton('Run npm ci', 'Allow Once');
    await workbench.pressDialogButton('Allow Once');
    await workbench.notified(/Nothing was answered: its pane does not show this question/);
    assert.doesNotMatch(allowed(), /npm ci|rm -rf/);
    project.tmux('send-keys', '-t', claude(), '3');
    await workbench.rowShows('Claude', /^idle/);
    await rowPlace('Run npm ci').waitFor({ state: 'detached' });
  });

  it('a message is called by its first words, and the status bar says why it waits', async () => {
    await pressRowButton('Claude', 'Message…');
    await workbench.page.locator('.quick-input-title').waitFor();
    // Not before: a row that is drawn again between the press and the release of the mouse loses the click.
    project.tmux('copy-mode', '-t', claude());
    await workbench.page.keyboard.type('Use the other parser');
    await workbench.page.keyboard.press('Enter');
    const row = 'You → Claude: Use the other parser';
    await workbench.rowShows(row, /^written · \d+/);
    await workbench.statusShows(/waiting: you are scrolling in Claude's pane/);
    await workbench.notified(/Saved\. Claude gets it later: you are scrolling in Claude's pane/);
    await workbench.tooltip(row, /Waiting: you are scrolling in Claude's pane. Press q there to continue/);
    await workbench.page.mouse.move(0, 0);
    await inThemes('scrolling');
    await pressRowButton(row, 'Cancel');
    await workbench.rowShows(row, /^cancelled by you$/);
    await rowPlace(row).click();
    await workbench.page
      .locator('.part.editor .tab')
      .filter({ hasText: 'Use the other parser (You → Claude)' })
      .waitFor();
    project.tmux('send-keys', '-t', claude(), '-X', 'cancel');
  });
});
