import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disposable } from '../../../src/core/base/event.ts';
import { watchFolder } from '../../../src/extension/app/watchFolder.ts';
import { becomesQuietFor, staysQuietFor } from '../../support/quiet.ts';
import { until } from '../../support/sandbox.ts';

describe('a watched folder', () => {
  let home: string;
  let folder: string;
  let watcher: Disposable | undefined;
  let calls: number;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'party-watch-'));
    folder = join(home, 'projects', 'key');
    calls = 0;
  });
  afterEach(() => {
    watcher?.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  const watch = () => {
    watcher = watchFolder(folder, () => calls++);
  };
  const make = (...path: string[]) => mkdirSync(join(folder, ...path), { recursive: true });
  const write = (...path: string[]) => writeFileSync(join(folder, ...path), String(Math.random()));

  /** Does something and waits until it was noticed. */
  async function noticed(act: () => void): Promise<void> {
    const before = calls;
    act();
    await until('a call', () => calls > before);
    // The rest of the same burst.
    await becomesQuietFor(250, () => calls);
  }

  it('reports a file that is written into it', async () => {
    make();
    watch();
    await noticed(() => write('events.jsonl'));
  });

  it('reports a file that is written into a subfolder, old or new', async () => {
    make('sessions');
    watch();
    await noticed(() => make('sessions', 'one'));
    await noticed(() => make('start.lock'));
    await noticed(() => write('start.lock', '1'));
  });

  it('may be created later, with its parent folders', async () => {
    watch();
    await noticed(() => make('sessions'));
    await noticed(() => write('sessions', 'x'));
  });

  it('may be deleted and created again', async () => {
    make('sessions');
    watch();
    await noticed(() => rmSync(folder, { recursive: true }));
    await noticed(() => make('sessions'));
    await noticed(() => write('sessions', 'x'));
  });

  it('may be replaced by another folder of the same name', async () => {
    make();
    watch();
    await noticed(() => {
      rmSync(folder, { recursive: true });
      make();
    });
    await noticed(() => write('x'));
  });

  it('ignores changes outside it', async () => {
    watch();
    writeFileSync(join(home, 'other'), '');
    await staysQuietFor(300, () => calls);
    assert.equal(calls, 0);
  });

  it('reports a burst of changes once', async () => {
    make();
    watch();
    await noticed(() => {
      for (let i = 0; i < 50; i++) write(`file${i}`);
    });
    assert.ok(calls <= 2, `${calls} calls`);
  });

  it('reports nothing after it is disposed', async () => {
    make();
    watch();
    watcher?.dispose();
    write('x');
    await staysQuietFor(300, () => calls);
    assert.equal(calls, 0);
  });
});
