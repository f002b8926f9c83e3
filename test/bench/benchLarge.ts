// The gate before a pull request in a project of 100,000 files, beside git's own look at them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject } from '../support/project.ts';
import { repository } from '../support/sandbox.ts';
import { ratio, type Table } from './figures.ts';
import { measure } from './measure.ts';
import { nodes, type Place } from './nodes.ts';

const look = 'git status --short';

export function benchLarge({ box, session, rounds }: Place): Table {
  const cwd = makeLarge(box);
  const input = join(box.root, 'createInLarge.json');
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'gh pr create' } };
  writeFileSync(input, JSON.stringify({ session_id: 's', transcript_path: '', cwd, ...call }));
  const gate = ['sh', join(repository, 'resources/claude/hooks/pr-gate.sh')] as const;
  const common = { cwd, times: 1 };
  const times = measure(
    [
      { name: look, argv: ['git', 'status', '--short'], env: box.env, ...common },
      ...nodes.map(({ name, path }) => ({
        ...{ name, argv: gate, input, env: { ...box.env, PARTY_SESSION: session, PARTY_NODE: path }, ...common },
      })),
    ],
    Math.min(rounds, 7),
  );
  return {
    title: 'A large project',
    about: `\`pr-gate\` for a pull request among 100,000 files, beside \`${look}\`.`,
    head: ['', ...nodes.map(({ name }) => name)],
    rows: [['pr-gate', ...nodes.map(({ name }) => ratio(times.get(name) ?? 0, times.get(look) ?? 1))]],
  };
}

function makeLarge(box: Place['box']): string {
  const large = newProject({ box, name: 'large', git: true });
  for (let folder = 0; folder < 1000; folder++) {
    mkdirSync(join(large.top, `d${folder}`));
    for (let file = 0; file < 100; file++) {
      writeFileSync(join(large.top, `d${folder}/f${file}.ts`), `${folder} ${file}\n`);
    }
  }
  large.commit('Many files');
  large.git('branch', '--force', 'main');
  writeFileSync(join(large.top, 'd1/f1.ts'), 'changed\n');
  return large.top;
}
