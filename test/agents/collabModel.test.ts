// Model and effort of collab with the real Codex: what its own server says, what it sends, and what it does when the
// model behind it refuses.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollabVerdict } from '../../src/core/collab/collab.ts';
import type { EventOf } from '../../src/core/project/event.ts';
import { readCodexModels } from '../../src/node/codex/codexModel.ts';
import { askCollab, type CollabQuestion } from '../../src/node/collab/askCollab.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import { newProject, type Project } from '../support/project.ts';
import { repository, Sandbox, until } from '../support/sandbox.ts';
import { agentBin, prepareHome } from './home.ts';
import { type CodexModel, type CodexRule, startCodexModel } from './models/openai.ts';

const verdict: CollabVerdict = { summary: 'Looked at it', issues: [], resolved: [] };
const answering: CodexRule = { when: /Review of task|Design review/, say: JSON.stringify(verdict) };

describe('model and effort of collab with the real Codex', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let model: CodexModel | undefined;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(async () => {
    await model?.stop();
    model = undefined;
    await box.dispose();
  });

  const prepare = async (refuse?: Parameters<typeof startCodexModel>[1], rules: readonly CodexRule[] = [answering]) => {
    model = await startCodexModel(rules, refuse);
    prepareHome(box, {
      ...{ project: project.top, claudeUrl: 'http://127.0.0.1:9', codexUrl: model.url, answered: false },
    });
    return model;
  };
  const config = () => join(box.home, '.codex/config.toml');
  const signal = new AbortController().signal;
  const models = () => {
    const reviewer = { path: join(agentBin, 'codex'), args: [], version: undefined, flags: [] };
    return readCodexModels({ env: box.env, reviewer, top: project.top, signal, timeoutMs: 30_000 });
  };
  const question = (more: Partial<CollabQuestion> = {}): CollabQuestion => ({
    ...{ type: 'task', task: 1, total: 1, top: project.top, design: { file: 'docs/plan.md', text: '# Plan\n' } },
    ...{ from: project.git('rev-parse', 'HEAD^{tree}').trim(), tree: project.git('rev-parse', 'HEAD^{tree}').trim() },
    ...{ files: ['src/greet.ts'], lines: 1, patch: '+x\n', thread: null, cached: null, findings: [] },
    ...{ signal, onDoing: () => {}, timeoutMs: 50_000, ...more },
  });
  const ask = (more: Partial<CollabQuestion> = {}) => {
    const place = { env: box.env, cwd: project.top, paths: partyPaths(box.env) };
    return askCollab(place, question(more));
  };
  const sent = () => (model?.requests ?? []).map((request) => [request.model, request.effort]);
  const setUp = (...lines: string[]) =>
    project.write('.claude/codex-collab.local.md', `---\n${lines.join('\n')}\n---\n`);
  /** With its environment, by which ours is told from others. */
  const programs = async (verb: string) =>
    (await box.run('ps', ['axeww', '-o', 'command'])).stdout
      .split('\n')
      .filter((line) => line.includes(` ${verb} `) && line.includes('codex') && line.includes(box.root));
  const nothingLeft = (verb: string) => until('the end of Codex', async () => (await programs(verb)).length === 0);

  it('are read from its own server, which ends and changes nothing', async () => {
    await prepare();
    const before = readFileSync(config(), 'utf8');
    const read = await models();
    assert.equal(read.kind, 'known', JSON.stringify(read));
    const known = read.kind === 'known' ? read.models : undefined;
    assert.equal(known?.model, 'gpt-5.5');
    assert.deepEqual(known?.catalogue['gpt-5.5'], ['low', 'medium', 'high', 'xhigh']);
    assert.ok((known?.catalogue['gpt-6-sol'] ?? []).includes('max'));
    assert.equal(readFileSync(config(), 'utf8'), before);
    await nothingLeft('app-server');
  });

  it('have a default when none is configured', async () => {
    await prepare();
    writeFileSync(config(), readFileSync(config(), 'utf8').replace('model = "gpt-5.5"\n', ''));
    const read = await models();
    assert.match(read.kind === 'known' ? (read.models.model ?? '') : '', /^gpt-/);
  });

  it('are unknown when its configuration is broken', async () => {
    await prepare();
    writeFileSync(config(), 'model = = 3\n');
    const read = await models();
    assert.match(read.kind === 'unknown' ? read.why : '', /config\.toml/);
  });

  it('are sent with each request, also in a resumed thread', async () => {
    await prepare();
    const first = await ask();
    assert.deepEqual([first.model, first.effort, first.notes], ['gpt-5.5', 'high', []]);
    const second = await ask({ thread: first.thread, cached: first.cached, lines: 500 });
    assert.deepEqual([second.thread, second.effort], [first.thread, 'xhigh']);
    const third = await ask({ thread: first.thread, cached: first.cached });
    assert.equal(third.thread, first.thread);
    assert.deepEqual(sent(), [
      ['gpt-5.5', 'high'],
      ['gpt-5.5', 'xhigh'],
      ['gpt-5.5', 'high'],
    ]);
    assert.equal(model?.requests.at(-1)?.prompts.filter((text) => text.includes('# Review of task')).length, 3);
  });

  it('that the model refuses are dropped, with one note', async () => {
    await prepare(({ effort }) =>
      effort === 'xhigh'
        ? {
            message: "Unsupported value: 'xhigh' is not supported with the 'gpt-5.5' model.",
            ...{ type: 'invalid_request_error', param: 'reasoning.effort', code: 'unsupported_value' },
          }
        : undefined,
    );
    const before = await ask();
    const { effort, notes, thread, cached } = await ask({ lines: 500, thread: before.thread, cached: before.cached });
    assert.deepEqual([effort, notes], ['high', ['Codex refuses the effort xhigh; the review uses high']]);
    assert.equal(thread, before.thread);
    const next = await ask({ lines: 500, thread, cached });
    assert.match(next.notes.join(), /does not support the effort xhigh; the review uses high/);
    assert.deepEqual(sent(), [
      ['gpt-5.5', 'high'],
      ['gpt-5.5', 'xhigh'],
      ['gpt-5.5', 'high'],
      ['gpt-5.5', 'high'],
    ]);
  });

  it('that the user chose are refused, and its own do the review', async () => {
    await prepare(({ model: name }) =>
      name === 'gpt-5.5' ? undefined : { message: `The model \`${name}\` does not exist`, code: 'model_not_found' },
    );
    setUp('model: gpt-6-sol');
    const answer = await ask();
    assert.deepEqual(
      [answer.model, answer.notes],
      ['gpt-5.5', ['Codex refuses the model gpt-6-sol; the review uses gpt-5.5']],
    );
    // Not asked for again: to change the model of a thread makes Codex sum it up first.
    const next = await ask({ thread: answer.thread, cached: answer.cached });
    assert.deepEqual([next.thread, next.model], [answer.thread, 'gpt-5.5']);
    assert.match(next.notes.join(), /has refused the model gpt-6-sol in this session/);
    assert.deepEqual(
      sent().map(([name]) => name),
      ['gpt-6-sol', 'gpt-5.5', 'gpt-5.5'],
    );
  });

  it('that are chosen in the middle of a session and refused only start a new thread', async () => {
    await prepare(({ model: name }) =>
      name === 'gpt-5.5' ? undefined : { message: `The model \`${name}\` does not exist`, code: 'model_not_found' },
    );
    const first = await ask();
    setUp('model: gpt-6-sol');
    const second = await ask({ thread: first.thread, cached: first.cached });
    assert.deepEqual([second.model, second.thread === first.thread], ['gpt-5.5', false]);
    const third = await ask({ thread: second.thread, cached: second.cached });
    assert.deepEqual([third.model, third.thread], ['gpt-5.5', second.thread]);
  });

  describe('and what they have cost', () => {
    const spent = async () =>
      (await openProjectLog(partyPaths(box.env), project.top).events()).filter(
        (event): event is EventOf<'spent'> => event.event === 'spent',
      );
    const costs = async () => (await spent()).map(({ tokens, threadTokens }) => [tokens, threadTokens]);
    const held = () => {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      return { promise, resolve };
    };
    /** As the scripted model says, for each of its answers. */
    const each = 20;

    it('are what Codex reports, each time what is new in the thread', async () => {
      await prepare(undefined, [{ ...answering, run: 'ls' }]);
      const { thread, cached } = await ask();
      await ask({ thread, cached });
      rmSync(join(box.home, '.codex/sessions'), { recursive: true });
      const again = await ask({ thread, cached });
      assert.match(again.notes.join(), /no longer has the thread of this session, so it started a new one/);
      assert.deepEqual(await costs(), [
        [2 * each, 2 * each],
        [2 * each, 4 * each],
        [null, null],
        [2 * each, 2 * each],
      ]);
    });

    it('also count up to the time limit when they take too long', async () => {
      const { promise, resolve } = held();
      await prepare(undefined, [{ ...answering, run: 'ls', afterRun: promise }]);
      await assert.rejects(ask({ timeoutMs: 8000 }), /has not finished its review within 8 s/);
      assert.deepEqual(await costs(), [[each, each]]);
      await nothingLeft('exec');
      resolve();
    });

    it('count when the process that asked is killed, and the next process ends its Codex', async () => {
      const { promise, resolve } = held();
      await prepare(undefined, [{ when: /^p$/, run: 'ls', afterRun: promise }, answering]);
      const asker = join(repository, 'test/node/fixtures/codexAsker.ts');
      const holder = fork(asker, [project.top, join(agentBin, 'codex'), join(box.root, 'answer.json')], {
        env: box.env,
      });
      await until('its second step', () => model?.requests.length === 2);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      assert.notEqual((await programs('exec')).length, 0);
      await ask();
      assert.deepEqual(await programs('exec'), []);
      assert.deepEqual(await costs(), [
        [each, each],
        [each, each],
      ]);
      resolve();
    });
  });

  it('are kept after a failure of another kind', async () => {
    await prepare(() => ({ message: 'Your input exceeds the context window of this model', code: 'context_length' }));
    await assert.rejects(ask(), /Codex gave no review: /);
    assert.equal(sent().length, 1);
  });
});
