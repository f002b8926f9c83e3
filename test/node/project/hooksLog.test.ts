// The log of the hooks does not grow for ever.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendToHooksLog } from '../../../src/node/project/hooksLog.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('the log of the hooks', () => {
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = join(box.root, 'projects/key');
  });
  afterEach(() => box.dispose());

  const log = (message: string) =>
    appendToHooksLog(project, { hook: 'stop', session: 'party-x', level: 'error', message });
  const lines = (name: string) =>
    readFileSync(join(project, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).message);

  it('has each line with its time', async () => {
    await log('first');
    const [line] = readFileSync(join(project, 'hooks.jsonl'), 'utf8').split('\n');
    const { at, ...entry } = JSON.parse(line ?? '');
    assert.deepEqual(entry, { hook: 'stop', session: 'party-x', level: 'error', message: 'first' });
    assert(Number.isFinite(Date.parse(at)));
  });

  it('keeps the last part, and the part before it', async () => {
    const long = 'x'.repeat(300_000);
    for (let n = 0; n < 20; n++) await log(`${n} ${long}`);
    await log('last');
    assert.deepEqual(readdirSync(project).sort(), ['hooks.jsonl', 'hooks.old.jsonl']);
    const sizes = readdirSync(project).map((name) => statSync(join(project, name)).size);
    assert(
      sizes.every((size) => size < 1_500_000),
      sizes.join(),
    );
    assert.equal(lines('hooks.jsonl').at(-1), 'last');
    const kept = [...lines('hooks.old.jsonl'), ...lines('hooks.jsonl')].map((text) => text.split(' ')[0]);
    assert.deepEqual(kept, ['16', '17', '18', '19', 'last']);
  });
});
