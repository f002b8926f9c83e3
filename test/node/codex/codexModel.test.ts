// What Codex says about its models, with a stand-in for everything that its own server does not do.
import assert from 'node:assert/strict';
import { readCodexModels } from '../../../src/node/codex/codexModel.ts';
import { isAlive } from '../../support/alive.ts';
import { TalkingCodex } from '../../support/talkingCodex.ts';

const catalogue = { 'gpt-5.5': ['low', 'high', 'xhigh'], 'gpt-6-sol': ['low', 'high', 'xhigh', 'max'] };

describe('the models of Codex', function () {
  this.timeout(20_000);
  let codex: TalkingCodex;
  beforeEach(() => {
    codex = new TalkingCodex();
  });
  afterEach(() => codex.dispose());

  const read = (talk: string, timeoutMs = 10_000) => {
    codex.env['TALK'] = talk;
    const { env, probe: reviewer, top } = codex;
    return readCodexModels({ env, reviewer, top, signal: new AbortController().signal, timeoutMs });
  };
  const server = () => codex.requests()[0]?.pid ?? 0;

  it('are read page by page, for the project, with the model in use', async () => {
    assert.deepEqual(await read(''), { kind: 'known', models: { model: 'gpt-5.5', catalogue } });
    const reading = codex.requests().find(({ method }) => method === 'config/read');
    assert.equal(reading?.params?.['cwd'], codex.top);
    assert.equal(isAlive(server()), false);
  });

  it('have a default when the user has chosen none', async () => {
    assert.deepEqual(await read('unset'), { kind: 'known', models: { model: 'gpt-6-sol', catalogue } });
  });

  it('are unknown when the list is incomplete, but the current model is known', async () => {
    assert.deepEqual(await read('half', 2000), { kind: 'known', models: { model: 'gpt-5.5', catalogue: {} } });
    assert.equal(isAlive(server()), false);
  });

  it('are read from a server that is killed when it does not exit', async () => {
    assert.equal((await read('stubborn')).kind, 'known');
    assert.equal(isAlive(server()), false);
  });

  for (const [what, talk, why] of [
    ['there is no such server', 'missing', /ended with 2: error: unrecognized subcommand/],
    ['it says nothing', 'silent', /has not answered within 2 s/],
    ['it does not say it in its language', 'garbage', /has not answered|ended with/],
    ['its configuration is broken', 'broken-config', /config\.toml:1:1: what is this\?/],
  ] as const) {
    it(`are unknown when ${what}`, async () => {
      const models = await read(talk, 1500);
      assert.equal(models.kind, 'unknown');
      assert.match(models.kind === 'unknown' ? models.why : '', why);
      assert.equal(isAlive(server()), false);
    });
  }

  it('are unknown when there is no Codex, and when the caller has stopped waiting', async () => {
    const { env, top } = codex;
    const reviewer = { ...codex.probe, path: '/nowhere/codex' };
    const signal = new AbortController().signal;
    assert.match(JSON.stringify(await readCodexModels({ env, top, reviewer, signal })), /cannot be executed/);
    env['TALK'] = 'silent';
    const stopped = { env, top, reviewer: codex.probe, signal: AbortSignal.abort() };
    assert.equal((await readCodexModels(stopped)).kind, 'unknown');
  });
});
