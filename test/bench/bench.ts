// What Party costs, beside an empty start of the same Node, an empty shell, and what a user would take instead. Writes
// docs/figures.md, unless other programs keep the machine busy. `--rounds N` measures more or less often.

import { cpus, loadavg } from 'node:os';
import { installPrograms } from '../runner/install.mjs';
import { newProject } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';
import { benchHooks } from './benchHooks.ts';
import { benchLarge } from './benchLarge.ts';
import { benchLoad } from './benchLoad.ts';
import { benchStarts } from './benchStarts.ts';
import { benchTalk } from './benchTalk.ts';
import { benchTasks } from './benchTasks.ts';
import { versionOf, writeFigures } from './figures.ts';
import { nodes } from './nodes.ts';

await installPrograms('git', 'tmux', 'jq');
/** Before we load it ourselves. On a busy machine even medians say nothing about short programs. */
const isBusy = (loadavg()[0] ?? 0) > cpus().length;
const given = process.argv.indexOf('--rounds');
const rounds = given === -1 ? 15 : Number(process.argv[given + 1]);
const box = new Sandbox();
try {
  const { top: project } = newProject({ box, git: true });
  const started = await box.start(project);
  // So a message to Codex waits.
  await box.tmux('copy-mode', '-t', started.panes.codex);
  const place = { box, project, rounds, session: started.session.name };
  const tables = [
    benchStarts(place),
    ...benchHooks(place),
    await benchTalk(place),
    benchLarge(place),
    await benchLoad(Math.ceil(rounds / 3)),
    ...(await benchTasks(rounds)),
  ];
  for (const { title, head, rows } of tables) {
    console.log(`\n${title}`);
    for (const cells of [head, ...rows])
      console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(52) : cell.padStart(16))).join(''));
  }
  const programs = [
    `git ${versionOf('git', '--version')}`,
    `tmux ${versionOf('tmux', '-V')}`,
    `jq ${versionOf('jq', '--version')}`,
  ];
  if (isBusy) console.log('\nThe machine was busy with other programs, so docs/figures.md stays as it is');
  else {
    const args = given === -1 ? [] : ['--rounds', String(rounds)];
    writeFigures({ command: 'npm run bench', args, tables, versions: [...nodes.map(({ name }) => name), ...programs] });
  }
} finally {
  await box.dispose();
}
// A program that the tests keep warm would keep us running.
process.exit();
