import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Emitter } from '../../../src/core/base/event.ts';
import { pauseBetweenLooks, RefreshTimer } from '../../../src/extension/app/refreshTimer.ts';
import { becomesQuietFor, staysQuietFor } from '../../support/quiet.ts';
import { until } from '../../support/sandbox.ts';

describe('the refresh timer', () => {
  let folder: string;
  let pulse: RefreshTimer;
  let changed: Emitter<void>;
  let state: { live: boolean; looks: number };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'party-pulse-'));
    changed = new Emitter();
    state = { live: false, looks: 0 };
    pulse = new RefreshTimer({
      refresh: async () => void state.looks++,
      onDidChange: changed.event,
      pauseMs: () => (state.live ? 20 : undefined),
    });
  });
  afterEach(() => {
    pulse.dispose();
    rmSync(folder, { recursive: true });
  });

  it('does not look while there is no party', async () => {
    pulse.look();
    await until('a look', () => state.looks === 1);
    await staysQuietFor(100, () => state.looks);
    assert.equal(state.looks, 1);
  });

  it('looks regularly while a party is live, even when another part found it', async () => {
    state.live = true;
    changed.fire();
    await until('four looks', () => state.looks >= 4);
    state.live = false;
    await becomesQuietFor(50, () => state.looks);
    const before = state.looks;
    await staysQuietFor(100, () => state.looks);
    assert.equal(state.looks, before);
  });

  it('looks when a followed folder changes, and not after the folder is dropped', async () => {
    const [one, other] = ['one', 'other'].map((name) => join(folder, name)) as [string, string];
    mkdirSync(one);
    mkdirSync(other);
    pulse.follow([one, other]);
    writeFileSync(join(one, 'x'), '');
    await until('a look', () => state.looks === 1);
    pulse.follow([other]);
    writeFileSync(join(one, 'y'), '');
    await staysQuietFor(250, () => state.looks);
    assert.equal(state.looks, 1);
    writeFileSync(join(other, 'y'), '');
    await until('a look', () => state.looks === 2);
  });

  it('stops when it is disposed', async () => {
    state.live = true;
    changed.fire();
    pulse.dispose();
    await staysQuietFor(100, () => state.looks);
    assert.equal(state.looks, 0);
  });
});

describe('the pause between two looks at a party', () => {
  it('is a second where nothing reports changes, and longer when the user does not see the window', () => {
    assert.equal(pauseBetweenLooks({ reported: false, seen: true }), 1000);
    assert.equal(pauseBetweenLooks({ reported: false, seen: false }), 5000);
  });

  it('is half a minute or more where tmux and files report them', () => {
    assert.equal(pauseBetweenLooks({ reported: true, seen: true }), 30_000);
    assert.equal(pauseBetweenLooks({ reported: true, seen: false }), 60_000);
  });
});
