// Takes the pictures of the README from the real workbench, while the demo agents play:
//   node_modules/.bin/node test/workbench/screenshot.ts
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { installPrograms, installWorkbench } from '../runner/install.mjs';
import { root } from '../runner/places.mjs';
import { closeBrowser } from './browser.mjs';
import { makeDemo } from './demo.mjs';
import { eventually, type Row, WorkbenchPage } from './page.ts';
import { packageExtension, vsix } from './vsix.ts';

/** They travel in the VSIX. */
const largest = 220_000;
const patience = 300_000;
const isIdle = (row: Row) => row.description.startsWith('idle');

await installPrograms('git', 'tmux', 'chromium');
await installWorkbench();
packageExtension();

try {
  // With time for a picture after each step, or without.
  await inDemo(takeReview, 20_000);
  await inDemo(takeOutdated, 300);
  await inDemo(takePlan, 20_000);
} finally {
  await closeBrowser();
}

type Demo = ReturnType<typeof makeDemo>;
type Story = (workbench: WorkbenchPage, demo: Demo) => Promise<void>;

/** A project and a party of its own for each story; both agents wait for a word. */
async function inDemo(story: Story, pace: number): Promise<void> {
  const demo = makeDemo();
  const workbench = await WorkbenchPage.open({
    vsix,
    folder: demo.project,
    settings: {
      'party.agents': 'demo',
      'party.notifications.waiting': false,
      'workbench.colorTheme': 'Default Dark Modern',
      'files.autoSave': 'off',
      'editor.minimap.enabled': false,
    },
    env: { ...demo.env, ...anonymous(demo), PARTY_DEMO_PACE: String(pace) },
  });
  try {
    await workbench.page.setViewportSize({ width: 1360, height: 800 });
    await workbench.openView('Party');
    await widenSideBar(workbench.page);
    await workbench.runCommand('Party: Start');
    await eventually(
      async () => ({ text: await workbench.terminalText(), rows: await workbench.treeRows() }),
      ({ text, rows }) => /Demo Codex/.test(text) && /Demo Claude/.test(text) && rows.filter(isIdle).length >= 2,
      patience,
    );
    await story(workbench, demo);
  } finally {
    await workbench.dispose();
    await demo.remove();
  }
}

async function takeReview(workbench: WorkbenchPage, demo: Demo): Promise<void> {
  type(demo, 'go');
  await shows(workbench, /reviewing/);
  await workbench.rowShows('Codex', /^(?:working|reviewing)/);
  await take(workbench, 'screenshot');
  await eventually(
    () => workbench.treeRows(),
    (rows) => rows.some(({ label }) => label === 'Blocking'),
    patience,
  );
  await workbench.runCommand('Party: Next Finding');
  await workbench.page.locator('.part.editor .squiggly-warning').first().waitFor();
  await workbench.page.locator('.part.editor .review-widget:visible').first().waitFor();
  await take(workbench, 'screenshot-findings');
}

async function takeOutdated(workbench: WorkbenchPage, demo: Demo): Promise<void> {
  type(demo, 'go');
  await shows(workbench, /ready for a pull request/);
  await workbench.openFile('src/greet.js');
  appendFileSync(join(demo.project, 'src/greet.js'), '\n// One more line, after the approval.\n');
  await shows(workbench, /approval outdated.* 0 of 8/);
  await workbench.rowShows('Ready for a pull request', /^0 of 8/);
  await take(workbench, 'screenshot-outdated');
}

async function takePlan(workbench: WorkbenchPage, demo: Demo): Promise<void> {
  type(demo, 'plan');
  await shows(workbench, /plan changes requested/);
  await workbench.runCommand('Party: Plan: Open Plan');
  await workbench.page.locator('.part.editor .review-widget:visible').first().waitFor();
  await take(workbench, 'screenshot-plan');
}

async function shows(workbench: WorkbenchPage, words: RegExp): Promise<void> {
  await eventually(
    () => workbench.statusBarText(),
    (shown) => words.test(shown),
    patience,
  );
}

async function take(workbench: WorkbenchPage, name: string): Promise<void> {
  const picture = join(root, 'media', `${name}.png`);
  await eventually(
    () => looks(workbench),
    ([one, other]) => one !== '' && one === other,
    patience,
  );
  await workbench.screenshot(picture);
  const { size } = statSync(picture);
  console.log(`${picture}: ${Math.round(size / 1000)} kB`);
  if (size > largest) throw new Error(`${name} is larger than ${largest / 1000} kB`);
}

/** Two looks at the views and the status bar; empty while a view still loads. */
async function looks(workbench: WorkbenchPage): Promise<[string, string]> {
  const { page } = workbench;
  const look = async () => {
    const loading = await page
      .locator('.sidebar .codicon-tree-item-loading, .sidebar .monaco-progress-container.active')
      .count();
    const shown = JSON.stringify([await workbench.treeRows(), await workbench.statusBarText()]);
    const [row, bar] = [/pull request","description":"(\d of 8)/.exec(shown)?.[1], /· (\d of 8)/.exec(shown)?.[1]];
    return loading > 0 || (row !== undefined && bar !== undefined && row !== bar) ? '' : shown;
  };
  const first = await look();
  await page.waitForTimeout(700);
  return [first, await look()];
}

/** So that no message is cut off. The mouse then rests where it marks nothing. */
async function widenSideBar({ mouse }: Page): Promise<void> {
  await mouse.move(350, 300);
  await mouse.down();
  await mouse.move(395, 300, { steps: 5 });
  await mouse.up();
  await mouse.move(300, 18);
}

function tmux({ env }: Demo, ...args: string[]): string {
  return execFileSync('tmux', ['-L', env.PARTY_TMUX_SOCKET, ...args], { env, encoding: 'utf8' });
}

function pane(demo: Demo): string {
  const panes = tmux(demo, 'list-panes', '-a', '-F', '#{@party_role} #{pane_id}');
  return /^claude (%\d+)$/m.exec(panes)?.[1] ?? '';
}

/** Into Claude's pane, as the keyboard does. The cursor stays where it is. */
function type(demo: Demo, text: string): void {
  tmux(demo, 'send-keys', '-t', pane(demo), text, 'Enter');
}

/** No name of a user, of a machine or of a directory in the prompt of the shell, and no user's tmux.conf. */
function anonymous({ directory }: Demo): Record<string, string> {
  const home = join(directory, 'home');
  mkdirSync(home);
  for (const file of ['.bashrc', '.profile']) writeFileSync(join(home, file), "PS1='$ '\n");
  return { HOME: home, SHELL: '/bin/bash', PS1: '$ ' };
}
