// What a long history of parties costs: calls in a project whose last thousand parties have left their records and their
// state directories, beside the same calls in a project without any.

import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject, type Project } from '../support/project.ts';
import { node20, repository } from '../support/sandbox.ts';
import { ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';

const count = 1000;
const calls = ['party status', 'party sessions', 'pr-gate', 'party start'] as const;
type Call = (typeof calls)[number];

export async function benchSessions(rounds: number): Promise<Table> {
  const projects = await Promise.all([0, count].map(projectAfter));
  try {
    const cases = projects.flatMap((project, index) => calls.map((call) => caseOf(call, project, String(index))));
    const medians = measure(cases, rounds);
    const ms = (call: Call, index: number) => medians.get(`${call} ${index}`) ?? 0;
    return {
      title: 'Old sessions',
      about: `In a project with ${count.toLocaleString('en')} old parties, beside the same call in a project with none. A start is followed by its stop, and both are measured.`,
      head: ['', 'ratio'],
      rows: calls.map((call) => [call, ratio(ms(call, 1), ms(call, 0))]),
    };
  } finally {
    for (const project of projects) await project.dispose();
  }
}

/** A project whose parties have ended without a stop, as after reboots. */
export async function projectAfter(sessions: number): Promise<Project> {
  const project = newProject({ git: true });
  const { session } = await project.box.start(project.top);
  await project.box.killServer();
  const [records, state] = [project.durable('sessions'), join(project.box.stateRoot, session.name)];
  for (let n = 0; n < sessions; n++) {
    const id = `old${n}`;
    cpSync(join(records, session.id), join(records, id), { recursive: true });
    const file = join(records, id, 'session.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(session.id, id));
    // A month of parties, of which the last are from yesterday.
    const used = Date.now() / 1000 - (1 + n / 40) * 24 * 60 * 60;
    for (const path of [join(records, id, 'messages.jsonl'), join(records, id)]) utimesSync(path, used, used);
    const directory = join(project.box.stateRoot, `party-${id}`);
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, 'session-name'), `party-${id}\n`);
    for (const name of readdirSync(state).filter((one) => ['messages', 'messages.jsonl', 'codex'].includes(one))) {
      symlinkSync(join(records, id, name), join(directory, name));
    }
  }
  return project;
}

function caseOf(call: Call, { top: cwd, env, root }: Project, suffix: string): Case {
  const party = `'${join(repository, 'resources/bin/party')}'`;
  const common = { name: `${call} ${suffix}`, cwd, env: { ...env, PARTY_NODE: node20, PARTY_SESSION: '' }, times: 1 };
  if (call === 'party start') {
    const line = `sh ${party} start --detach --agents demo && sh ${party} stop`;
    return { ...common, argv: ['sh', '-c', line] };
  }
  if (call !== 'pr-gate') return { ...common, argv: ['sh', '-c', `sh ${party} ${call.split(' ')[1]}`] };
  const input = join(root, 'create.json');
  const asked = { tool_name: 'Bash', tool_input: { command: 'gh pr create' }, hook_event_name: 'PreToolUse' };
  writeFileSync(input, JSON.stringify({ session_id: 's', transcript_path: '', cwd, ...asked }));
  const gate = join(repository, 'resources/claude/hooks/pr-gate.sh');
  return { ...common, argv: ['sh', gate], input, env: { ...common.env, PARTY_SESSION: 'party-bench' } };
}
