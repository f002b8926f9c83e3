// A person's answer to Claude's permission dialog, in a real pane that shows one and writes down the keys it gets.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentQuestion } from '../../../src/core/agents/question.ts';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { readQuestion, writeQuestion } from '../../../src/node/agents/questionFile.ts';
import { pressAnswer } from '../../../src/node/messages/pressAnswer.ts';
import { partyPaths, stateDirectory } from '../../../src/node/project/paths.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('pressAnswer', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let pane: string;
  let pid: number;
  const now = Date.now();
  const question: AgentQuestion = {
    ...{ id: 'q1', conversation: 'c', tool: 'Bash', text: 'touch one', more: '', cut: false },
    at: new Date(now).toISOString(),
  };
  const dialog = [
    ...['─'.repeat(60), ' Bash command', ' write one', '╌'.repeat(60), ' touch one', '╌'.repeat(60)],
    ...[' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Esc to cancel'],
  ];

  beforeEach(async () => {
    box = new Sandbox();
    const [shown, keys] = [join(box.root, 'dialog'), join(box.root, 'keys')];
    writeFileSync(shown, dialog.join('\n'));
    const script = `stty -icanon -echo; cat '${shown}'; : >'${keys}'
      dd bs=1 count=1 >>'${keys}' 2>/dev/null; [ -e '${deaf()}' ] || printf '\\033c'; exec cat >>'${keys}'`;
    await box.tmux('new-session', '-d', '-x', '60', '-y', '30', '-s', 'party-x1', 'env', 'sh', '-c', script);
    await box.tmux('set-option', '-t', '=party-x1:', '@party_id', 'x1');
    const { stdout } = await box.tmux('list-panes', '-t', '=party-x1:', '-F', '#{pane_id} #{pane_pid}');
    pane = stdout.split(' ')[0] ?? '';
    pid = Number(stdout.split(' ')[1]);
    await box.tmux('set-option', '-p', '-t', pane, '@party_role', 'claude');
    await box.tmux('set-option', '-p', '-t', pane, '@party_adapter', 'claude');
    mkdirSync(stateDir(), { recursive: true, mode: 0o700 });
    mkdirSync(join(box.home, '.claude/sessions'), { recursive: true });
    claudeWaits();
    await writeQuestion(stateDir(), question);
    const screen = async () => (await box.tmux('capture-pane', '-p', '-t', pane)).stdout;
    await until('the dialog', async () => (await screen()).includes('Esc to cancel'));
    await until('the program that takes keys', () => pressed() === '');
  });
  afterEach(() => box.dispose());

  /** While this file exists, the dialog stays whatever is pressed. */
  const deaf = () => join(box.root, 'deaf');
  const env = () => ({ ...box.env, HOME: box.home });
  const stateDir = () => stateDirectory(partyPaths(env()), 'x1');
  const claudeWaits = (more: object = {}) => {
    const waits = { status: 'waiting', waitingFor: 'permission prompt', statusUpdatedAt: now };
    const session = { pid, sessionId: 'c', cwd: box.root, ...waits, ...more };
    writeFileSync(join(box.home, `.claude/sessions/${pid}.json`), JSON.stringify(session));
  };
  const pressed = () => {
    try {
      return readFileSync(join(box.root, 'keys'), 'utf8');
    } catch {
      return undefined;
    }
  };
  /** `meanwhile` happens when the pane has been read. */
  const answer = (seen: AgentQuestion, meanwhile: () => Promise<unknown> = async () => {}) => {
    const tmux = createTmux(env());
    const call: typeof tmux.call = async (commands, input) => {
      const output = await tmux.call(commands, input);
      if (commands[0]?.[0] === 'capture-pane') await meanwhile();
      return output;
    };
    return pressAnswer({ env: env(), paths: partyPaths(env()), tmux: { ...tmux, call } }, 'x1', seen, 'allow');
  };
  const isRefused = (error: unknown) => {
    assert.ok(isPartyError(error, 'REFUSED'), String(error));
    return true;
  };
  /** A key that comes later shows that no other came before it. */
  const pressedNothing = async () => {
    await box.tmux('send-keys', '-t', pane, 'x');
    await until('the key of the test', () => pressed() !== '');
    assert.equal(pressed(), 'x');
  };

  const isOpen = async () => {
    const session = { id: 'x1', name: 'party-x1', project: undefined };
    const claude = { pid, sessionId: 'c', cwd: '', status: 'waiting', waitingFor: 'permission prompt' };
    return (await readQuestion(env(), session, { ...claude, statusUpdatedAt: now })) !== undefined;
  };

  it('sends one key, and the question is over', async () => {
    await answer(question);
    assert.equal(pressed(), '1');
    assert.equal(await isOpen(), false);
  });

  it('leaves the question open when Claude does not take the key, and sends no other', async () => {
    writeFileSync(deaf(), '');
    await assert.rejects(answer(question), /has not taken the answer/);
    assert.equal(pressed(), '1');
    assert.equal(await isOpen(), true);
  });

  it('sends none to a question that differs in any way from what the person saw', async () => {
    for (const seen of [
      { ...question, more: 'x' },
      { ...question, cut: true },
      { ...question, cwd: '/' },
    ]) {
      await assert.rejects(answer(seen), isRefused);
    }
    await pressedNothing();
  });

  it('sends none when another question is open', async () => {
    await writeQuestion(stateDir(), { ...question, id: 'q2', text: 'rm two' });
    await assert.rejects(answer(question), isRefused);
    await pressedNothing();
  });

  it('sends none when Claude began to wait for another one meanwhile', async () => {
    await assert.rejects(
      answer(question, async () => claudeWaits({ statusUpdatedAt: now + 1 })),
      isRefused,
    );
    await pressedNothing();
  });

  it('sends none when another question came meanwhile', async () => {
    const asks = () => writeQuestion(stateDir(), { ...question, id: 'q2', text: 'rm two' });
    await assert.rejects(answer(question, asks), isRefused);
    await pressedNothing();
  });

  it('sends none when the dialog went away meanwhile', async () => {
    const clears = () => box.tmux('send-keys', '-R', '-t', pane);
    await assert.rejects(answer(question, clears), isRefused);
    await pressedNothing();
  });
});
