// Hints at skills, and messages that arrive in a prompt.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { staysSilent } from './support/everyObserver.ts';
import { HookedProject, tracingNode } from './support/hookedProject.ts';
import { MailProject } from './support/mailProject.ts';

describe('skill-eval', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  describe('hints', () => {
    const submit = async (prompt: string) =>
      (await at.hook('skill-eval', at.event('UserPromptSubmit', { prompt }))).stdout;
    beforeEach(() => mkdirSync(join(at.box.stateRoot, 'party-app-1'), { mode: 0o700 }));

    const prompts: [string, string | undefined][] = [
      ['Fix the crash in login', 'bugfix-workflow'],
      ['there is a BUG', 'bugfix-workflow'],
      ['IT CRASHES', 'bugfix-workflow'],
      ['open a pull request', 'pre-pr-verification'],
      ['make the PR', 'pre-pr-verification'],
      ['implement the cache', 'task-workflow'],
      ['do TASK-12', 'task-workflow'],
      ['what does this print?', undefined],
      ['prefix the suffixes', undefined],
      ['[CODEX] fix the bug', undefined],
      ['<task-notification>fix</task-notification>', undefined],
      ['/task do it', undefined],
    ];
    for (const [prompt, skill] of prompts) {
      it(`${skill === undefined ? 'hints at nothing' : `hints at ${skill}`} for ${prompt}`, async () => {
        const answer = await submit(prompt);
        if (skill === undefined) return assert.equal(answer, '');
        const { hookEventName, additionalContext } = JSON.parse(answer).hookSpecificOutput;
        assert.equal(hookEventName, 'UserPromptSubmit');
        assert.match(additionalContext, new RegExp(`party:${skill} `));
      });
    }
  });

  staysSilent('skill-eval', () => at);
});

describe('skill-eval and messages', () => {
  let at: MailProject;
  beforeEach(() => {
    at = new MailProject();
  });
  afterEach(() => at.dispose());

  const prompted = (text: string, promptId: string, uuid: string) => ({
    ...{ type: 'user', promptId, uuid, parentUuid: null, message: { role: 'user', content: text } },
  });
  const spoken = (parentUuid: string) => ({
    ...{ type: 'assistant', uuid: 'said', parentUuid, message: { role: 'assistant', content: [{ text: 'yes' }] } },
  });

  it('confirms the message that a prompt carries', async () => {
    const message = await at.message();
    assert.equal(await at.submit(message.line), '');
    const { state, submission } = (await at.current(message)) ?? {};
    assert.equal(state, 'submitted');
    assert.deepEqual(submission, { prompt: 'p1', transcript: '/t.jsonl' });
  });

  it('blocks a message that has arrived before, and says so in the log', async () => {
    const message = await at.message();
    const path = at.transcript(prompted(message.line, 'p1', 'a'), spoken('a'));
    await at.submit(message.line, 'p1', path);
    const answer = JSON.parse(await at.submit(message.line, 'p2', path));
    assert.equal(answer.decision, 'block');
    assert.match(answer.reason, new RegExp(message.id));
    assert.match(at.logText(), /"level":"info".*arrived twice/);
  });

  it('blocks a message whose turn is known to be over, also when the file of the conversation is gone', async () => {
    const message = await at.message('claude', 'question');
    const path = join(at.root, 'gone.jsonl');
    await at.submit(message.line, 'p1', path);
    await at.mailbox.record({ event: 'ended', id: message.id, prompt: 'p1' });
    assert.equal(JSON.parse(await at.submit(message.line, 'p2', path)).decision, 'block');
  });

  it('also blocks it where no conversation is recorded', async () => {
    const message = await at.message();
    await at.submit(message.line, 'p1', '');
    assert.equal(JSON.parse(await at.submit(message.line, 'p2', '')).decision, 'block');
  });

  for (const [title, entries] of [
    ['has nothing behind it', (line: string) => [prompted(line, 'p1', 'a')]],
    ['does not hold it', () => []],
    ['has gone on without it', (line: string) => [prompted(line, 'p1', 'a'), prompted('else', 'px', 'b'), spoken('b')]],
    [
      'ends with an error of the model',
      (line: string) => [prompted(line, 'p1', 'a'), { ...spoken('a'), isApiErrorMessage: true }],
    ],
  ] as const) {
    it(`lets a message pass again when its first turn failed: the conversation ${title}`, async () => {
      const message = await at.message();
      const path = at.transcript(...entries(message.line));
      await at.submit(message.line, 'p1', path);
      assert.equal(await at.submit(message.line, 'p2', path), '');
      const { state, submission } = (await at.current(message)) ?? {};
      assert.deepEqual([state, submission?.prompt], ['submitted', 'p2']);
      await at.end('the answer', 'p2');
      assert.equal((await at.current(message))?.answer?.text, 'the answer');
    });
  }

  it('confirms a message that Claude returned to the composer and a person extended', async () => {
    const [message, quoted] = [await at.message(), await at.message()];
    const path = at.transcript(prompted(quoted.line, 'p0', 'q'), spoken('q'), prompted(message.line, 'p1', 'a'));
    await at.submit(quoted.line, 'p0', path);
    await at.submit(message.line, 'p1', path);
    await at.submit(`${message.line}, and be brief. Not as with ${quoted.line}`, 'p2', path);
    const prompts = [await at.current(message), await at.current(quoted)].map((one) => one?.submission?.prompt);
    assert.deepEqual(prompts, ['p2', 'p0']);
    await at.end('the answer', 'p2');
    assert.equal((await at.current(message))?.answer?.text, 'the answer');
    assert.equal((await at.current(quoted))?.state, 'submitted');
  });

  it('does not start Node for an ordinary prompt', async () => {
    const { env, started } = tracingNode(at);
    await at.answer('skill-eval', at.claudeInput('UserPromptSubmit', { prompt: 'what is [this] in a[0]?' }), env);
    assert.equal(started(), false);
    await at.answer('skill-eval', at.claudeInput('UserPromptSubmit', { prompt: '[CODEX] x' }), env);
    assert.equal(started(), true);
  });

  it('accepts unusual characters', async () => {
    const message = await at.message();
    await at.submit(`\\n "quoted" $HOME \`id\` %s ${message.line} 日本語 🎉`);
    assert.equal((await at.current(message))?.state, 'submitted');
  });

  it('is silent and logs one line when its input is invalid', async () => {
    assert.equal(await at.answer('skill-eval', '{"prompt":"[CODEX'), '');
    assert.match(at.logText(), /"hook":"skill-eval".*JSON/);
  });

  it('says nothing when the party has ended', async () => {
    const { line } = await at.message();
    rmSync(at.stateDir, { recursive: true });
    assert.equal(await at.submit(line), '');
    assert.equal(at.logText(), '');
  });
});
