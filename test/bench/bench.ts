// What Party costs, beside an empty start of the same Node, an empty shell, and what a user would take instead. Writes
// docs/figures.md, unless other programs keep the machine busy. `--rounds N` measures more or less often, `--only WORD`
// measures the tables of that name (starts, certificates, hooks, talk, door, large, load, tasks), and `--out FILE` writes there, also on a
// busy machine.

import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { installPrograms } from '../runner/install.mjs';
import { newProject } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';
import { benchCertificates } from './benchCertificates.ts';
import { benchDoor } from './benchDoor.ts';
import { benchEditor } from './benchEditor.ts';
import { benchHooks } from './benchHooks.ts';
import { benchLarge } from './benchLarge.ts';
import { benchLoad } from './benchLoad.ts';
import { benchSessions } from './benchSessions.ts';
import { benchStarts } from './benchStarts.ts';
import { benchTalk } from './benchTalk.ts';
import { benchTasks } from './benchTasks.ts';
import { type Table, versionOf, writeFigures } from './figures.ts';
import { nodes } from './nodes.ts';

await installPrograms('git', 'tmux', 'jq');
/** Before we load it ourselves. On a busy machine even medians say nothing about short programs. */
const isBusy = (loadavg()[0] ?? 0) > cpus().length;
const defaultRounds = '15';
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: defaultRounds }, only: { type: 'string' }, out: { type: 'string' } },
});
const rounds = Number(flags.rounds);
const box = new Sandbox();
try {
  const { top: project } = newProject({ box, git: true });
  const started = await box.start(project);
  // So a message to Codex waits.
  await box.tmux('copy-mode', '-t', started.panes.codex);
  const place = { box, project, rounds, session: started.session.name };
  const benches: Readonly<Record<string, () => Promise<Table[]> | Table[]>> = {
    starts: () => [benchStarts(place)],
    certificates: () => [benchCertificates(place)],
    hooks: () => benchHooks(place),
    talk: async () => [await benchTalk(place)],
    door: () => benchDoor(place),
    large: () => [benchLarge(place)],
    load: async () => [await benchLoad(Math.ceil(rounds / 3))],
    sessions: async () => [await benchSessions(Math.ceil(rounds / 3))],
    editor: () => benchEditor(),
    tasks: () => benchTasks(rounds),
  };
  const tables: Table[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (flags.only !== undefined && flags.only !== name) continue;
    const measured = await bench();
    for (const table of measured) print(table);
    tables.push(...measured);
  }
  const programs = [
    `git ${versionOf('git', '--version')}`,
    `tmux ${versionOf('tmux', '-V')}`,
    `jq ${versionOf('jq', '--version')}`,
  ];
  const versions = [...nodes.map(({ name }) => name), ...programs];
  const args = flags.rounds === defaultRounds ? [] : ['--rounds', flags.rounds];
  const figures = { command: 'npm run bench', args, tables, versions } as const;
  if (flags.out !== undefined) writeFigures(figures, flags.out);
  else if (isBusy) console.log('\nThe machine was busy with other programs, so docs/figures.md stays as it is');
  else if (flags.only === undefined) writeFigures(figures);
} finally {
  await box.dispose();
}
// A program that the tests keep warm would keep us running.
process.exit();

function print({ title, head, rows }: Table): void {
  console.log(`\n${title}`);
  for (const cells of [head, ...rows]) {
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(60) : cell.padStart(22))).join(''));
  }
}
