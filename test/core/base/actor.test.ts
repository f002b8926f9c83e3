import assert from 'node:assert/strict';
import { actorOf, senderOf } from '../../../src/core/base/actor.ts';

describe('the sender of a message to Codex', () => {
  const cases: [env: Record<string, string>, actor: string, sender: string][] = [
    [{}, 'human', 'human'],
    [{ CLAUDECODE: '1' }, 'claude', 'claude'],
    // The reviewer requests no review of its own.
    [{ CODEX_THREAD_ID: 't' }, 'codex', 'claude'],
  ];
  for (const [env, actor, sender] of cases) {
    it(`is ${sender} for ${JSON.stringify(env)}`, () => {
      assert.deepEqual([actorOf(env), senderOf(env)], [actor, sender]);
    });
  }
});
