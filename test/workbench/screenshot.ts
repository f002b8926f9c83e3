// Takes the picture of the README from the real workbench, after the demo agents have talked:
//   node_modules/.bin/node test/workbench/screenshot.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { installPrograms, installWorkbench } from '../runner/install.mjs';
import { root } from '../runner/places.mjs';
import { makeDemo } from './demo.mjs';
import { eventually, type Row, WorkbenchPage } from './page.ts';
import { packageExtension, vsix } from './vsix.ts';

const picture = join(root, 'media/screenshot.png');
const panes = { codex: 0, claude: 1, shell: 2 };
const isIdle = (row: Row) => row.description.startsWith('idle');
/** It travels in the VSIX. */
const largest = 120_000;

await installPrograms('git', 'tmux', 'chromium');
await installWorkbench();
packageExtension();

const demo = makeDemo();
process.once('exit', demo.remove);
await take();
const { size } = statSync(picture);
console.log(`${picture}: ${Math.round(size / 1000)} kB`);
if (size > largest) throw new Error(`the picture is larger than ${largest / 1000} kB`);

async function take(): Promise<void> {
  const workbench = await WorkbenchPage.open({
    vsix,
    folder: demo.project,
    settings: {
      'party.agents': 'demo',
      'workbench.colorTheme': 'Default Dark Modern',
    },
    env: { ...demo.env, ...anonymous() },
  });
  const idle = async (...said: RegExp[]) => {
    await eventually(
      async () => ({ text: await workbench.terminalText(), rows: await workbench.treeRows() }),
      ({ text, rows }) => said.every((one) => one.test(text)) && rows.filter(isIdle).length === 3,
      30_000,
    );
  };
  try {
    await workbench.openView('Party');
    await widenSideBar(workbench.page);
    await workbench.runCommand('Party: Start');
    await idle(/Demo Codex/, /Demo Claude/);
    type(panes.shell, 'node src/greet.js Ada');
    type(panes.claude, 'ask codex what is in src');
    await idle(/Codex says/);
    type(panes.codex, 'ask claude may greet get no name');
    await idle(/Claude says/, /Hello, Ada!/);
    await workbench.screenshot(picture);
  } finally {
    await workbench.dispose();
  }
}

/** So that no message is cut off. */
async function widenSideBar({ mouse }: Page): Promise<void> {
  await mouse.move(350, 300);
  await mouse.down();
  await mouse.move(395, 300, { steps: 5 });
  await mouse.up();
}

/** Into the pane, as the keyboard does. The cursor stays where it is. */
function type(pane: number, text: string): void {
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', demo.env.PARTY_TMUX_SOCKET, ...args], { env: demo.env, encoding: 'utf8' });
  const session = tmux('list-sessions', '-F', '#{session_name}').trim();
  tmux('send-keys', '-t', `=${session}:.${pane}`, text, 'Enter');
}

/** No name of a user, of a machine or of a directory in the prompt of the shell, and no user's tmux.conf. */
function anonymous(): Record<string, string> {
  const home = join(demo.directory, 'home');
  mkdirSync(home);
  for (const file of ['.bashrc', '.profile']) writeFileSync(join(home, file), "PS1='$ '\n");
  return { HOME: home, SHELL: '/bin/bash', PS1: '$ ' };
}
