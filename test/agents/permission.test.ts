// What the real Claude Code asks, answered from the editor: the question comes from its hook, the key goes to its pane.

import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentStatus } from '../../src/core/agents/agent.ts';
import type { QuestionAnswer } from '../../src/core/agents/permissionDialog.ts';
import { type AgentQuestion, isAnswerable, questionText } from '../../src/core/agents/question.ts';
import { isPartyError } from '../../src/core/base/errors.ts';
import { english } from '../../src/core/base/translate.ts';
import { pressAnswer } from '../../src/node/messages/pressAnswer.ts';
import { pressInterrupt } from '../../src/node/messages/pressInterrupt.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { createTmux } from '../../src/node/tmux/tmux.ts';
import { until } from '../support/sandbox.ts';
import { Party, withResolvers } from './party.ts';

describe('a question of the real Claude', function () {
  this.timeout(60_000);
  let party: Party;
  const hold = withResolvers();
  const writes = (name: string) => `node -e "fs.appendFileSync('${name}', 'x')"`;
  const waiting = 'node -e "setTimeout(() => {}, 30000)"';
  const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
  const colour = {
    question: 'Which colour?',
    header: 'Colour',
    options: ['Red', 'Blue'].map((label) => ({ label, description: label })),
    multiSelect: false,
  };

  before(async () => {
    party = await Party.start({
      claude: [
        { when: /write (\w+)/, call: ([, name = '']) => [bash(writes(name))], say: 'WRITTEN' },
        { when: /colour/, call: { tool: 'AskUserQuestion', input: { questions: [colour] } }, say: 'CHOSEN' },
        { when: /wait/, call: bash(waiting), say: 'WAITED' },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        { when: /run it/, run: () => ['sleep 30'], say: 'RAN' },
        { when: /./, say: 'HEARD', after: hold.promise },
      ],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(async () => {
    hold.resolve();
    await party?.dispose();
  });

  const machine = () => {
    const { env } = party.sandbox;
    return { env, paths: partyPaths(env), tmux: createTmux(env) };
  };
  const answer = (question: AgentQuestion, wanted: QuestionAnswer) =>
    pressAnswer(machine(), party.started.session.id, question, wanted);
  /** As a person does who is told that it is still open: on a busy machine Claude shows a question before it takes keys. */
  const answers = async (question: AgentQuestion, wanted: QuestionAnswer) => {
    const taken = until('the answer to be taken', () =>
      answer(question, wanted).then(
        () => true,
        (error: unknown) => {
          if (/has not taken the answer/.test(String(error))) return false;
          throw error;
        },
      ),
    );
    await party.seen('claude', taken);
  };
  const isWritten = (name: string) => existsSync(join(party.project, name));
  /** The question, once its hook has told it. */
  const asks = async (): Promise<AgentStatus & { asks: AgentQuestion }> => {
    const told = until('the question', async () => {
      const { asks: question, ...agent } = await party.agent('claude');
      return question && { ...agent, asks: question };
    });
    return party.seen('claude', told);
  };
  const isRefused = (error: unknown) => {
    assert.ok(isPartyError(error, 'REFUSED'), String(error));
    return true;
  };

  it('is reported by its hook, word for word', async () => {
    await party.say('claude', 'write one');
    const { state, waitingFor, asks: question, model, ...agent } = await asks();
    assert.deepEqual([state, waitingFor, question.tool], ['waiting', 'permission prompt', 'Bash']);
    assert.equal(question.text, writes('one'));
    assert.equal(questionText(question, english), `Run ${writes('one')}`);
    assert.ok(isAnswerable({ waitingFor, demo: agent.demo }, question));
    assert.match(model ?? '', /^claude-/);
  });

  it('is denied: the tool does not run', async () => {
    const { asks: question } = await asks();
    await party.shows('claude', 'Do you want to proceed?');
    await answers(question, 'deny');
    await party.becomes('claude', 'idle');
    assert.equal(isWritten('one'), false);
    // The question is over, and its answer cannot be given again.
    assert.equal((await party.agent('claude')).asks, undefined);
    await assert.rejects(answer(question, 'allow'), isRefused);
  });

  it('is allowed once: the tool runs once, and the next call asks again', async () => {
    await party.say('claude', 'write two');
    const { asks: question } = await asks();
    await party.shows('claude', 'Do you want to proceed?');
    await answers(question, 'allow');
    await until('the file', () => isWritten('two'));
    await party.becomes('claude', 'idle');
    rmSync(join(party.project, 'two'));
    await party.say('claude', 'write two');
    const { asks: again } = await asks();
    assert.notEqual(again.id, question.id);
    assert.equal(isWritten('two'), false);
  });

  it('gets no answer that was meant for an earlier question', async () => {
    const { asks: earlier } = await asks();
    await party.dismiss();
    await party.becomes('claude', 'idle');
    await party.say('claude', 'write three');
    await until('the next question', async () => (await asks()).asks.text === writes('three'));
    await party.shows('claude', 'Do you want to proceed?');
    await assert.rejects(answer(earlier, 'allow'), isRefused);
    assert.equal((await party.becomes('claude', 'waiting')).asks?.text, writes('three'));
    assert.equal(isWritten('two') || isWritten('three'), false);
  });

  it('gets no answer when the pane shows another dialog', async () => {
    const { asks: question } = await asks();
    // What the hook told, with another command in it.
    await assert.rejects(answer({ ...question, text: writes('four') }, 'allow'), isRefused);
    // The same dialog, but the person has gone on to its other mode: the pane takes no keys.
    await party.sandbox.tmux('copy-mode', '-t', party.started.panes.claude);
    await assert.rejects(answer(question, 'allow'), /scrolling in Claude's pane/);
    await party.sandbox.tmux('send-keys', '-t', party.started.panes.claude, '-X', 'cancel');
    assert.equal((await party.agent('claude')).state, 'waiting');
    await answers(question, 'deny');
    await party.becomes('claude', 'idle');
    assert.equal(isWritten('three') || isWritten('four'), false);
  });

  it('that is not about a permission is shown, and answered only in its pane', async () => {
    await party.say('claude', 'which colour');
    const { asks: question, waitingFor, demo } = await asks();
    assert.equal(questionText(question, english), 'Which colour?');
    assert.equal(isAnswerable({ waitingFor, demo }, question), false);
    for (const wanted of ['allow', 'deny'] as const) await assert.rejects(answer(question, wanted), isRefused);
    assert.equal((await party.agent('claude')).state, 'waiting');
    await party.shows('claude', 'Which colour?');
    await party.dismiss();
    await party.becomes('claude', 'idle');
  });

  it('is not answered by an interrupt; the tool that runs next is shown, and interrupted', async () => {
    const interrupt = () => pressInterrupt(machine(), party.started.session.id, 'claude');
    await party.say('claude', 'wait');
    const { asks: question } = await asks();
    await party.shows('claude', 'Do you want to proceed?');
    await assert.rejects(interrupt(), isRefused);
    await answers(question, 'allow');
    let last: AgentStatus | undefined;
    const running = until('the tool', async () => {
      last = await party.agent('claude');
      return last.state === 'busy' && last.tool !== undefined && last;
    });
    const { tool, since } = await party.seen('claude', running).catch((error: unknown) => {
      throw new Error(`${error}; it is ${JSON.stringify(last)}`);
    });
    assert.deepEqual([tool?.name, tool?.text], ['Bash', waiting]);
    assert.ok(since);
    await interrupt();
    await party.becomes('claude', 'idle');
    assert.equal((await party.agent('claude')).tool, undefined);
    await assert.rejects(interrupt(), /Claude is not working/);
  });

  it("Codex's tool is shown too, and interrupted", async () => {
    // A message of Party's, because only those tell which thread is Codex's.
    await party.sandbox.party(['talk', 'codex', 'run it'], { cwd: party.project });
    const working = await until('the tool', async () => {
      const agent = await party.agent('codex');
      return agent.tool !== undefined && agent;
    });
    assert.deepEqual([working.state, working.tool?.name, working.tool?.text], ['busy', 'exec_command', 'sleep 30']);
    assert.equal(working.model, 'gpt-5.5');
    assert.ok(working.since);
    await pressInterrupt(machine(), party.started.session.id, 'codex');
    await party.becomes('codex', 'idle');
    assert.equal((await party.agent('codex')).tool, undefined);
  });
});
