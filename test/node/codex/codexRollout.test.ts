import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasRollout, isCodexInTurn, threadWith, tokensWritten } from '../../../src/node/codex/codexRollout.ts';
import { Sandbox } from '../../support/sandbox.ts';

/** A thread id holds the time at which it was made. */
const threadOf = (time: number) => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7e13-831f-33cb044799d4`;
};
const dayMs = 24 * 3600_000;

describe("Codex's rollout file", () => {
  let box: Sandbox;
  let home: string;
  beforeEach(() => {
    box = new Sandbox();
    home = box.directory('codex');
  });
  afterEach(() => box.dispose());

  const begin = (thread: string, at: number): string => {
    const date = new Date(at);
    const two = (n: number) => String(n).padStart(2, '0');
    const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
    const file = join(home, 'sessions', day, `rollout-${day.replaceAll('/', '-')}T00-00-00-${thread}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    return file;
  };
  const line = (payload: object, at = Date.now()) =>
    `${JSON.stringify({ timestamp: new Date(at).toISOString(), type: 'x', payload })}\n`;
  const user = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

  it('names the thread in which a message was submitted', async () => {
    const thread = threadOf(Date.now());
    appendFileSync(begin(thread, Date.now()), line(user('[HUMAN abcdefgh1] hello')));
    const since = Date.now() - 1000;
    assert.equal(await threadWith({ home }, 'abcdefgh1', since), thread);
    assert.equal(await threadWith({ home }, 'abcdefgh2', since), undefined);
  });

  it('does not mistake output of a command, or words of Codex, for a message', async () => {
    const file = begin(threadOf(Date.now()), Date.now());
    appendFileSync(file, line({ type: 'function_call_output', output: 'abcdefgh1' }));
    appendFileSync(file, line({ type: 'message', role: 'assistant', content: [{ text: 'abcdefgh1' }] }));
    assert.equal(await threadWith({ home }, 'abcdefgh1', Date.now() - 1000), undefined);
  });

  it('finds a message behind megabytes of output that came after it', async () => {
    const thread = threadOf(Date.now());
    const file = begin(thread, Date.now());
    const since = Date.now() - 5000;
    appendFileSync(file, line({ type: 'other', text: 'x'.repeat(500_000) }, since - 60_000));
    appendFileSync(file, line(user('abcdefgh1'), since + 1000));
    for (let n = 0; n < 6; n++) appendFileSync(file, line({ type: 'other', text: 'x'.repeat(700_000) }));
    assert.equal(await threadWith({ home }, 'abcdefgh1', since), thread);
  });

  it('looks into its own thread before one that was forked from it, which begins with a copy', async () => {
    const begun = Date.now() - 20 * dayMs;
    const thread = threadOf(begun);
    for (const [one, at] of [
      [thread, begun],
      [threadOf(Date.now()), Date.now()],
    ] as const)
      appendFileSync(begin(one, at), line(user(`abcdefgh1 in ${one}`)));
    const place = { home, thread };
    assert.equal(await threadWith(place, 'abcdefgh1', Date.now() - 1000), thread);
  });

  it('looks for a resumed thread in the folder of the day it began', async () => {
    const begun = Date.now() - 20 * dayMs;
    const thread = threadOf(begun);
    appendFileSync(begin(thread, begun), line(user('abcdefgh1')));
    assert.equal(await threadWith({ home }, 'abcdefgh1', Date.now() - 1000), undefined);
    assert.equal(await threadWith({ home, thread }, 'abcdefgh1', Date.now() - 1000), thread);
    assert.equal(await hasRollout({ home, thread }), true);
    assert.equal(await hasRollout({ home, thread: threadOf(begun + 1) }), false);
    assert.equal(await hasRollout({ home, thread: 'nonsense' }), false);
  });

  for (const [events, open] of [
    [[], false],
    [['task_started'], true],
    [['task_started', 'task_complete'], false],
    [['task_started', 'turn_aborted'], false],
    [['task_started', 'task_complete', 'task_started'], true],
  ] as const) {
    it(`is ${open ? 'in' : 'not in'} a turn after ${events.join(', ') || 'nothing'}`, async () => {
      const file = begin(threadOf(Date.now()), Date.now());
      for (const type of events) appendFileSync(file, line({ type }));
      appendFileSync(file, line(user('what is "task_started"?')));
      assert.equal(await isCodexInTurn({ home }, Date.now() - 1000), open);
    });
  }

  it('has the last recorded cost of the thread', async () => {
    const thread = threadOf(Date.now() - 3 * dayMs);
    const cost = (input_tokens: unknown, output_tokens: unknown) =>
      line({ type: 'token_count', info: { total_token_usage: { input_tokens, output_tokens } } });
    assert.equal(await tokensWritten({ home, thread }, 0), null);
    const file = begin(thread, Date.now() - 3 * dayMs);
    appendFileSync(file, line(user('the word "token_count"')));
    assert.equal(await tokensWritten({ home, thread }, 0), null);
    appendFileSync(file, cost(100, 10) + cost(250, 30) + line({ type: 'token_count', info: null }) + cost('?', {}));
    assert.equal(await tokensWritten({ home, thread }, Date.now() - 1000), 280);
    assert.equal(await tokensWritten({ home, thread: 'none' }, 0), null);
  });
});
