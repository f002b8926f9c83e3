// Messages of the real Claude Code to other agents, while its plan is not approved.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/sandbox.ts';
import type { ToolCall } from './models/anthropic.ts';
import { Party } from './party.ts';

const message = (to = ''): ToolCall => ({
  tool: 'SendMessage',
  input: { to, summary: 'more', message: 'more please' },
});

describe('a message of the real Claude Code to another agent', function () {
  this.timeout(90_000);
  let party: Party;
  const heard = () => party.claude.requests.map(({ userText }) => userText);
  /** What the tool answered when Claude was told this. */
  const answerTo = async (words: string, last: string): Promise<string> => {
    await party.becomes('claude', 'idle');
    await party.say('claude', words);
    await until(last, async () => (await party.screen('claude')).includes(last), 20_000);
    return heard().at(-1) ?? '';
  };
  before(async () => {
    const start = { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' };
    party = await Party.start({
      claude: [
        { when: /^start an agent/, call: { tool: 'Agent', input: start }, say: 'STARTED' },
        { when: /^look around/, say: 'LOOKED' },
        { when: /^write to (\S+) as (\d)/, call: ([, to]) => [message(to)], say: 'WRITTEN' },
        { when: /^who is there/, call: { tool: 'ListAgents', input: {} }, say: 'LISTED' },
        { when: /more please/, say: 'MORE LOOKED' },
        { when: /./, say: 'HEARD' },
      ],
    });
    await party.becomes('claude', 'idle');
    writeFileSync(join(party.project, 'README.md'), '# A project\n');
    assert.equal((await party.sandbox.party(['plan', 'start'], { cwd: party.project })).code, 0);
  });
  after(() => party?.dispose());

  it('is denied before the plan is approved, with the way out', async () => {
    const answer = await answerTo('write to peer as 1', 'WRITTEN');
    assert.match(answer, /Party: the plan is not approved yet.*Party does not know that "peer" is a sub-agent/s);
    assert.match(answer, /agentId that Agent returned here/);
  });

  it('reaches a sub-agent by the id that Agent returned', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'start an agent');
    const id = await until(
      'the id',
      () =>
        heard()
          .flatMap((text) => /agentId: (\w+)/.exec(text)?.[1] ?? [])
          .at(0),
      20_000,
    );
    await until('the sub-agent', () => heard().some((text) => text.endsWith('look around')), 20_000);
    await party.becomes('claude', 'idle');
    await party.say('claude', `write to ${id} as 2`);
    await until('the message', () => heard().some((text) => text.includes('more please')), 20_000);
    await party.becomes('claude', 'idle');
  });

  it('needs no approved plan to list the agents first', async () => {
    assert.doesNotMatch(await answerTo('who is there', 'LISTED'), /Party:/);
  });
});
