// What the editor's part costs: with ten thousand findings beside ten, while nothing happens, and before there is a party.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newProject, type Project } from '../support/project.ts';
import { type Played, playRound, writeCode } from '../workbench/playRound.ts';
import { ratio, type Table } from './figures.ts';
import { median } from './measure.ts';

const idleSeconds = 60;

export async function benchEditor(): Promise<Table[]> {
  return [await benchFindings(), await benchIdle(), await benchActivation()];
}

async function benchFindings(): Promise<Table> {
  const few = await findingsInHost(10);
  const many = await findingsInHost(10_000);
  const mb = (value = 0) => `${Math.round(value)} MB`;
  return {
    title: 'Findings in the editor',
    about:
      'The built extension in an editor without a window, with 10,000 findings beside ten: from the click until marks and list have changed, and what the extension keeps in memory.',
    head: ['', 'beside ten findings'],
    rows: [
      ['mark one as fixed', ratio(many['fixed'] ?? 0, few['fixed'] ?? 1)],
      ['memory', `${mb(few['grown'])} → ${mb(many['grown'])}`],
      ['memory after use', `${mb(few['afterUse'])} → ${mb(many['afterUse'])}`],
      ['go to the next, beside marking one', ratio(many['next'] ?? 0, many['fixed'] ?? 1)],
    ],
  };
}

async function findingsInHost(count: number): Promise<Record<string, number>> {
  const project = newProject({ git: true });
  try {
    await playRound(project.env, project.top, manyFindings(project, count));
    return inHost(project, 'findings', count);
  } finally {
    await project.dispose();
  }
}

async function benchIdle(): Promise<Table> {
  const rows: string[][] = [];
  for (const parties of [0, 1]) {
    const project = newProject({ git: true });
    try {
      if (parties === 1) await project.box.start(project.top);
      const { percent = 0 } = inHost(project, 'idle', idleSeconds);
      rows.push([String(parties), `${percent.toFixed(2)} %`]);
    } finally {
      await project.dispose();
    }
  }
  return {
    title: 'An idle window',
    about: `The share of a core that the extension and the programs that it starts use in ${idleSeconds} s in which nothing happens.`,
    head: ['parties', 'of a core'],
    rows,
  };
}

/** Of a window whose project has nothing of Party, and of one that has a party. */
async function benchActivation(): Promise<Table> {
  const [without, withParty] = [newProject({ git: true }), newProject({ git: true })];
  try {
    await withParty.box.start(withParty.top);
    const rounds = Array.from({ length: 9 }, () => [without, withParty].map((one) => inHost(one, 'activation', 0)));
    const value = (column: number, key: string) => median(rounds.map((round) => round[column]?.[key] ?? 0));
    return {
      title: 'What a window loads',
      about:
        'In a window whose project has nothing of Party, beside one with a party: how long `activate` takes, and what the extension then keeps in memory.',
      head: ['', 'beside a window with a party'],
      rows: [
        ['activation', ratio(value(0, 'ms'), value(1, 'ms'))],
        ['memory', `${value(0, 'grown').toFixed(1)} MB beside ${value(1, 'grown').toFixed(1)} MB`],
      ],
    };
  } finally {
    await without.dispose();
    await withParty.dispose();
  }
}

function inHost({ env, top }: Project, what: string, number: number): Record<string, number> {
  const script = join(import.meta.dirname, 'editorHost.ts');
  const argv = ['--expose-gc', '--disable-warning=ExperimentalWarning', script, what, top, String(number)];
  return JSON.parse(execFileSync(process.execPath, argv, { env: { ...env }, encoding: 'utf8' }));
}

/** In files of fifty lines, each with a finding. */
function manyFindings({ top }: Project, count: number): Played[] {
  const perFile = 50;
  return Array.from({ length: count }, (_, index): Played => {
    const file = `src/file${Math.floor(index / perFile)}.ts`;
    const line = 1 + (index % perFile);
    if (line === 1) {
      const lines = Array.from({ length: perFile }, (_, n) => `export const value${n} = compute(${index + n});`);
      writeCode(top, file, lines.join('\n'));
    }
    const description = `Number ${index}: the value is computed twice, and a reader of the first one sees an old value`;
    return { id: `F${index}`, file, line, severity: index % 3 === 0 ? 'non-blocking' : 'blocking', description };
  });
}
