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
const patience = 120_000;
const isIdle = (row: Row) => row.description.startsWith('idle');

await installPrograms('git', 'tmux', 'chromium');
await installWorkbench();
packageExtension();

const demo = makeDemo();
process.once('exit', demo.remove);
try {
  await takeAll();
} finally {
  await closeBrowser();
}

async function takeAll(): Promise<void> {
  const workbench = await WorkbenchPage.open({
    vsix,
    folder: demo.project,
    settings: {
      'party.agents': 'demo',
      'party.notifications.waiting': false,
      'workbench.colorTheme': 'Default Dark Modern',
      'files.autoSave': 'off',
    },
    env: { ...demo.env, ...anonymous() },
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
    type('claude', 'go');
    await workbench.statusShows(/reviewing/);
    await take(workbench, 'screenshot');
    // Claude's pane takes no message while it is scrolled, so that the findings stay for the picture.
    tmux('copy-mode', '-t', pane('claude'));
    await eventually(
      () => workbench.treeRows(),
      (rows) => rows.some(({ label }) => label.startsWith('greet.js:')),
      patience,
    );
    await workbench.runCommand('Party: Next Finding');
    await take(workbench, 'screenshot-findings');
    tmux('send-keys', '-t', pane('claude'), '-X', 'cancel');
    await workbench.statusShows(/approved/);
    appendFileSync(join(demo.project, 'src/greet.js'), '\n// One more line.\n');
    await workbench.statusShows(/outdated/);
    await take(workbench, 'screenshot-outdated');
  } finally {
    await workbench.dispose();
  }
}

async function take(workbench: WorkbenchPage, name: string): Promise<void> {
  const picture = join(root, 'media', `${name}.png`);
  await workbench.screenshot(picture);
  const { size } = statSync(picture);
  console.log(`${picture}: ${Math.round(size / 1000)} kB`);
  if (size > largest) throw new Error(`${name} is larger than ${largest / 1000} kB`);
}

/** So that no message is cut off. */
async function widenSideBar({ mouse }: Page): Promise<void> {
  await mouse.move(350, 300);
  await mouse.down();
  await mouse.move(395, 300, { steps: 5 });
  await mouse.up();
}

function tmux(...args: string[]): string {
  return execFileSync('tmux', ['-L', demo.env.PARTY_TMUX_SOCKET, ...args], { env: demo.env, encoding: 'utf8' });
}

function pane(role: string): string {
  const panes = tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_id}');
  return new RegExp(`^${role} (%\\d+)$`, 'm').exec(panes)?.[1] ?? '';
}

/** Into the pane, as the keyboard does. The cursor stays where it is. */
function type(role: string, text: string): void {
  tmux('send-keys', '-t', pane(role), text, 'Enter');
}

/** No name of a user, of a machine or of a directory in the prompt of the shell, and no user's tmux.conf. */
function anonymous(): Record<string, string> {
  const home = join(demo.directory, 'home');
  mkdirSync(home);
  for (const file of ['.bashrc', '.profile']) writeFileSync(join(home, file), "PS1='$ '\n");
  return { HOME: home, SHELL: '/bin/bash', PS1: '$ ' };
}
