// The comment threads of findings as a person meets them: on the line, with a reply, a question to Codex and its answer,
// a decision and its undo.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partyPaths } from '../../src/node/project/paths.ts';
import { reply } from '../../src/node/review/reviewActs.ts';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { playRound, switchToTopic, writeCode } from './playRound.ts';
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
const markup = 'Without items this **divides** by zero [stop](command:party.stop) $(flame)';

describe('the threads of findings, through the page', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;
  const widget = () => workbench.page.locator('.part.editor .review-widget:visible');
  const shown = async () => (await widget().locator('.review-comment').allInnerTexts()).map(plain);
  const shows = (...words: readonly string[]) =>
    eventually(shown, (all) => words.every((word) => all.some((one) => one.includes(word))), 30_000);
  const title = (text: string) =>
    eventually(
      async () => plain(await widget().locator('.review-title').innerText()),
      (now) => now.includes(text),
    );
  const picture = (name: string) => workbench.screenshot(join(screenshots, `threads-${name}.png`));

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    switchToTopic(project.folder);
    writeCode(project.folder, 'src/average.js', code);
    const found = { file: 'src/average.js', severity: 'blocking' } as const;
    await playRound({ ...process.env, ...project.env }, project.folder, [
      { ...found, id: 'F1', line: 4, description: markup, suggestion: 'Return 0 for no items' },
    ]);
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env });
    await workbench.openView('Party');
  });
  afterEach(async function () {
    const name = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench?.screenshot(join(screenshots, `failed-threads-${name}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Opens the input box of the thread and writes into it. */
  async function write(text: string): Promise<void> {
    await widget().locator('.review-thread-reply-button').click();
    await widget().locator('.comment-form .monaco-editor.focused').waitFor();
    await workbench.page.keyboard.type(text);
  }

  it('open on the line, with the finding as plain text', async () => {
    await workbench.page.locator('.part.sidebar .monaco-list-row').filter({ hasText: 'Without items' }).click();
    await shows(markup, 'Suggestion: Return 0 for no items');
    await title('r1-F1 · blocking · correctness');
    assert.equal(await widget().locator('.comment-body a, .comment-body strong').count(), 0);
    // VS Code's own panel for comments stays closed: the Findings view has them all.
    assert.equal(await workbench.page.locator('.part.panel:visible').count(), 0);
    await picture('finding');
  });

  it('take a reply by the keyboard', async () => {
    await write('Can that happen?');
    await picture('writing');
    await workbench.page.keyboard.press('Control+Enter');
    await shows('Can that happen?');
  });

  it('take a question for Codex, which gets a message that names the finding, and answers', async () => {
    await workbench.runCommand('Party: Start with Demo Agents');
    await eventually(
      () => workbench.terminalText(),
      (text) => /Demo Claude/.test(text),
      30_000,
    );
    await workbench.openFile('src/average.js');
    await widget().waitFor();
    await write('What would you return?');
    await widget().locator('.form-actions .monaco-button').filter({ hasText: 'Ask Codex' }).click();
    await shows('What would you return?');
    const [asked] = await eventually(
      () => project.messages('codex'),
      (all) => all.length === 1,
      20_000,
    );
    assert.match(
      asked?.text ?? '',
      /^About review finding r1-F1 \(blocking\) at src\/average\.js:4:\n\nWhat would you/,
    );
    await shows('The real Codex would look at the code and answer here');
  });

  it('show the answers of the agents as they are written, also while a person writes', async () => {
    await write('Let me think');
    const env = { ...process.env, ...project.env };
    const machine = { env, cwd: project.folder, paths: partyPaths(env) };
    await reply(machine, 'r1-F1', { by: 'codex', text: 'Zero: there is <b>nothing</b> to pay' });
    await reply(machine, 'r1-F1', { by: 'claude', text: 'Then I return 0' });
    await shows('Zero: there is <b>nothing</b> to pay', 'Then I return 0');
    const authors = await widget().locator('.review-comment .author').allInnerTexts();
    assert.deepEqual(authors.map(plain), ['Codex', 'You', 'You', 'Codex', 'Codex', 'Claude']);
    assert.match(plain(await widget().locator('.comment-form .view-lines').innerText()), /Let me think/);
    for (const [theme, name] of themes) {
      await workbench.chooseTheme(theme);
      await picture(name);
    }
  });

  it('are resolved and reopened by the actions of their title', async () => {
    // The title of the thread is above what the window shows.
    await workbench.openFile('src/average.js');
    await workbench.page.keyboard.press('Control+Home');
    await widget().locator('.review-actions .action-label[aria-label^="Mark as Fixed"]').click();
    await workbench.page.locator('.part.editor .comment-thread-unresolved').waitFor({ state: 'detached' });
    await workbench.page.locator('.part.editor .comment-thread').first().click();
    await shows('Fixed');
    await picture('resolved');
    await widget().locator('.review-actions .action-label[aria-label^="Reopen"]').click();
    await workbench.page.locator('.part.editor .comment-thread-unresolved').waitFor();
  });

  it('can be used with commands alone', async () => {
    await workbench.openFile('src/average.js');
    await workbench.page.keyboard.press('Control+G');
    await workbench.page.locator('.quick-input-widget input.input').fill(':4');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.part.editor .monaco-editor.focused').waitFor();
    await workbench.runCommandWithText('Party: Reply to Finding…', 'By the palette');
    await shows('By the palette');
  });
});

const themes = [
  ['Dark Modern', 'dark'],
  ['Light Modern', 'light'],
  ['Dark High Contrast', 'contrast'],
] as const;

const plain = (text: string) => text.replaceAll('\u00a0', ' ').trim();
