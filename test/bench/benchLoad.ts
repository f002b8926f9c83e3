// What a long log costs: `party status` and the gate before a pull request in projects with more and more events, as
// ratios to a project without any. The log is one that a project has after years: many changes on many branches, each
// with rounds, findings, decisions and evidence.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newProject, type Project } from '../support/project.ts';
import { node20, repository } from '../support/sandbox.ts';
import { ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';

const sizes = [0, 1000, 10_000, 100_000, 200_000];

export async function benchLoad(rounds: number): Promise<Table> {
  const projects = sizes.map((events) => ({ events, project: projectWith(events) }));
  try {
    const cases = projects.flatMap(({ events, project }) => [statusOf(events, project), gateOf(events, project)]);
    for (const { project } of projects) rmSync(project.durable('events.checkpoint'), { force: true });
    // The first call after an update of Party adds everything up and writes the checkpoint.
    const first = measure(
      cases.filter((_, index) => index % 2 === 0),
      1,
    );
    const medians = measure(cases, rounds);
    const ms = (name: string) => medians.get(name) ?? 0;
    return {
      title: 'Long logs',
      about:
        'Years of reviews: one event in ten is a finding. Beside the same call in a project without events. The last column is one call without a checkpoint, which adds up all events.',
      head: ['events', 'party status', 'pr-gate', 'without a checkpoint'],
      rows: sizes.map((events) => [
        events.toLocaleString('en'),
        ratio(ms(nameOf('status', events)), ms(nameOf('status', 0))),
        ratio(ms(nameOf('gate', events)), ms(nameOf('gate', 0))),
        ratio(first.get(nameOf('status', events)) ?? 0, ms(nameOf('status', 0))),
      ]),
    };
  } finally {
    for (const { project } of projects) await project.dispose();
  }
}

const nameOf = (what: 'status' | 'gate', events: number) => `${what} ${events}`;

function statusOf(events: number, { top: cwd, env }: Project): Case {
  const argv = ['sh', join(repository, 'resources/bin/party'), 'status'] as const;
  return { name: nameOf('status', events), argv: [...argv], cwd, env: { ...env, PARTY_NODE: node20 }, times: 1 };
}

function gateOf(events: number, { top: cwd, env, root }: Project): Case {
  const input = join(root, 'create.json');
  const call = { tool_name: 'Bash', tool_input: { command: 'gh pr create' } };
  const common = { session_id: 's', transcript_path: '', cwd, hook_event_name: 'PreToolUse' };
  writeFileSync(input, JSON.stringify({ ...common, ...call }));
  const argv = ['sh', join(repository, 'resources/claude/hooks/pr-gate.sh')] as const;
  const inParty = { ...env, PARTY_NODE: node20, PARTY_SESSION: 'party-bench' };
  return { name: nameOf('gate', events), argv: [...argv], cwd, env: inParty, input, times: 1 };
}

function projectWith(events: number): Project {
  const project = newProject({ git: true });
  const file = project.durable('events.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, manyEvents(events).join(''));
  return project;
}

/** One event in ten is a finding, so 100,000 events have 10,000. The last change is on the branch that is checked out. */
export function manyEvents(count: number): string[] {
  const lines: string[] = [];
  const add = (event: object) => {
    const at = new Date(Date.UTC(2024, 0, 1) + lines.length * 60_000).toISOString();
    if (lines.length < count) lines.push(`${JSON.stringify({ at, actor: 'claude', ...event })}\n`);
  };
  for (let n = 0; lines.length < count; n++) {
    const hash = n.toString(16).padStart(64, '0');
    const cycle = `c${n >> 2}`;
    const isLast = count - lines.length <= 40;
    const branch = isLast ? 'topic' : `branch-${n >> 2}`;
    const request = `2024-${n}`;
    if (n % 4 === 0) add({ event: 'started', session: `party-${n}`, branch, head: hash.slice(0, 40) });
    for (const critic of ['code-critic', 'minimizer']) {
      add({ event: 'critic-started', critic, agent: `a${n}${critic}`, hash });
      add({ event: 'critic-stopped', critic, agent: `a${n}${critic}`, hash, verdict: 'APPROVE' });
    }
    for (const what of ['tests', 'checks']) {
      add({ event: 'ran', what, command: ['npm', 'test'], exit: 0, before: hash, after: hash });
    }
    add({
      ...{ event: 'requested', request, cycle, round: (n % 4) + 1, branch, base: hash.slice(0, 40), tree: null, hash },
      ...{ title: `Change ${n}`, delta: n % 4 > 0, headless: false, file: `/f/${request}.json` },
      files: Object.fromEntries(Array.from({ length: 10 }, (_, file) => [`src/file${file}.ts`, hash.slice(0, 16)])),
    });
    const findings = Array.from({ length: 2 }, (_, index) => ({
      ...{ id: `F${index + 1}`, file: `src/file${index}.ts`, linked: true, line: 10 + n, severity: 'blocking' },
      ...{ category: 'correctness', description: `The loop ${n} of ${index} runs once too often, so the last is lost` },
      ...{ suggestion: 'Compare with < instead of <=', anchor: `for (let i = 0; i <= n${n}; i++) {` },
    }));
    const read = { summary: 'Two findings', filesReviewed: 10, warnings: [], origin: 'exec' };
    add({ event: 'received', request, findings, ...read });
    for (const { id } of findings) {
      const finding = `r${(n % 4) + 1}-${id}`;
      for (const as of ['fixed', 'open', 'fixed']) add({ event: 'triaged', cycle, finding, as });
    }
    add({
      event: 'spent',
      loop: 'review',
      seconds: 30,
      tokens: 1000,
      thread: `t${n >> 2}`,
      threadTokens: 1000 * (n % 4),
    });
    if (n % 4 === 3) add({ event: 'approved', cycle, hash });
    else add({ event: 're-review', cycle, reason: 'more to do' });
  }
  return lines;
}
