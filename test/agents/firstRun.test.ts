import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, Party } from './party.ts';

describe("the first-run questions of the real agents are the human's", function () {
  this.timeout(60_000);
  let party: Party;
  before(async () => {
    party = await Party.start({ answered: false });
  });
  after(() => party?.dispose());
  const shows = async (role: Agent, words: RegExp) => words.test(await party.screen(role));

  it('shows that Claude waits, and for what', async () => {
    assert.equal((await party.becomes('claude', 'waiting')).waitingFor, 'trust in this folder');
  });

  it('shows that Codex waits, and for what', async () => {
    assert.equal((await party.becomes('codex', 'waiting')).waitingFor, 'trust in this folder');
  });

  it('answers none of them', async () => {
    assert.match(await party.screen('claude'), /❯ No, exit/);
    assert.match(await party.screen('codex'), /› 1\. Trust and continue/);
    const claude = JSON.parse(readFileSync(join(party.sandbox.home, '.claude.json'), 'utf8'));
    assert.notEqual(claude.projects?.[party.project]?.hasTrustDialogAccepted, true);
    assert.doesNotMatch(readFileSync(join(party.sandbox.home, '.codex/config.toml'), 'utf8'), /trust_level/);
  });

  it('shows the next question after the human has answered the first', async () => {
    await party.pressUntil('claude', 'Down', () => shows('claude', /❯ (?!No, exit)/));
    await party.pressUntil('claude', 'Enter', () => shows('claude', /Do you want to use this API key/));
    assert.match((await party.becomes('claude', 'waiting')).waitingFor ?? '', /API key/);
  });

  it('is idle once the human has answered', async () => {
    const waits = async (role: Agent) => (await party.agent(role)).state === 'waiting';
    await party.pressUntil('claude', 'Up', () => shows('claude', /❯ (1\. )?Yes/));
    for (const role of ['claude', 'codex'] as const) {
      await party.pressUntil(role, 'Enter', async () => !(await waits(role)));
      await party.becomes(role, 'idle');
    }
  });
});
