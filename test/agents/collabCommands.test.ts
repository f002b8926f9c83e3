// The commands of the plugin about collab, typed by a human into the real Claude Code.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollabState, collabSkipFile, collabStateFile } from '../../src/core/collab/collab.ts';
import { until } from '../support/sandbox.ts';
import { Party } from './party.ts';

const skill = (name: string) => ({ tool: 'Skill', input: { skill: name } });

describe('the commands about collab in the real Claude Code', function () {
  this.timeout(120_000);
  let party: Party;
  before(async () => {
    const start = { tool: 'Bash', input: { command: 'party collab start', description: 'as scripted' } };
    party = await Party.start({
      claude: [
        { when: /The human wants to use collab/, call: start, say: 'COLLAB BEGINS' },
        { when: /has already run/, say: 'IT WAS DONE' },
        { when: /load the skill/, call: skill('party:codex-collab') },
        { when: /pause it yourself/, call: skill('party:codex-pause'), say: 'I HAVE TRIED' },
      ],
    });
    await party.becomes('claude', 'idle');
  });
  after(() => party?.dispose());

  const file = (name: string) => join(party.project, name);
  const state = () => JSON.parse(readFileSync(file(collabStateFile), 'utf8')) as CollabState;

  /** What the model is given when a human types this. */
  async function typed(command: string): Promise<string> {
    await party.becomes('claude', 'idle');
    const before = party.claude.requests.length;
    await party.say('claude', command);
    const found = () =>
      party.claude.requests.slice(before).find(({ userText }) => /human (?:asked|wants)/.test(userText));
    const request = await until(`an answer to ${command}`, found, 20_000);
    return request.userText;
  }

  it('report what cannot be done, without calling the model', async () => {
    await party.becomes('claude', 'idle');
    const before = party.claude.requests.length;
    await party.say('claude', '/party:codex-pause');
    await party.shows('claude', 'Collab is off here: there is nothing to pause');
    assert.equal(party.claude.requests.length, before);
  });

  it('/codex-collab lets Claude start collab, and runs nothing of the typed text', async () => {
    const said = await typed('/party:codex-collab docs/plan.md; touch run-by-mistake');
    assert.match(said, /The design file, if they named one: [^\n]*docs\/plan\.md; touch run-by-mistake/);
    await party.shows('claude', 'COLLAB BEGINS');
    assert.equal(state().phase, 'designing');
    assert.ok(!existsSync(file('run-by-mistake')));
  });

  it('/codex-status, /codex-pause and /codex-resume act without a permission dialog, and inform Claude', async () => {
    assert.match(await typed('/party:codex-status'), /Collab: designing/);
    assert.match(await typed('/party:codex-pause'), /Paused: Codex reviews nothing/);
    assert.equal(state().paused, true);
    assert.match(await typed('/party:codex-resume'), /Collab continues: designing/);
    assert.equal(state().paused, false);
  });

  it('/codex-resume does not resume when only a human may', async () => {
    const held = { ...state(), paused: true, pause_reason: 'Codex has found something blocking 3 times' };
    writeFileSync(file(collabStateFile), JSON.stringify(held));
    await party.becomes('claude', 'idle');
    await party.say('claude', '/party:codex-resume');
    await party.shows('claude', 'Collab waits for the human');
    assert.equal(state().paused, true);
    // In the pane of the human.
    assert.equal((await party.sandbox.party(['collab', 'resume'], { cwd: party.project })).code, 0);
    assert.equal(state().paused, false);
  });

  it('/codex-skip skips the Stop after its own, and /codex-cancel ends collab', async () => {
    mkdirSync(file('docs'), { recursive: true });
    writeFileSync(file('docs/plan.md'), '# Half\n');
    assert.match(await typed('/party:codex-skip'), /the review is skipped; the next review covers those changes too/);
    await party.shows('claude', 'the skip that was requested in this turn');
    assert.ok(existsSync(file(collabSkipFile)));
    await typed('/party:codex-status');
    await party.shows('claude', 'was skipped, as requested');
    assert.ok(!existsSync(file(collabSkipFile)));
    assert.match(await typed('/party:codex-cancel'), /Collab is off/);
    assert.deepEqual([collabStateFile, collabSkipFile].map(file).filter(existsSync), []);
  });

  it('cannot be run by Claude, but the skill of the same name can', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'load the skill');
    const loaded = () => party.claude.requests.some(({ userText }) => /Codex reviews whenever you stop/.test(userText));
    await until('the skill', loaded, 20_000);
    await party.becomes('claude', 'idle');
    await party.say('claude', 'pause it yourself');
    await party.shows('claude', 'I HAVE TRIED');
    assert.match(party.claude.requests.at(-1)?.userText ?? '', /disable-model-invocation/);
  });
});
