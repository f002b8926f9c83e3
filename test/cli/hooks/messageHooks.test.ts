// The hooks that know of messages, called as the clients call them.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Message } from '../../../src/core/messages/message.ts';
import { type Mailbox, openMailbox } from '../../../src/node/messages/mailbox.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { node20, repository, Sandbox } from '../../support/sandbox.ts';

const skillEval = 'resources/claude/hooks/skill-eval.sh';
const stop = 'resources/claude/hooks/stop.sh';
const notify = 'resources/codex/notify.sh';

describe('hooks and messages', () => {
  let box: Sandbox;
  let project: string;
  let stateDir: string;
  let mailbox: Mailbox;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
    Object.assign(box.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20 });
    stateDir = join(box.stateRoot, 'party-app-1');
    mkdirSync(join(stateDir, 'codex/outbox'), { recursive: true, mode: 0o700 });
    mailbox = openMailbox(stateDir);
  });
  afterEach(() => box.dispose());

  /** What the hook printed. Whatever happens inside, it neither complains nor fails. */
  async function hook(script: string, input: object | string, env: Record<string, string> = {}): Promise<string> {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const { exitCode, stdout, stderr } = await execa(
      'sh',
      [join(repository, script), ...(script === notify ? [text] : [])],
      {
        cwd: project,
        env: { ...box.env, ...env },
        extendEnv: false,
        input: text,
      },
    );
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    return stdout;
  }
  const claudeInput = (event: string, fields: object) => ({
    ...{ session_id: 's', transcript_path: '/t.jsonl', cwd: project, prompt_id: 'p1', hook_event_name: event },
    ...fields,
  });
  const submit = (prompt: string, prompt_id = 'p1', transcript_path = '/t.jsonl') =>
    hook(skillEval, claudeInput('UserPromptSubmit', { prompt_id, prompt, transcript_path }));
  /** Claude's own record of the conversation. */
  const transcript = (...entries: object[]) => {
    const path = join(box.root, 'transcript.jsonl');
    writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return path;
  };
  const prompted = (text: string, promptId: string, uuid: string) => ({
    ...{ type: 'user', promptId, uuid, parentUuid: null, message: { role: 'user', content: text } },
  });
  const spoken = (parentUuid: string) => ({
    ...{ type: 'assistant', uuid: 'said', parentUuid, message: { role: 'assistant', content: [{ text: 'yes' }] } },
  });
  const end = (last_assistant_message: string, prompt_id = 'p1') =>
    hook(stop, claudeInput('Stop', { prompt_id, last_assistant_message }));
  const codexTurn = (messages: string[], answer: string) =>
    hook(notify, {
      ...{ type: 'agent-turn-complete', 'thread-id': 't', 'turn-id': 'u', cwd: project },
      ...{ 'input-messages': messages, 'last-assistant-message': answer },
    });
  const write = (to = 'claude', kind: 'talk' | 'question' = 'talk') =>
    mailbox.write({ to, from: 'human', kind, text: 'hello', line: ({ id }) => `[HUMAN ${id}] hello` });
  const current = async ({ id }: Message) => (await mailbox.messages()).find((message) => message.id === id);
  const logged = (): string => {
    const log = join(projectDirectory(partyPaths(box.env), project), 'hooks.jsonl');
    return existsSync(log) ? readFileSync(log, 'utf8') : '';
  };
  /** A Node that only leaves a trace. */
  const tracing = () => {
    const started = join(box.root, 'started');
    const node = join(box.directory('bin'), 'node');
    writeFileSync(node, `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
    return { env: { PARTY_NODE: node }, started: () => existsSync(started) };
  };

  describe('skill-eval', () => {
    it('confirms the message that a prompt carries', async () => {
      const message = await write();
      assert.equal(await submit(message.line), '');
      const { state, submission } = (await current(message)) ?? {};
      assert.equal(state, 'submitted');
      assert.deepEqual(submission, { prompt: 'p1', transcript: '/t.jsonl' });
    });

    it('turns a message away that has been there, and says so in the log', async () => {
      const message = await write();
      const path = transcript(prompted(message.line, 'p1', 'a'), spoken('a'));
      await submit(message.line, 'p1', path);
      const answer = JSON.parse(await submit(message.line, 'p2', path));
      assert.equal(answer.decision, 'block');
      assert.match(answer.reason, new RegExp(message.id));
      assert.match(logged(), /"level":"info".*came a second time/);
    });

    it('turns a message away whose turn is known to be over, also when the file of the conversation is gone', async () => {
      const message = await write('claude', 'question');
      const path = join(box.root, 'gone.jsonl');
      await submit(message.line, 'p1', path);
      await mailbox.record({ event: 'ended', id: message.id, prompt: 'p1' });
      assert.equal(JSON.parse(await submit(message.line, 'p2', path)).decision, 'block');
    });

    it('turns it away also where no conversation is kept', async () => {
      const message = await write();
      await submit(message.line, 'p1', '');
      assert.equal(JSON.parse(await submit(message.line, 'p2', '')).decision, 'block');
    });

    for (const [title, entries] of [
      ['has nothing behind it', (line: string) => [prompted(line, 'p1', 'a')]],
      ['does not hold it', () => []],
      [
        'has gone on without it',
        (line: string) => [prompted(line, 'p1', 'a'), prompted('else', 'px', 'b'), spoken('b')],
      ],
      [
        'ends with an error of the model',
        (line: string) => [prompted(line, 'p1', 'a'), { ...spoken('a'), isApiErrorMessage: true }],
      ],
    ] as const) {
      it(`lets a message pass of which nothing came: the conversation ${title}`, async () => {
        const message = await write();
        const path = transcript(...entries(message.line));
        await submit(message.line, 'p1', path);
        assert.equal(await submit(message.line, 'p2', path), '');
        const { state, submission } = (await current(message)) ?? {};
        assert.deepEqual([state, submission?.prompt], ['submitted', 'p2']);
        await end('the answer', 'p2');
        assert.equal((await current(message))?.answer?.text, 'the answer');
      });
    }

    it('counts a message that Claude took back and a person has added something to', async () => {
      const [message, quoted] = [await write(), await write()];
      const path = transcript(prompted(quoted.line, 'p0', 'q'), spoken('q'), prompted(message.line, 'p1', 'a'));
      await submit(quoted.line, 'p0', path);
      await submit(message.line, 'p1', path);
      await submit(`${message.line}, and be brief. Not as with ${quoted.line}`, 'p2', path);
      const prompts = [await current(message), await current(quoted)].map((one) => one?.submission?.prompt);
      assert.deepEqual(prompts, ['p2', 'p0']);
      await end('the answer', 'p2');
      assert.equal((await current(message))?.answer?.text, 'the answer');
      assert.equal((await current(quoted))?.state, 'submitted');
    });

    it('does not start Node for an ordinary prompt', async () => {
      const { env, started } = tracing();
      await hook(skillEval, claudeInput('UserPromptSubmit', { prompt: 'what is [this] in a[0]?' }), env);
      assert.equal(started(), false);
      await hook(skillEval, claudeInput('UserPromptSubmit', { prompt: '[CODEX] x' }), env);
      assert.equal(started(), true);
    });

    it('is not disturbed by odd characters', async () => {
      const message = await write();
      await submit(`\\n "quoted" $HOME \`id\` %s ${message.line} 日本語 🎉`);
      assert.equal((await current(message))?.state, 'submitted');
    });

    it('is silent and logs one line when it is handed nonsense', async () => {
      assert.equal(await hook(skillEval, '{"prompt":"[CODEX'), '');
      assert.match(logged(), /"hook":"skill-eval".*JSON/);
    });

    it('says nothing when the party has ended', async () => {
      const { line } = await write();
      rmSync(stateDir, { recursive: true });
      assert.equal(await submit(line), '');
      assert.equal(logged(), '');
    });
  });

  describe('stop', () => {
    it('hands what Claude said to whoever talked to it', async () => {
      const [talk, question] = [await write(), await write('claude', 'question')];
      for (const { line } of [talk, question]) await submit(line);
      await end('the answer');
      assert.deepEqual((await current(talk))?.answer?.text, 'the answer');
      assert.equal((await current(question))?.state, 'submitted');
    });

    it('tells what waits for an answer that the model has failed', async () => {
      const [failed, other] = [await write(), await write()];
      await submit(failed.line);
      await submit(other.line, 'p2');
      const words = { last_assistant_message: 'API Error: Repeated 529 Overloaded errors', error: 'server_error' };
      await hook(stop, claudeInput('StopFailure', words));
      const { state, reason } = (await current(failed)) ?? {};
      assert.deepEqual([state, reason], ['failed', `Claude could not answer: ${words.last_assistant_message}`]);
      assert.equal((await current(other))?.state, 'submitted');
    });

    it('does not take the end of a later turn for an answer to one that was interrupted', async () => {
      const [interrupted, later] = [await write(), await write()];
      await submit(interrupted.line, 'p1');
      await submit(later.line, 'p2');
      await end('for the later one', 'p2');
      assert.equal((await current(interrupted))?.state, 'submitted');
      assert.equal((await current(later))?.answer?.text, 'for the later one');
      assert.deepEqual(readdirSync(join(stateDir, 'messages/open')), []);
    });

    it('hands the answer over also when a look at the composer took the message for given back', async () => {
      const [mistaken, other] = [await write(), await write()];
      for (const [{ id, line }, prompt] of [
        [mistaken, 'p1'],
        [other, 'p2'],
      ] as const) {
        await submit(line, prompt);
        await mailbox.record({ event: 'returned', id, prompt });
      }
      await end('the answer', 'p1');
      assert.equal((await current(mistaken))?.answer?.text, 'the answer');
      assert.equal((await current(other))?.returned, true);
      assert.deepEqual(readdirSync(join(stateDir, 'messages/open')), [other.id]);
    });

    it('does not start Node when nothing is open', async () => {
      const message = await write();
      await submit(message.line);
      await end('the answer');
      const { env, started } = tracing();
      await hook(stop, claudeInput('Stop', {}), env);
      assert.equal(started(), false);
      writeFileSync(join(stateDir, 'codex/outbox/x.json'), '');
      await hook(stop, claudeInput('Stop', {}), env);
      assert.equal(started(), true);
    });

    for (const PARTY_SESSION of ['party-app-1', 'app-1']) {
      it(`finds the party by ${PARTY_SESSION}`, async () => {
        const message = await write();
        await submit(message.line);
        await hook(stop, claudeInput('Stop', { last_assistant_message: 'x' }), { PARTY_SESSION });
        assert.equal((await current(message))?.state, 'answered');
      });
    }

    it('looks in /tmp when nothing else is said', async () => {
      const { PARTY_STATE_ROOT: _, ...env } = box.env;
      const id = `test-${process.pid}`;
      const open = join('/tmp', `party-${id}`, 'messages/open');
      mkdirSync(open, { recursive: true });
      try {
        writeFileSync(join(open, 'x'), '');
        const { env: node, started } = tracing();
        const options = { cwd: project, env: { ...env, ...node, PARTY_SESSION: id }, extendEnv: false, input: '{}' };
        await execa('sh', [join(repository, stop)], options);
        assert.equal(started(), true);
      } finally {
        rmSync(join('/tmp', `party-${id}`), { recursive: true });
      }
    });

    it('is silent and logs one line when it is handed nonsense', async () => {
      await write();
      assert.equal(await hook(stop, '{"half'), '');
      assert.match(logged(), /"hook":"stop".*JSON/);
    });
  });

  describe('notify', () => {
    it('hands what Codex said to whoever talked to it, and knows that it was submitted', async () => {
      const [talk, question, other] = [await write('codex'), await write('codex', 'question'), await write('codex')];
      for (const { id } of [talk, question]) await mailbox.record({ event: 'typing', id });
      await codexTurn([`x question-${question.id}.md`, `${talk.line}`], 'the answer');
      assert.equal((await current(talk))?.answer?.text, 'the answer');
      assert.equal((await current(question))?.state, 'submitted');
      assert.equal((await current(other))?.state, 'written');
    });

    it('does not take the words of a later turn for the answer to a message of an earlier one', async () => {
      const [interrupted, later] = [await write('codex'), await write('codex')];
      for (const { id } of [interrupted, later]) await mailbox.record({ event: 'submitted', id, by: 'rollout' });
      await codexTurn(['hello', interrupted.line, later.line], 'the answer');
      assert.equal((await current(later))?.answer?.text, 'the answer');
      assert.deepEqual(
        [(await current(interrupted))?.state, (await current(interrupted))?.answer],
        ['submitted', undefined],
      );
    });

    it('answers every message of the turn that the rollout file names', async () => {
      const thread = '01a1e751-192e-71a3-b258-ea6e22a8b48e';
      const [before, turn] = ['01a1e751-4f32-7a70-8585-6b6b815bd39d', '01a1e751-5c0b-7ed2-b606-a53af0d4c910'];
      const [interrupted, first, steered] = [await write('codex'), await write('codex'), await write('codex')];
      const said = (turn_id: string, { line }: Message) => ({
        timestamp: '2026-11-17T02:23:51.335Z',
        type: 'response_item',
        payload: {
          ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text: line }] },
          internal_chat_message_metadata_passthrough: { turn_id },
        },
      });
      const day = join(box.home, '.codex/sessions/2026/11/17');
      mkdirSync(day, { recursive: true });
      const lines = [said(before, interrupted), said(turn, first), said(turn, steered)];
      writeFileSync(
        join(day, `rollout-2026-11-17T02-23-34-${thread}.jsonl`),
        lines.map((one) => JSON.stringify(one)).join('\n'),
      );
      for (const { id } of [interrupted, first, steered])
        await mailbox.record({ event: 'submitted', id, by: 'rollout' });
      await hook(notify, {
        ...{ type: 'agent-turn-complete', 'thread-id': thread, 'turn-id': turn, cwd: project },
        ...{
          'input-messages': [interrupted, first, steered].map(({ line }) => line),
          'last-assistant-message': 'both',
        },
      });
      const answers = await Promise.all(
        [interrupted, first, steered].map(async (one) => (await current(one))?.answer?.text),
      );
      assert.deepEqual(answers, [undefined, 'both', 'both']);
    });

    it('does not take a message for answered that a person only asks about', async () => {
      const [queued, shown] = [await write('codex'), await write('codex')];
      await mailbox.record({ event: 'submitted', id: shown.id, by: 'rollout' });
      await codexTurn([`what is in ${queued.file} and in ${shown.file}?`], 'nothing');
      assert.equal((await current(queued))?.state, 'written');
      assert.equal((await current(shown))?.state, 'submitted');
      await codexTurn([shown.line], 'the answer');
      assert.equal((await current(shown))?.answer?.text, 'the answer');
    });

    it('writes nothing down about a message whose turn has failed, at the end of every later turn', async () => {
      const failed = await write('codex');
      await mailbox.record({ event: 'submitted', id: failed.id, by: 'rollout' });
      await mailbox.record({ event: 'ended', id: failed.id, reason: 'Codex could not answer' });
      const journal = () => readFileSync(join(stateDir, 'messages.jsonl'), 'utf8');
      const before = journal();
      await codexTurn([failed.line, 'go on'], 'done');
      assert.equal(journal(), before);
    });

    it('carries the letters, and logs what was none', async () => {
      const outbox = join(stateDir, 'codex/outbox');
      writeFileSync(join(outbox, 'a.json'), JSON.stringify({ version: 1, id: 'abcdefgh1', text: 'Why?' }));
      writeFileSync(join(outbox, 'b.json'), 'nonsense');
      await codexTurn(['hello'], 'done');
      const states = (await mailbox.messages()).map(({ from, to, kind, state }) => `${from} ${to} ${kind} ${state}`);
      assert.deepEqual(states, ['codex claude question written', 'codex claude question failed']);
      assert.deepEqual(readdirSync(outbox), []);
      assert.match(logged(), /b\.json in its outbox, which is not JSON/);
    });
  });
});
