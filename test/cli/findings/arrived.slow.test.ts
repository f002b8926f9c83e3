// What Codex has written and Claude has not read yet, in `party findings` and `party status`.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ArrivedFindings } from '../../../src/core/review/review.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { openRequest, writeFindings } from '../../support/receiverReview.ts';
import { until } from '../../support/sandbox.ts';

describe('findings that have arrived', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  const list = async () => (await at.done('findings', 'list')).stdout;
  const arrived = async () =>
    (JSON.parse((await at.done('findings', 'list', '--json')).stdout) as { arrived?: ArrivedFindings[] }).arrived;

  before(async () => {
    at = new ReceiverParty();
    await at.start();
    await at.done('review', 'request');
    await until('the request', () => at.received().length === 1, 30_000);
  });
  after(() => at.dispose());

  it('are nothing before Codex has written', async () => {
    assert.equal(await list(), 'No findings\n');
    assert.equal(await arrived(), undefined);
    assert.equal((await at.status()).review.arrived, undefined);
  });

  it('say why they cannot be read', async () => {
    const { file } = await openRequest(at);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'I found nothing.');
    assert.match(await list(), /^Round 1: the findings cannot be read: .*JSON.*\nNo findings\n$/);
    assert.equal((await arrived())?.[0]?.state, 'unreadable');
  });

  it('are unproven while any program may have written them', async () => {
    const { file } = await openRequest(at);
    writeFileSync(
      file,
      '{"findings": [], "stats": {"blocking_count": 0, "non_blocking_count": 0, "files_reviewed": 1}}',
    );
    assert.match(await list(), /^Round 1: findings arrived, unproven: nothing shows yet that Codex wrote them\n/);
  });

  it('are listed with their keys, and count nowhere until Claude reads them', async () => {
    const file = await writeFindings(at, await openRequest(at), 2);
    const said = '2 findings arrived, not read by Claude yet (2 blocking)';
    const text = await list();
    assert.ok(text.startsWith(`Round 1: ${said}\n  r1-F1  src/auth.ts:1  blocking: Wrong\n`), text);
    assert.ok(text.endsWith('\nNo findings\n'), text);
    const shown = await at.done('findings', 'show', 'r1-F1');
    assert.match(shown.stdout, /^ {2}arrived, not read by Claude yet$/m);
    const json = JSON.parse((await at.done('findings', 'list', '--json')).stdout);
    assert.deepEqual([json.open, json.blocking, json.findings.length, json.arrived[0].blocking], [0, 0, 0, 2]);
    const { review } = await at.status();
    assert.deepEqual(review.arrived, { state: 'proven', reason: null, findings: 2, blocking: 2 });
    assert.deepEqual([review.kind, review.blocking], ['requested', 0]);
    const status = (await at.done('status')).stdout;
    assert.match(status, /^Review +2 findings arrived, not read by Claude yet/m);
    assert.ok(status.includes(`round 1: ${said}`), status);
    const refused = await at.party('findings', 'triage', 'r1-F1', 'fixed');
    assert.equal(refused.code, 1, 'nothing can be decided about it yet');
    await at.done('review', 'complete', file);
    assert.doesNotMatch(await list(), /arrived/);
    const after = await at.status();
    assert.deepEqual([after.review.kind, after.review.blocking, after.review.arrived], ['findings', 2, undefined]);
  });
});
