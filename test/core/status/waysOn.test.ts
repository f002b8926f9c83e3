// The table of states and ways out, compared with what the commands and the editor really offer.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../../src/core/base/remark.ts';
import { nextActs } from '../../../src/core/status/nextActs.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import {
  collabWays,
  lockWays,
  messageWays,
  planWays,
  reviewWays,
  sessionWays,
  standstillWays,
  taskWays,
  type WayOn,
} from '../../../src/core/status/waysOn.ts';
import { repository } from '../../support/sandbox.ts';

const tables: Readonly<Record<string, Readonly<Record<string, WayOn>>>> = {
  ...{ message: messageWays, review: reviewWays, 'standing review': standstillWays, plan: planWays },
  ...{ collab: collabWays, task: taskWays, session: sessionWays, lock: lockWays },
};
const rows = Object.entries(tables).flatMap(([subject, table]) =>
  Object.entries(table).map(([state, way]) => ({ name: `${subject}: ${state}`, way })),
);

describe('every state', () => {
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const commands = new Set<string>(manifest.contributes.commands.map(({ command }: { command: string }) => command));

  for (const { name, way } of rows) {
    it(`${name} ends by itself, by a person, or is an end`, () => {
      assert.ok(way.isEnd || way.byItself !== undefined || way.cli !== undefined);
      // A state that only a person ends has an act in both places.
      if (!way.isEnd && way.byItself === undefined) assert.ok(way.cli !== undefined && way.editor !== undefined);
      if (way.editor !== undefined) assert.ok(commands.has(`party.${way.editor}`), `no command party.${way.editor}`);
    });
  }
});

describe('the acts that are offered', () => {
  const live: Status = {
    ...quietStatus,
    session: { id: 'x', name: 'party-x', cwd: '/p' },
    agents: [{ role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false }],
    gates: { active: true, missing: [] },
  };
  const offers = (status: Status, { cli = '' }: WayOn) => {
    const commandLines = nextActs({ status, hasFindings: true }).map((act) => commandLine({ act }));
    assert.ok(
      commandLines.some((line) => line === cli),
      `${cli} is not among: ${commandLines.join(' · ')}`,
    );
  };
  const review = (more: Partial<Status['review']>): Status['review'] => ({ ...quietStatus.review, round: 1, ...more });

  for (const [kind, way] of entries(reviewWays)) {
    if (way.isEnd) continue;
    it(`lead a review on that is ${kind}`, () => {
      const more = kind === 'requested' ? { overdue: true } : kind === 'findings' ? { blocking: 1 } : {};
      const round = kind === 'none' || kind === 'needs-discussion' ? 0 : 1;
      offers({ ...live, review: review({ kind, round, ...more }) }, way);
    });
  }

  for (const [standstill, way] of entries(standstillWays)) {
    it(`lead a review on that stands still: ${standstill}`, () => {
      const session = standstill === 'party-ended' ? null : live.session;
      offers({ ...live, session, review: review({ kind: 'requested', standstill }) }, way);
    });
  }

  for (const [kind, way] of entries(planWays)) {
    if (way.isEnd) continue;
    it(`lead a plan on that is ${kind}`, () =>
      offers({ ...live, plan: { kind, version: 1, hash: kind === 'none' ? null : 'h' } }, way));
  }

  for (const phase of ['designing', 'design_review', 'implementing', 'task_review'] as const) {
    it(`let a person end or pass over a collab that is ${phase}`, () => {
      const acts = nextActs({ status: { ...live, collab: { phase, paused: false } } });
      for (const act of ['pauseCollab', 'skipCollab', 'cancelCollab'] as const) assert.ok(acts.includes(act), act);
    });
  }

  it('resume a collab that pauses, by a person or by itself', () => {
    for (const held of [null, 'too many rounds'])
      offers({ ...live, collab: { phase: 'implementing', paused: true, held } }, collabWays.paused);
  });

  it('restart an agent that has ended', () => {
    const agents = [{ role: 'codex', pane: '%0', state: 'dead', waitingFor: null, demo: false }] as const;
    offers({ ...live, agents }, sessionWays['agent-ended']);
  });
});

function entries<State extends string>(table: Readonly<Record<State, WayOn>>): [State, WayOn][] {
  return Object.entries(table) as [State, WayOn][];
}
