// What keeps the real Claude from taking a message although nothing holds it: a command that runs in the background, and
// marks in the text that the client takes out of a paste.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { wasSubmitted } from '../../src/core/messages/message.ts';
import { until } from '../support/sandbox.ts';
import { Party } from './party.ts';

describe('a message to Claude', function () {
  this.timeout(120_000);
  let party: Party;
  before(async () => {
    const input = { command: 'sleep 600', run_in_background: true, description: 'a server, as scripted' };
    party = await Party.start({
      claude: [
        { when: /start the server/, call: { tool: 'Bash', input }, say: 'STARTED' },
        { when: /\[HUMAN/, say: 'HEARD' },
      ],
    });
    await party.becomes('claude', 'idle');
  });
  after(() => party?.dispose());

  /** On a slow machine the client's word comes after `talk` has ended; what counts is that it comes. */
  const talk = async (text: string) => {
    const { requestId } = JSON.parse(
      (await party.sandbox.party(['talk', 'claude', text, '--json'], { cwd: party.project })).stdout,
    ) as { requestId: string };
    return until(
      `"${text}" to be submitted`,
      async () => (await party.messages()).find((one) => one.id === requestId && wasSubmitted(one)),
      30_000,
    );
  };
  const seen = (id: string) => party.claude.requests.some(({ prompts }) => prompts.some((one) => one.includes(id)));

  for (const [what, mark] of [
    ['U+200E', '\u200e'],
    ['U+200F', '\u200f'],
    ['U+061C', '\u061c'],
    ['U+202E and U+202C', '\u202eabc\u202c'],
    ['U+2068 and U+2069', '\u2068abc\u2069'],
  ] as const) {
    it(`with ${what} in it is submitted, and the next one too; its file keeps the marks`, async () => {
      const text = `left ${mark} right`;
      const first = await talk(text);
      assert.equal(readFileSync(first.file, 'utf8'), text);
      await until('it to reach the model', () => seen(first.id));
      await party.becomes('claude', 'idle');
      const second = await talk('and the next one');
      await until('the next one to reach the model', () => seen(second.id));
      await party.becomes('claude', 'idle');
    });
  }

  it('is delivered while a command of its own runs in the background', async () => {
    await party.say('claude', 'start the server');
    await until('the command, or the question for it', async () => {
      if ((await party.agent('claude')).state === 'waiting') await party.press('claude', 'Enter');
      return /1 shell/.test(await party.screen('claude'));
    });
    await party.becomes('claude', 'idle');
    const message = await talk('hello');
    await until('it to reach the model', () => seen(message.id));
    assert.match(await party.screen('claude'), /1 shell/);
  });
});
