// What a person has open or half-typed in the real clients: a message must neither pick an entry nor follow a `!`.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/sandbox.ts';
import { type Agent, Party } from './party.ts';

describe('a message to the real agents', function () {
  this.timeout(120_000);
  let party: Party;
  before(async () => {
    const rules = [{ when: /\[HUMAN/, say: 'HEARD' }];
    party = await Party.start({ claude: rules, codex: rules });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => party?.dispose());

  const talk = async (role: Agent, text: string) => {
    const output = await party.sandbox.party(['talk', role, text, '--json'], { cwd: party.project });
    return {
      exit: output.code,
      ...(JSON.parse(output.stdout) as { requestId: string; error: { message: string } | null }),
    };
  };
  const arrives = (role: Agent, id: string) =>
    until(
      `${id} to reach ${role}`,
      () => party[role].requests.some(({ prompts }) => prompts.some((one) => one.includes(id))),
      30_000,
    );

  for (const role of ['claude', 'codex'] as const) {
    it(`waits for ${role} while something is half-typed, and leaves it alone`, async () => {
      await party.press(role, '-l', '!touch trap ');
      await until('the draft', async () => /touch trap/.test(await party.screen(role)));
      const { exit, requestId, error } = await talk(role, 'hello');
      assert.equal(exit, 6);
      assert.match(error?.message ?? '', /half-typed/);
      assert.ok(!(await party.screen(role)).includes(requestId));
      await party.press(role, 'C-u');
      await party.press(role, 'BSpace');
      await arrives(role, requestId);
      assert.ok(!existsSync(join(party.project, 'trap')));
    });
  }

  for (const role of ['claude', 'codex'] as const) {
    it(`has a second line at ${role} after Shift+Enter in VS Code's terminal`, async () => {
      await party.becomes(role, 'idle');
      await party.paste(role, 'the first line');
      await party.shows(role, 'the first line');
      // The bytes that the workbench ring sees in a pane after Shift+Enter.
      await party.press(role, '-H', '1b', '0d');
      await party.paste(role, 'the second line');
      const areShown = async () => /the first line *\n.*the second line/.test(await party.screen(role));
      await party.seen(role, until('both lines', areShown));
      await party.press(role, 'Enter');
      await party.seen(
        role,
        until('one prompt of two lines', () =>
          party[role].requests.some(({ prompts }) =>
            prompts.some((one) => one.includes('the first line\nthe second line')),
          ),
        ),
      );
    });
  }

  it("chooses nothing in Codex's list of permissions", async () => {
    await party.becomes('codex', 'idle');
    await party.say('codex', '/permissions');
    await until('the list', async () => /Full Access/.test(await party.screen('codex')));
    await party.press('codex', 'Up');
    const { exit, requestId } = await talk('codex', 'hello again');
    assert.equal(exit, 6);
    assert.ok(!/selection requested|Permissions updated/.test(await party.screen('codex')));
    await party.press('codex', 'Escape');
    await arrives('codex', requestId);
  });

  it('is not lost while Claude shows its transcript', async () => {
    await party.becomes('claude', 'idle');
    await party.press('claude', 'C-o');
    await until('the transcript', async () => /detailed transcript/.test(await party.screen('claude')));
    const { exit, requestId, error } = await talk('claude', 'hello again');
    assert.equal(exit, 6);
    assert.match(error?.message ?? '', /open in front/);
    await party.press('claude', 'C-o');
    await arrives('claude', requestId);
  });

  it('is not typed while tmux synchronizes the panes', async () => {
    await party.becomes('codex', 'idle');
    const window = party.started.panes.codex;
    await party.sandbox.tmux('set-option', '-w', '-t', window, 'synchronize-panes', 'on');
    const { exit, requestId, error } = await talk('codex', 'to one only');
    assert.equal(exit, 6);
    assert.match(error?.message ?? '', /synchronize-panes/);
    await party.sandbox.tmux('set-option', '-w', '-t', window, 'synchronize-panes', 'off');
    await arrives('codex', requestId);
  });
});
