// From each state of a review on, and from each reason for which one stands still, to an approval.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Standstill } from '../../../src/core/review/standstill.ts';
import type { Status } from '../../../src/core/status/status.ts';
import { reviewWays, standstillWays, type WayOn } from '../../../src/core/status/waysOn.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { completeRound, openRequest, requestLog } from '../../support/receiverReview.ts';
import { cliBundle, node20, until } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

type Review = Status['review'];
/** Half an hour: longer than a review may take. */
const longAgo = new Date(Date.now() - 30 * 60_000).toISOString();

describe('a review', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  beforeEach(async () => {
    at = await new ReceiverParty().start();
  });
  afterEach(() => at.dispose());

  const review = async (): Promise<Review> => (await at.status()).review;
  const is = async (kind: Review['kind'], standstill: Standstill | null = null) => {
    const now = await review();
    assert.deepEqual([now.kind, now.standstill ?? null], [kind, standstill]);
  };
  const act = (way: WayOn) => take(at.box, at.top, way, { ROLE: 'codex', REASON: 'it is not right yet' });
  const request = () => act(reviewWays.none);
  const sentTo = async (count: number) => until('Codex', () => at.received().length === count, 30_000);
  /** What Codex is asked now is answered, and everything that was found is dealt with. */
  const toTheEnd = async () => {
    await is('requested');
    await completeRound(at);
    const { findings } = JSON.parse((await at.done('findings', 'list', '--json')).stdout);
    for (const { key } of findings) await at.done('findings', 'triage', key, 'out-of-scope', '--reason', 'not now');
    await at.done('review', 'approve');
    await is('approved');
  };
  const found = async () => {
    await request();
    await completeRound(at, 1);
    await is('findings');
  };
  const approved = async () => {
    await request();
    await toTheEnd();
  };

  walkTable(reviewWays, {
    none: {
      'by the command': async (way) => {
        await is('none');
        await act(way);
        await toTheEnd();
      },
    },
    requested: {
      'by itself': async () => {
        await request();
        await is('requested');
        const { file } = await openRequest(at);
        await completeRound(at, 1);
        assert.equal(existsSync(file), true);
        await is('findings');
      },
      'by the command': async (way) => {
        await request();
        await sentTo(1);
        requestLog(at, (text) => text.replace(/"at":"[^"]+"(?=,"event":"requested")/, `"at":"${longAgo}"`));
        assert.equal((await review()).overdue, true);
        await act(way);
        await sentTo(2);
        await toTheEnd();
      },
    },
    findings: {
      'by the command': async (way) => {
        await found();
        await act(way);
        await is('changes-requested');
        await act(reviewWays['changes-requested']);
        await toTheEnd();
      },
    },
    'changes-requested': {
      'by the command': async (way) => {
        await found();
        await act(reviewWays.findings);
        await is('changes-requested');
        at.write('src/auth.ts', 'export const login = 3;\n');
        await act(way);
        assert.equal((await review()).round, 2);
        await toTheEnd();
      },
    },
    approved: {
      'is an end': async () => {
        await approved();
        // Its Claude is a program without hooks, which is said as long as the party runs.
        assert.equal(await at.next(), 'party gates check');
        assert.equal((await at.status()).review.overdue, false);
      },
    },
    stale: {
      'by the command': async (way) => {
        await approved();
        at.write('src/auth.ts', 'export const login = 3;\n');
        await is('stale');
        await act(way);
        await toTheEnd();
      },
    },
    'needs-discussion': {
      'by the command': async (way) => {
        await found();
        await at.done('review', 'needs-discussion', 'what is it for?');
        await is('needs-discussion');
        await act(way);
        await toTheEnd();
      },
    },
  });

  it('whose rounds are used up goes on by the command that the refusal names', async () => {
    for (let round = 1; round <= 3; round++) {
      await request();
      await completeRound(at, round === 1 ? 1 : 0);
      await at.done('review', 'needs-discussion', 'what is it for?');
    }
    const refused = await at.party('review', 'request');
    assert.equal(refused.code, 1);
    const command = /party review request --beyond REASON/.exec(refused.stderr)?.[0] ?? '';
    await act({ cli: command });
    await toTheEnd();
  });

  it('whose rounds are used up goes on by the command that `party status` names', async () => {
    await at.isGated();
    for (let round = 1; round <= 3; round++) {
      await request();
      await completeRound(at);
      await act(reviewWays.findings);
    }
    await is('needs-discussion');
    const command = await at.next();
    assert.match(command, /--beyond REASON$/);
    await act({ cli: command });
    await toTheEnd();
  });

  describe('that stands still', () => {
    const nudged = async (count: number) => {
      await act(standstillWays.idle);
      await sentTo(count);
      await toTheEnd();
    };

    /** `end` takes the Codex that had the request away; the way out brings one back, which is then reminded. */
    const withoutItsCodex = (standstill: Standstill, end: () => Promise<unknown>) => async (way: WayOn) => {
      await request();
      await sentTo(1);
      await end();
      await is('requested', standstill);
      await act(way);
      await at.ready();
      // No minute is waited for: the Codex that had the request has ended.
      await is('requested', 'idle');
      await at.isGated();
      assert.equal(await at.next(), standstillWays.idle.cli);
      await nudged(2);
    };

    walkTable(standstillWays, {
      'run-ended': {
        'by the command': async (way) => {
          at.forgetConfiguration();
          const child = at.box.spawn(node20, [cliBundle, 'review', 'request', '--headless'], {
            ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
          });
          const ended = once(child, 'exit');
          await until('Codex', () => existsSync(`${at.codexLog}.pid`), 30_000);
          child.kill('SIGKILL');
          await ended;
          await is('requested', 'run-ended');
          await act(way);
          await sentTo(1);
          await toTheEnd();
        },
      },
      'party-ended': { 'by the command': withoutItsCodex('party-ended', () => at.box.killServer()) },
      'codex-ended': { 'by the command': withoutItsCodex('codex-ended', () => at.killAgent('codex')) },
      'no-codex': {
        'by the command': withoutItsCodex('no-codex', () =>
          at.box.tmux('set-option', '-p', '-u', '-t', at.codex, '@party_role'),
        ),
      },
      'unknown-request': {
        'by the command': async (way) => {
          // By a process that ends: while it runs, the request is on its way.
          const { code } = await at.box.partyProcess(['review', 'request'], { cwd: at.top });
          assert.equal(code, 0);
          await sentTo(1);
          rmSync(join(at.stateDir, 'messages.jsonl'));
          await is('requested', 'unknown-request');
          await act(way);
          await sentTo(2);
          await toTheEnd();
        },
      },
      'not-taken': {
        'by the command': async (way) => {
          await at.copyMode(async () => {
            await request();
            await at.done('message', 'cancel', (await at.last()).id);
          });
          await is('requested', 'not-taken');
          await act(way);
          await sentTo(1);
          await toTheEnd();
        },
      },
      idle: {
        'by the command': async (way) => {
          await request();
          await sentTo(1);
          await at.hasHooks('codex');
          const journal = join(at.stateDir, 'messages.jsonl');
          const old = new Date(Date.now() - 120_000).toISOString();
          writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"at":"[^"]*"/g, `"at":"${old}"`));
          await is('requested', 'idle');
          await act(way);
          await sentTo(2);
          await toTheEnd();
        },
      },
    });
  });
});
