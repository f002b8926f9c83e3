// The Findings view as a person meets it: rows, badge, hover, quick fix, reject and restore, filter, a letter to Claude.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUnresolved } from '../../src/core/findings/ledgerFinding.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { readReview } from '../../src/node/review/openReview.ts';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { priceCode as code, type Played, playRound, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const markup = '**Bold** [run](command:party.stop) $(trash) <b>x</b>';
const found: Played[] = [
  {
    ...{ id: 'F1', file: 'src/price.js', line: 3, severity: 'blocking' },
    description: 'A price that is not a number makes the whole total NaN',
    suggestion: 'Reject items without a price',
  },
  { id: 'F2', file: 'src/price.js', line: 5, severity: 'blocking', description: markup },
  { id: 'F3', file: 'src/price.js', line: 3, severity: 'non-blocking', description: 'Use reduce here' },
  { id: 'F4', file: '../other/place.js', line: 1, severity: 'non-blocking', description: 'Somewhere else entirely' },
];

describe('findings through the page', function () {
  this.timeout(90_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(() => {
    packageExtension();
  });

  function inWorkbench(name: string, prepare: () => void): void {
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'party-test-'));
      project = makeProject(directory);
      prepare();
      workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env });
      await workbench.openView('Party');
    });
    afterEach(async function () {
      const title = this.currentTest?.title.replace(/\W+/g, '-');
      if (this.currentTest?.isFailed()) await workbench.screenshot(join(screenshots, `failed-${name}-${title}.png`));
    });
    after(async () => {
      await workbench?.dispose();
      project?.dispose();
      rmSync(directory, { recursive: true, force: true });
    });
  }

  const env = () => ({ ...process.env, ...project.env });
  const welcomes = (words: string) =>
    eventually(
      () => workbench.welcomeText(),
      (text) => text.includes(words),
      20_000,
    );
  /** The words of findings, and the names of groups. */
  const labels = async () =>
    (await workbench.treeRows()).map(({ label, description }) =>
      /:\d+$|^Line \d+$/.test(label) ? (description.split(' · ')[0] ?? '') : label,
    );
  const showsRows = (...expected: string[]) =>
    eventually(labels, (rows) => rows.join('|') === expected.join('|'), 20_000);
  const picture = (name: string) => workbench.screenshot(join(screenshots, `findings-${name}.png`));
  const row = (label: string) =>
    workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ hasText: label }).first();
  const badge = () => workbench.page.locator('.activitybar .action-item:has(a[aria-label^="Party"]) .badge-content');

  async function clickAction(label: string, action: string, timeout = 30_000): Promise<void> {
    await row(label).hover({ timeout });
    await row(label).locator(`.action-label[aria-label^="${action}"]`).click({ timeout });
  }

  describe('of a review', () => {
    inWorkbench('findings', () => {
      switchToTopic(project.folder);
      writeCode(project.folder, 'src/price.js', code);
    });

    it('are not there before anything was reviewed, and the view says so', async () => {
      await welcomes('Nothing has been reviewed yet.');
      await picture('none');
    });

    it('appear by themselves, counted, with the blocking ones first', async () => {
      await playRound(env(), project.folder, found);
      await showsRows(
        'Blocking',
        'A price that is not a number makes the whole total NaN',
        markup,
        'Non-blocking',
        'Somewhere else entirely',
        'Use reduce here',
      );
      await eventually(
        () => badge().innerText(),
        (text) => text === '2',
      );
      const rows = await workbench.treeRows();
      assert.equal(rows[1]?.label, 'price.js:3');
      assert.match(rows[4]?.description ?? '', /not in this workspace$/);
    });

    it('open their code at a click, where they are marked', async () => {
      await row('A price that').click();
      await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
      await picture('severity');
    });

    it('show everything in the hover, as plain text', async () => {
      const text = await workbench.tooltip('**Bold**', /Bold/);
      assert.ok(text.includes(markup), text);
      assert.equal(await workbench.page.locator('.workbench-hover a[data-href], .workbench-hover b').count(), 0);
    });

    it('offer what can be done', async () => {
      const actions = await workbench.rowActions('A price that');
      assert.deepEqual(actions, ['Send to Claude', 'Mark as Fixed', 'Reject with Reason…']);
      const menu = await workbench.contextMenu(row('A price that'));
      assert.deepEqual(menu.filter(Boolean), [
        'Open Finding',
        'Send to Claude',
        'Copy',
        'Show What the Fix Changed',
        'Reply to Finding…',
        'Ask Codex About Finding…',
        'Mark as Fixed',
        'Reject with Reason…',
        'Mark as Out of Scope…',
        'Make Task',
      ]);
    });

    it('offer the same acts in the code, for both findings of one line', async () => {
      await row('A price that').click();
      await workbench.page.locator('.part.editor .view-line').first().click();
      await row('A price that').click();
      // The marks are there before the click moves the cursor to them.
      await workbench.statusShows(/Ln 3, Col/);
      const menu = await workbench.openLightBulb();
      const titles = await eventually(
        () => menu.allInnerTexts(),
        (texts) => texts.some((text) => /Mark as Fixed: "A price that is not a…"/.test(text)),
      );
      assert.ok(
        titles.some((title) => title.includes('Mark as Fixed: "Use reduce here"')),
        titles.join(),
      );
      await picture('quick-fix');
      // There is no Claude to send it to, which has to be said.
      await menu.filter({ hasText: /Send to Claude: "A price/ }).click();
      const [told] = await eventually(
        () => workbench.notifications(),
        (texts) => texts.length > 0,
      );
      assert.ok(told?.includes('No party is running here') && told.includes('Start'), told);
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    it('are rejected with a reason, and restored', async () => {
      await clickAction('**Bold**', 'Reject');
      const input = workbench.page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await workbench.page.keyboard.press('Enter');
      await workbench.page.locator('.quick-input-message').filter({ hasText: 'A reason is required' }).waitFor();
      await picture('reject');
      await workbench.page.keyboard.type('-1 is what we want');
      await workbench.page.keyboard.press('Enter');
      await showsRows(
        'Blocking',
        'A price that is not a number makes the whole total NaN',
        'Non-blocking',
        'Somewhere else entirely',
        'Use reduce here',
        'Resolved',
      );
      await row('Resolved').click();
      await row('**Bold**').waitFor();
      await workbench.tooltip('**Bold**', /Reason: -1 is what we want/);
      await picture('resolved');
      await clickAction('**Bold**', 'Reopen');
      await eventually(labels, (rows) => !rows.includes('Resolved'));
    });

    it('are marked fixed, with a quiet way back', async () => {
      await clickAction('A price that', 'Mark as Fixed');
      await eventually(
        () => workbench.statusBarText(),
        (text) => text.includes('r1-F1 is marked as fixed – Undo'),
      );
      await eventually(labels, (rows) => rows.includes('Resolved'));
      assert.deepEqual(await workbench.notifications(), []);
      await picture('undo');
      await workbench.clickStatusItem('Undo');
      await eventually(labels, (rows) => !rows.includes('Resolved'));
      await eventually(
        () => workbench.statusBarText(),
        (text) => !text.includes('Undo'),
      );
    });

    it('are grouped by file, and filtered until nothing is left', async () => {
      await workbench.runCommand('Party: Group Findings by File');
      await eventually(labels, (rows) => rows[0] === 'place.js' && rows.includes('price.js'));
      await picture('file');
      await workbench.runCommandWithText('Party: Filter Findings…', 'nan');
      await showsRows('price.js', 'A price that is not a number makes the whole total NaN');
      await workbench.runCommandWithText('Party: Filter Findings…', 'nowhere');
      await welcomes('The filter hides all findings.');
      await picture('filtered');
      await workbench.runCommand('Party: Clear Findings Filter');
      await workbench.runCommand('Party: Group Findings by Severity');
      await eventually(labels, (rows) => rows[0] === 'Blocking');
    });

    it('are still there after a reload', async () => {
      await workbench.reload();
      await workbench.openView('Party');
      await eventually(labels, (rows) => rows[0] === 'Blocking' && rows.includes('Use reduce here'), 20_000);
    });

    it('are sent to Claude as a message', async () => {
      await workbench.runCommand('Party: Start with Demo Agents');
      await eventually(
        () => workbench.terminalText(),
        (text) => /Demo Claude/.test(text),
        30_000,
      );
      await clickAction('A price that', 'Send to Claude');
      const [letter] = await eventually(
        () => project.messages('claude'),
        (all) => all.length === 1,
        20_000,
      );
      assert.match(letter?.text ?? '', /^Review finding r1-F1 \(blocking, correctness\) at src\/price\.js:3\./);
      await picture('sent');
      await workbench.runCommand('Party: Stop');
    });

    it('stay the ones that are clicked while an agent writes their file', async () => {
      const lines = Array.from({ length: 60 }, (_, index) => `export const value${index} = compute(${index});`);
      const written = `${lines.join('\n')}\n`;
      writeCode(project.folder, 'src/values.js', written);
      const sixty = lines.map((_, index): Played => {
        const place = { file: 'src/values.js', line: index + 1 };
        return { id: `V${index}`, ...place, severity: 'blocking', description: `Number ${index} of some` };
      });
      await playRound(env(), project.folder, sixty, true);
      await workbench.runCommandWithText('Party: Filter Findings…', 'of some');
      // The cursor is on another one than those that are clicked.
      await row('Number 0 of some').click();
      await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
      const clicked = [3, 5, 8, 9, 11].map((index) => `Number ${index} of some`);
      let isWriting = true;
      const writing = (async () => {
        for (let time = 1; isWriting; time++) {
          writeCode(project.folder, 'src/values.js', `${'// an agent works\n'.repeat(time % 5)}${written}`);
          await new Promise((resolve) => setTimeout(resolve, 120));
        }
      })();
      try {
        for (const label of clicked) await clickUntilFixed(label);
      } finally {
        isWriting = false;
        await writing;
      }
      assert.deepEqual((await fixed()).sort(), [...clicked].sort());
      await workbench.runCommand('Party: Clear Findings Filter');
    });

    async function fixed(): Promise<string[]> {
      const review = await readReview({ env: env(), paths: partyPaths(env()) }, project.folder);
      const about = review.findings.filter(({ description }) => description.endsWith('of some'));
      return about.filter((finding) => !isUnresolved(finding)).map(({ description }) => description);
    }

    /**
     * A click may come while the list is redrawn: then nothing happens, and the test clicks again. The record tells, and not
     * the list, whose rows are gone while it is redrawn.
     */
    async function clickUntilFixed(label: string): Promise<void> {
      for (let time = 1; ; time++) {
        // A row that is drawn again under the mouse hides its buttons until the mouse moves.
        await clickAction(label, 'Mark as Fixed', 2000).catch(() => {});
        try {
          return void (await eventually(fixed, (labels) => labels.includes(label), 5000));
        } catch (error) {
          if (time === 8) throw error;
        }
      }
    }

    it('may be ten thousand', async () => {
      const many = Array.from({ length: 10_000 }, (_, index): Played => {
        const place = { file: 'src/price.js', line: 1 + (index % 7) };
        return { id: `F${index}`, ...place, severity: 'blocking', description: `Number ${index} of very many` };
      });
      writeCode(project.folder, 'src/price.js', `${code}// more\n`);
      await playRound(env(), project.folder, many, true);
      await eventually(
        () => badge().innerText(),
        (text) => /^\d{4,}$|K|\+/.test(text),
        30_000,
      );
      await eventually(labels, (rows) => rows.some((label) => label.endsWith('of very many')));
      await row('Number 0 of very many').click();
      await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
      await picture('many');
    });

    it('of one line may be very many, and the light bulb offers a few and the way to all', async () => {
      const menu = await workbench.openLightBulb();
      const titles = await eventually(
        () => menu.allInnerTexts(),
        (texts) => texts.some((text) => text.includes('Mark as Fixed')),
        30_000,
      );
      assert.equal(titles.filter((title) => title.startsWith('Mark as Fixed')).length, 4, titles.join());
      // The last one, which is the one before the first.
      await workbench.page.keyboard.press('ArrowUp');
      const last = menu.filter({ hasText: 'in Findings' });
      await last.waitFor();
      assert.match(await last.innerText(), /Show All 1,4\d\d in Findings/);
      await last.click();
      await last.waitFor({ state: 'hidden' });
    });
  });

  describe('outside git', () => {
    inWorkbench('no-git', () => rmSync(join(project.folder, '.git'), { recursive: true }));

    it('are not possible, and the view says why', async () => {
      await welcomes('This folder is not a git repository.');
      await picture('not-git');
    });
  });
});
