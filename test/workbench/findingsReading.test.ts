// Findings where one reads, as a person meets them: the place in a narrow side bar, the links under the mouse, several at
// once, a suggestion as a diff, the export, an address, and links in the party's terminal.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { type Played, playRound, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const code = [
  'export function average(items) {',
  '  let total = 0;',
  '  for (const item of items) total += item.price;',
  '  return total / items.length;',
  '}',
  '',
].join('\n');
const better = '  return items.length === 0 ? 0 : total / items.length;';
const markup = 'Without items this **divides** by zero [stop](command:party.stop) $(flame), see src/util.js:2';
const found: Played[] = [
  {
    ...{ id: 'F1', file: 'src/average.js', line: 4, severity: 'blocking', description: markup },
    suggestion: `\`\`\`js\n${better}\n\`\`\``,
  },
  {
    id: 'F2',
    file: 'src/average.js',
    line: 3,
    severity: 'blocking',
    description: 'A price that is not a number spoils the sum',
  },
  { id: 'F3', file: 'src/a/index.js', line: 1, severity: 'non-blocking', description: 'No test covers this' },
  { id: 'F4', file: 'src/b/index.js', line: 1, severity: 'non-blocking', description: 'No documentation' },
];

describe('reading findings, through the page', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;
  const labels = async () => (await workbench.treeRows()).map(({ label }) => label);
  const picture = (name: string) => workbench.screenshot(join(screenshots, `reading-${name}.png`));
  const row = (words: string) =>
    workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ hasText: words }).first();
  const line = (words: string) => workbench.page.locator('.part.editor .view-line').filter({ hasText: words }).first();
  const openDocument = (words: string) =>
    eventually(
      () => line(words).count(),
      (count) => count > 0,
    );

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    switchToTopic(project.folder);
    writeCode(project.folder, 'src/average.js', code);
    writeCode(project.folder, 'src/util.js', 'export const one = 1;\nexport const two = 2;\n');
    for (const name of ['a', 'b']) writeCode(project.folder, `src/${name}/index.js`, `export const ${name} = 1;\n`);
    await playRound({ ...process.env, ...project.env }, project.folder, found);
    const settings = { 'files.autoSave': 'off' };
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env, settings });
    await workbench.openView('Party');
  });
  afterEach(async function () {
    const name = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-reading-${name}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  it('shows file and line in a side bar of 300 pixels', async () => {
    await eventually(labels, (all) => all.includes('average.js:4'), 20_000);
    await narrow(300);
    assert.deepEqual(await labels(), [
      ...['Blocking', 'average.js:3', 'average.js:4', 'Non-blocking', 'a/index.js:1', 'b/index.js:1'],
    ]);
    for (const label of ['average.js:4', 'a/index.js:1']) {
      const name = row(label).locator('.label-name');
      const [shown, bar] = await Promise.all([name.boundingBox(), row(label).boundingBox()]);
      assert.ok(shown !== null && bar !== null && shown.x + shown.width < bar.x + bar.width - 60, label);
    }
    await picture('300');
  });

  async function narrow(width: number): Promise<void> {
    const bar = workbench.page.locator('.part.sidebar');
    const { x = 0, y = 0, width: now = 0 } = (await bar.boundingBox()) ?? {};
    await workbench.page.mouse.move(x + now, y + 300);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(x + width, y + 300, { steps: 5 });
    await workbench.page.mouse.up();
    await eventually(
      async () => (await bar.boundingBox())?.width ?? 0,
      (shown) => Math.abs(shown - width) <= 2,
    );
  }

  it('offers the acts under the mouse, and takes the text as nothing but text', async () => {
    await row('Without items').click();
    await openDocument('return total');
    const hover = await hovered();
    await picture('hover');
    const links = hover.locator('a[data-href^="command:party."]');
    assert.deepEqual(await links.allInnerTexts(), [
      ...['Show Suggestion as Diff', 'Send to Claude', 'Ask Codex About Finding…', 'Mark as Fixed'],
      ...['Reject with Reason…', 'Show Thread'],
    ]);
    assert.equal(await hover.locator('strong', { hasText: 'divides' }).count(), 0);
    await links.filter({ hasText: 'Mark as Fixed' }).click();
    await workbench.statusShows(/r1-F1 is marked as fixed – Undo/);
    await eventually(labels, (all) => all.includes('Resolved'));
    await workbench.clickStatusItem('Undo');
    await eventually(labels, (all) => !all.includes('Resolved'));
  });

  it('decides several at once, and takes it back at once', async () => {
    await row('No test covers').click();
    await row('No documentation').click({ modifiers: ['ControlOrMeta'] });
    await picture('several');
    await workbench.chooseInMenu(row('No documentation'), 'Mark as Fixed');
    await workbench.statusShows(/2 findings are marked as fixed – Undo/);
    await eventually(labels, (all) => !all.includes('Non-blocking'));
    await workbench.clickStatusItem('Undo');
    await eventually(labels, (all) => all.includes('Non-blocking') && !all.includes('Resolved'));
  });

  it('shows a suggestion as a diff, and applies it at a click, so that it can be undone', async () => {
    await workbench.chooseInMenu(row('Without items'), 'Show Suggestion as Diff');
    await workbench.page.locator('.part.editor .tab').filter({ hasText: 'Current ↔ Suggested' }).waitFor();
    await workbench.page.locator('.monaco-diff-editor .modified .view-line', { hasText: '=== 0 ? 0' }).waitFor();
    await picture('suggestion');
    await workbench.page.locator('.part.editor .editor-actions [aria-label^="Apply Suggestion"]').click();
    await workbench.statusShows(/Applied the suggestion of r1-F1/);
    const dirty = workbench.page.locator('.part.editor .tab.dirty').filter({ hasText: 'average.js' });
    await dirty.first().waitFor();
    await line('=== 0 ? 0').waitFor();
    assert.equal(readFileSync(join(project.folder, 'src/average.js'), 'utf8'), code);
    await workbench.runCommand('Undo');
    await eventually(
      () => dirty.count(),
      (count) => count === 0,
    );
    await workbench.runCommand('View: Close All Editors');
  });

  it('copies all as Markdown', async () => {
    await workbench.runCommandToPick('Party: Export Findings…');
    await picture('export');
    await workbench.choosePick('Copy as Markdown');
    await workbench.statusShows(/Copied the findings as Markdown/);
  });

  it('opens an address, which only shows the finding', async () => {
    await openUrl('code-server://party.party/finding/r1-F4');
    await openDocument('export const b');
    await openUrl('code-server://party.party/finding/nothing');
    await workbench.notified(/This link does not name a finding: \/finding\/nothing/);
    await workbench.runCommand('Notifications: Clear All Notifications');
    assert.ok(!(await labels()).includes('Resolved'));
  });

  async function openUrl(url: string): Promise<void> {
    await workbench.runCommandThatAsks('Developer: Open URL', 'URL to open', url);
    await workbench.pressDialogButton('Open');
  }

  it('has links in the terminal of the party', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Party: Start with Demo Agents');
    await eventually(
      () => workbench.terminalText(),
      (text) => /Demo Claude/.test(text),
      30_000,
    );
    const [shell = ''] = project
      .tmux('list-panes', '-a', '-F', '#{pane_id} #{@party_role}')
      .split('\n')
      .filter((pane) => pane.endsWith(' shell'));
    project.tmux('send-keys', '-t', shell.split(' ')[0] ?? '', 'clear; echo see r1-F4, and src/util.js:2.', 'Enter');
    await workbench.followTerminalLink('r1-F4', 'Show finding');
    await openDocument('export const b');
    // The terminal is in the same group.
    await workbench.runCommand('View: Close Editor');
    await workbench.followTerminalLink('src/util.js:2', 'Open file');
    await openDocument('export const two');
    await picture('terminal');
    await workbench.runCommand('Party: Stop');
  });

  it('looks right in dark and in high contrast', async () => {
    for (const theme of ['Dark Modern', 'Dark High Contrast']) {
      await workbench.chooseTheme(theme);
      await row('Without items').click();
      await hovered();
      await picture(theme.toLowerCase().replaceAll(' ', '-'));
    }
  });

  /** The hover at the cursor, after a click on a row. It closes when the lines move, as when the thread opens. */
  async function hovered(): Promise<Locator> {
    await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
    await workbench.page.locator('.part.editor .review-widget:visible').first().waitFor();
    const hover = workbench.page.locator('.monaco-hover:visible').filter({ hasText: 'Mark as Fixed' });
    for (let look = 1; ; look++) {
      await workbench.runCommand('View: Focus Active Editor Group');
      await workbench.page.locator('.part.editor .monaco-editor.focused').waitFor();
      await workbench.runCommand('Show or Focus Hover');
      try {
        await hover.waitFor({ timeout: 4000 });
        return hover;
      } catch (error) {
        if (look === 6) throw error;
      }
    }
  }
});
