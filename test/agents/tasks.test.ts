// Tasks in a party with the real agents: each is known by what its commands bring along, and by its pane.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskEvent } from '../../src/core/tasks/task.ts';
import { Party } from './party.ts';

/** Codex does not have it on its PATH. */
const program = '"$PARTY_HOME/current/resources/bin/party" pm';
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });

describe('tasks in a party with the real agents', function () {
  this.timeout(60_000);
  let party: Party;
  const pm = <T>(...args: string[]) => party.sandbox.partyJson<T>(['pm', ...args], { cwd: party.project });
  const actors = async () => (await pm<{ events: TaskEvent[] }>('log')).events.map(({ actor }) => actor);

  before(async () => {
    party = await Party.start({
      claude: [
        { when: /do your task/, say: 'TASK DONE', call: () => [bash('party pm task done 1')] },
        {
          when: /forget who you are/,
          say: 'FORGOTTEN',
          call: () => [
            bash('env -u CLAUDECODE party pm task update 1 --status pending'),
            bash('env -u CLAUDECODE party pm task done 1 --actor human'),
          ],
        },
      ],
      codex: [{ when: /do your task/, run: `${program} task list; ${program} task done 1`, say: 'TASK TRIED' }],
      // No person is there to allow it.
      prepare({ root }) {
        mkdirSync(join(root, 'project/.claude'), { recursive: true });
        const settings = { permissions: { allow: ['Bash(env:*)'] } };
        writeFileSync(join(root, 'project/.claude/settings.local.json'), JSON.stringify(settings));
      },
    });
    await pm('init', '--name', 'Team');
    await pm('task', 'add', 'The only one');
  });
  after(() => party?.dispose());

  it('Claude finishes one without a permission dialog, and the audit names Claude', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'do your task');
    await party.shows('claude', 'TASK DONE');
    assert.deepEqual(await actors(), ['human', 'human', 'claude']);
  });

  it('Claude is recognized by its pane without its variables, and cannot act as the human', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'forget who you are');
    await party.shows('claude', 'FORGOTTEN');
    assert.deepEqual(await actors(), ['human', 'human', 'claude', 'claude']);
    assert.match(party.claude.requests.at(-1)?.userText ?? '', /run by claude, which cannot act as the human/);
  });

  it('Codex reads them in its sandbox, and learns how to request a change', async () => {
    await party.becomes('codex', 'idle');
    await party.say('codex', 'do your task');
    await party.shows('codex', 'TASK TRIED');
    const output = party.codex.requests.findLast((request) => request.commandOutput)?.commandOutput ?? '';
    assert.match(output, /1 {2}pending {2}The only one/);
    assert.match(output, /can only be read from here\. From inside a sandbox, ask a person or an agent outside/);
    assert.equal((await actors()).length, 4);
  });
});
