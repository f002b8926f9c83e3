// What an agent does and asks, from the files that it and its hook keep.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentState } from '../../../src/core/agents/agent.ts';
import type { ClaudeSession } from '../../../src/core/agents/claudeSession.ts';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import { dropQuestion, writeQuestion } from '../../../src/node/agents/questionFile.ts';
import { readTold, recordFiles } from '../../../src/node/status/agentRecord.ts';

const at = '2026-11-17T10:00:00.000Z';
const thread = '01a1eae5-e7bb-7171-8c6b-e36a83c87fcd';

describe("an agent's own records", () => {
  let root: string;
  let env: NodeJS.ProcessEnv;
  let stateDir: string;

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'party-records-')));
    env = { HOME: root, PARTY_HOME: join(root, 'home'), PARTY_STATE_ROOT: root, CODEX_HOME: join(root, 'codex') };
    stateDir = join(root, 'party-x1');
    mkdirSync(stateDir, { mode: 0o700 });
    const project = join(root, 'home/projects/key');
    const known = { cwd: root, at };
    const transcript = join(root, 't.jsonl');
    await recordConversation(project, 'x1', 'claude', { ...known, conversation: 'c', transcript });
    await recordConversation(project, 'x1', 'codex', { ...known, conversation: thread });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const pane = (adapter: string, more: Partial<Pane> = {}): Pane => ({
    ...{ id: '%1', role: 'claude', window: 0, index: 0, dead: false, inMode: false, synchronized: false },
    ...{ demo: false, adapter, pid: 1, tty: '', command: adapter, title: '', ...more },
  });
  const session = (...panes: Pane[]): Session => ({
    ...{ name: 'party-x1', id: 'x1', project: 'key', title: '', ready: true, attached: false, createdAt: 0 },
    ...{ path: root, panes },
  });
  const told = (one: Pane, state: AgentState, claude?: ClaudeSession) =>
    readTold(env, session(one), one, { state, since: null, claude });
  const lines = (path: string, ...entries: object[]) =>
    writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const rollout = () => {
    // The day of the thread's id.
    const day = join(root, 'codex/sessions/2026/11/17');
    mkdirSync(day, { recursive: true });
    return join(day, `rollout-2026-11-17T19-04-58-${thread}.jsonl`);
  };

  const call = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'npm test' } };
  const works = { type: 'assistant', timestamp: at, message: { model: 'claude-opus-4-5', content: [call] } };

  it("are Claude's transcript", async () => {
    lines(join(root, 't.jsonl'), works);
    const tool = { name: 'Bash', text: 'npm test', since: at };
    assert.deepEqual(await told(pane('claude'), { kind: 'busy' }), { since: null, tool, model: 'claude-opus-4-5' });
    // Not while it waits or is idle: the call that it asks about has not begun.
    assert.deepEqual(await told(pane('claude'), { kind: 'idle' }), { since: null, model: 'claude-opus-4-5' });
  });

  it("are Codex's rollout file, which also says since when it works", async () => {
    lines(
      rollout(),
      { timestamp: at, type: 'event_msg', payload: { type: 'task_started' } },
      { timestamp: at, type: 'turn_context', payload: { model: 'gpt-5.5' } },
    );
    assert.deepEqual(await told(pane('codex'), { kind: 'busy' }), { since: at, model: 'gpt-5.5' });
  });

  it('are silent when there are none, or they cannot be read', async () => {
    assert.deepEqual(await told(pane('claude'), { kind: 'busy' }), { since: null });
    mkdirSync(join(root, 't.jsonl'));
    assert.deepEqual(await told(pane('claude'), { kind: 'busy' }), { since: null });
    for (const other of [pane('generic'), pane('claude', { demo: true }), pane('claude', { byHand: true })]) {
      assert.deepEqual(await told(other, { kind: 'busy' }), { since: null });
    }
  });

  it('are files that the editor watches, once they are there', async () => {
    lines(rollout(), {});
    assert.deepEqual(await recordFiles(env, session(pane('claude'), pane('codex'))), [rollout()]);
    lines(join(root, 't.jsonl'), works);
    const found = await recordFiles(env, session(pane('claude'), pane('codex'), pane('generic')));
    assert.deepEqual(found, [join(root, 't.jsonl'), rollout()]);
  });

  describe('with the question of Claude', () => {
    const waiting: AgentState = { kind: 'waiting', waitingFor: 'permission prompt' };
    const claude: ClaudeSession = {
      ...{ pid: 1, sessionId: 'c', cwd: '/', status: 'waiting', waitingFor: 'permission prompt' },
      statusUpdatedAt: Date.parse(at),
    };
    const question = { id: 'q', conversation: 'c', tool: 'Bash', text: 'ls', more: '', cut: false, at };

    it('tell it while Claude asks it', async () => {
      await writeQuestion(stateDir, question);
      assert.deepEqual((await told(pane('claude'), waiting, claude)).asks, question);
      assert.equal((await told(pane('claude'), { kind: 'busy' }, { ...claude, status: 'busy' })).asks, undefined);
      assert.equal((await told(pane('claude'), waiting, { ...claude, sessionId: 'd' })).asks, undefined);
    });

    it('tell the last one of several, which a person cannot answer here', async () => {
      const next = { ...question, id: 'r', text: 'rm x', at: '2026-11-17T10:00:00.300Z' };
      for (const one of [next, question]) await writeQuestion(stateDir, one);
      assert.deepEqual((await told(pane('claude'), waiting, claude)).asks, { ...next, cut: true });
      await dropQuestion(stateDir, 'q');
      assert.deepEqual((await told(pane('claude'), waiting, claude)).asks, next);
    });

    it('tell one that a person cannot answer here, when Claude has called several tools at once', async () => {
      await writeQuestion(stateDir, question);
      lines(join(root, 't.jsonl'), works);
      assert.deepEqual((await told(pane('claude'), waiting, claude)).asks, question);
      const both = { ...works.message, content: [call, { ...call, id: 'b' }] };
      lines(join(root, 't.jsonl'), { ...works, message: both });
      assert.deepEqual((await told(pane('claude'), waiting, claude)).asks, { ...question, cut: true });
    });

    it('keep only some of those that were never answered', async () => {
      for (let n = 10; n < 40; n++) await writeQuestion(stateDir, { ...question, id: `q${n}`, at: `${at}${n}` });
      assert.equal(readdirSync(stateDir).length, 21);
    });

    it('do not tell it before the hook has, or when others could have written it', async () => {
      assert.equal((await told(pane('claude'), waiting, claude)).asks, undefined);
      await writeQuestion(stateDir, question);
      chmodSync(stateDir, 0o755);
      assert.equal((await told(pane('claude'), waiting, claude)).asks, undefined);
    });

    it('do not tell it when its file is broken', async () => {
      writeFileSync(join(stateDir, 'claude-asks.q1.json'), '{"id":');
      assert.equal((await told(pane('claude'), waiting, claude)).asks, undefined);
    });
  });
});
