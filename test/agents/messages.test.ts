// Messages between the real clients, without a human.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paneText } from '../../src/core/tmux/paneText.ts';
import { until } from '../support/sandbox.ts';
import { texts } from '../support/texts.ts';
import { type Agent, Party } from './party.ts';

describe('messages between the real agents', function () {
  this.timeout(120_000);
  let party: Party;
  /** Whether a message is worth more to the models than a word. */
  let answering = true;
  before(async () => {
    party = await Party.start({
      claude: [
        {
          when: /please ask codex/,
          call: () => [bash(`${party.scripts.toCodex} --prompt "$(cat <<'EOT'\nWhat is\n# six\ntimes $HOME?\nEOT\n)"`)],
          say: 'ASKED',
        },
        { when: /Response ready\. Read: (\S+)/, call: ([, file]) => [read(file)], say: 'READ' },
        {
          when: /Question waiting\. Read: (\S+question-\w+\.md) — Write response to: (\S+)/,
          call: ([, file, response = '']) =>
            answering
              ? [
                  read(file),
                  { tool: 'Write', input: { file_path: response, content: 'BLUE\n' } },
                  bash(`${party.scripts.toCodex} --respond ${response}`),
                ]
              : [],
          say: 'ANSWERED',
        },
        { when: /please ask by name/, call: () => [bash('tmux-codex.sh --prompt "By which name?"')], say: 'ASKED' },
        { when: /use the skill/, call: { tool: 'Skill', input: { skill: 'party:codex-transport' } } },
        { when: /\[HUMAN/, say: 'HEARD BY CLAUDE' },
      ],
      codex: [
        {
          when: /Task waiting\. Read: (\S+) — Write response to: (\S+)/,
          run: ([, file, response]) =>
            answering
              ? [
                  `cat ${file}`,
                  `printf 'FORTY-TWO' > ${response}`,
                  `${party.scripts.toClaude} "Response ready: ${response}"`,
                ]
              : [],
          say: 'DONE',
        },
        { when: /please ask claude/, run: () => [`${party.scripts.toClaude} 'Which colour?'`], say: 'ASKED' },
        { when: /Response waiting\. Read: (\S+)/, run: ([, file]) => [`cat ${file}`], say: 'READ' },
        { when: /\[HUMAN/, say: 'HEARD BY CODEX' },
      ],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => party?.dispose());

  it('Claude asks, Codex answers from its sandbox, Claude reads', async () => {
    await party.say('claude', 'please ask codex');
    await until('the answer', () => party.claude.requests.some(({ userText }) => /FORTY-TWO/.test(userText)), 30_000);
    const asked = party.codex.requests.findLast(({ commandOutput }) => commandOutput?.includes('What is'));
    assert.match(asked?.commandOutput ?? '', /What is\n# six\ntimes \$HOME\?\n\n---\nWrite your response to: /);
    assert.deepEqual(await party.ladder(), ['claude → codex prompt answered', 'codex → claude notice submitted']);
  });

  it('Codex asks from its sandbox, Claude answers, Codex reads', async () => {
    await party.becomes('codex', 'idle');
    await party.say('codex', 'please ask claude');
    await until('the answer', () => party.codex.requests.some((r) => r.commandOutput?.endsWith('BLUE\n')), 30_000);
    const queued = party.codex.requests.findLast((request) => request.userText === 'please ask claude');
    assert.match(queued?.commandOutput ?? '', /^CLAUDE_REQUEST_QUEUED$/m);
    assert.deepEqual((await party.ladder()).slice(2), [
      'codex → claude question answered',
      'claude → codex response submitted',
    ]);
  });

  it('Claude runs its script by the bare name, as notices write it, and is not asked for permission', async () => {
    answering = false;
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    await party.say('claude', 'please ask by name');
    const asked = await until('the question', async () => {
      const { state, waitingFor } = await party.agent('claude');
      assert.notEqual(state, 'waiting', `Claude asks: ${waitingFor}`);
      return (await party.messages()).find(({ file }) => readFileSync(file, 'utf8').includes('By which name?'));
    });
    assert.deepEqual([asked.from, asked.to, asked.kind], ['claude', 'codex', 'prompt']);
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    answering = true;
  });

  describe('whatever the text', () => {
    const sent: { title: string; text: string; role: Agent; id: string }[] = [];
    const prompts = (role: Agent) => party[role].requests.at(-1)?.prompts ?? [];

    before(async () => {
      answering = false;
      await Promise.all([sendAll('claude'), sendAll('codex')]);
      for (const { role, id, title } of sent) {
        await until(`${title} to reach ${role}`, () => prompts(role).some((prompt) => prompt.includes(id)), 60_000);
      }
    });

    async function sendAll(role: Agent): Promise<void> {
      for (const [title, text] of Object.entries(texts)) {
        const { stdout } = await party.sandbox.party(['talk', role, text, '--json'], { cwd: party.project });
        sent.push({ title, text, role, id: JSON.parse(stdout).requestId });
      }
      // The longest one also by the script of the other agent.
      const [script, ...options] = role === 'codex' ? [party.scripts.toCodex, '--prompt'] : [party.scripts.toClaude];
      const text = texts['20 kB'] ?? '';
      const { stdout } = await party.sandbox.run(script, ['--json', ...options, text], { cwd: party.project });
      sent.push({ title: 'the same by the script', text, role, id: JSON.parse(stdout).id });
    }

    for (const role of ['claude', 'codex'] as const) {
      for (const title of [...Object.keys(texts), 'the same by the script']) {
        it(`${role} gets ${title} once, as it is`, async () => {
          const { id = '', text = '' } = sent.find((one) => one.role === role && one.title === title) ?? {};
          const message = (await party.messages()).find((one) => one.id === id);
          const file = readFileSync(message?.file ?? '', 'utf8');
          // A request of an agent also says where to answer.
          assert.equal(title === 'the same by the script' ? file.split('\n\n---\n')[0] : file, text);
          const [shown, ...again] = prompts(role).filter((prompt) => prompt.includes(id));
          assert.deepEqual(again, []);
          // Claude makes four spaces of a tab.
          assert.equal(shown, role === 'claude' ? message?.line.replaceAll('\t', '    ') : message?.line);
          if (text.length < 8000) assert.ok(message?.line.includes(paneText(text)));
        });
      }
    }

    it('nothing of it was executed', () => {
      assert.equal(existsSync(join(party.project, 'trap')), false);
    });
  });

  it('the skill exists, and Claude may run its script', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'use the skill');
    const folder = party.scripts.toCodex.replace('/scripts/tmux-codex.sh', '');
    const words = `Base directory for this skill: ${folder}\n`;
    await party.reaches('the skill', async () =>
      party.claude.requests.some(({ userText }) => userText.includes(words)),
    );
    await party.becomes('claude', 'idle');
  });

  it('there was no permission dialog, and no hook logged an error', async () => {
    const log = existsSync(party.hookLog) ? readFileSync(party.hookLog, 'utf8') : '';
    assert.doesNotMatch(log, /"level":"error"/);
  });
});

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
const read = (file: string | undefined) => ({ tool: 'Read', input: { file_path: file } });
