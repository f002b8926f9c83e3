// What the editor's commands about reviews and gates run: the shipped scripts themselves, here without an editor.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gatesProgram } from '../../../src/extension/gates/gatesProgram.ts';
import { reviewProgram } from '../../../src/extension/review/reviewProgram.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { openRequest } from '../../support/receiverReview.ts';
import { reviewerWrites } from '../../support/reviewersWord.ts';
import { repository } from '../../support/sandbox.ts';

describe("the editor's commands, by the shipped scripts", function () {
  this.timeout(60_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
  });
  afterEach(() => at.dispose());

  const program = () => ({ root: repository, env: at.box.env });
  const wish = { delta: false, headless: false };

  it('request, load and judge a review by tmux-codex.sh', async () => {
    await at.start();
    const place = { folder: at.top, session: at.started.session.name };
    const requested = await reviewProgram.request(program(), place, { ...wish, base: 'main' });
    assert.deepEqual([requested.round, requested.state], [1, 'submitted']);
    const { file } = await openRequest(at);
    const stats = { blocking_count: 0, non_blocking_count: 0, files_reviewed: 1 };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ findings: [], summary: 'not by Codex', stats }));
    assert.equal((await reviewProgram.complete(program(), place, file)).origin, 'unproven');
    await assert.rejects(reviewProgram.approve(program(), place), { code: 'REFUSED' });
    await reviewerWrites(at, file, JSON.stringify({ findings: [], summary: 's', stats }));
    const completed = await reviewProgram.complete(program(), place, file);
    assert.deepEqual([completed.found, completed.origin], [0, 'reviewer']);
    await reviewProgram.approve(program(), place);
    assert.equal((await at.status()).review.kind, 'approved');
    await assert.rejects(reviewProgram.complete(program(), place, file), { code: 'REFUSED' });
    await reviewProgram.giveVerdict(program(), place, 're-review', '--odd reason');
    assert.equal(at.events('re-review').at(-1)?.reason, '--odd reason');
  });

  it('ask the hooks about a command', async () => {
    at.configure();
    const found = await gatesProgram.try(program(), at.top, 'gh pr create');
    assert.equal(found.denied, true);
    assert.match(found.decisions.find(({ hook }) => hook === 'pr-gate')?.reason ?? '', /code-critic/);
  });
});
