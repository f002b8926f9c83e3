// Programs that know nothing of Party in the roles of both agents. They do exactly what the files of their messages say,
// in the environment of their own panes.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { until } from '../../support/sandbox.ts';

type Role = 'claude' | 'codex';

describe('a generic program in a role', function () {
  this.timeout(60_000);
  let at: ReceiverParty;
  beforeEach(async () => {
    at = await new ReceiverParty().start();
  });
  afterEach(() => at.dispose());

  /** The file that the newest line on the pane of this role names. */
  const fileFor = async (role: Role, words: RegExp): Promise<string> => {
    const line = await until(`${words} for ${role}`, () => at.received(role).findLast((one) => words.test(one)));
    const [, file = ''] = /Read: (\S+)/.exec(line) ?? [];
    return readFileSync(file, 'utf8');
  };
  /** Runs a line of a file in a shell of the role's pane. */
  const runs = async (role: Role, line: string) => assert.equal(await at.runBy(role, ['sh', '-c', line]), 0, line);
  const answers = async (role: Role, text: string, answer: string) => {
    const [, response = '', command = ''] =
      /^Write your response to: (.+)\nWhen it is written, run: (.+)\n$/m.exec(text) ?? [];
    assert.notEqual(response, '', text);
    writeFileSync(response, answer);
    await runs(role, command);
    return response;
  };

  it('answers a task, and the other agent is notified', async () => {
    await runs('claude', `tmux-codex.sh --prompt 'What is 6 x 7?'`);
    const response = await answers('codex', await fileFor('codex', /Task waiting/), 'FORTY-TWO');
    const notice = await until('the notice', () => at.received('claude').find((line) => line.includes(response)));
    assert.match(notice, /Response ready\. Read: /);
    await at.done('message', 'list');
    assert.deepEqual(
      (await at.messages()).map(({ kind, state }) => `${kind} ${state}`),
      ['prompt answered', 'notice submitted'],
    );
  });

  it('answers a question, with a script that is on the PATH of its pane', async () => {
    await runs('claude', `tmux-codex.sh --prompt 'Begin'`);
    // The command that the file names is also the way to ask.
    const [, script = ''] = /run: (\S+tmux-claude\.sh) /.exec(await fileFor('codex', /Task waiting/)) ?? [];
    await runs('codex', `'${script}' 'Which colour?'`);
    await answers('claude', await fileFor('claude', /Question waiting/), 'BLUE');
    assert.match(await fileFor('codex', /Response waiting/), /BLUE/);
  });

  it('reports the findings of a review', async () => {
    at.write('src/new.ts', 'export const fresh = 1;\n');
    await runs('claude', 'tmux-codex.sh --review');
    const text = await fileFor('codex', /Review waiting/);
    const [, command = '', findings = ''] = /^ {4}(\S+ '?Findings ready: ([^'\n]+)'?)$/m.exec(text) ?? [];
    assert.notEqual(command, '', text);
    writeFileSync(findings, JSON.stringify({ findings: [], stats: { blocking_count: 0, files_reviewed: 1 } }));
    await runs('codex', command);
    const notice = await until('the notice', () => at.received('claude').find((line) => line.includes(findings)));
    assert.match(notice, /Findings ready\. Run: tmux-codex\.sh --review-complete /);
  });
});
