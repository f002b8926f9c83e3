// The plans of a window: read only when they may have changed, and an approval withdrawn as soon as the plan is another.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approvalFile, gateFile, planFolder, planPath } from '../../../src/core/plan/plan.ts';
import { Model } from '../../../src/extension/app/model.ts';
import { type Folder, fingerprint, type Snapshot } from '../../../src/extension/app/snapshot.ts';
import { planChildren, planRows } from '../../../src/extension/plan/planRows.ts';
import { Plans } from '../../../src/extension/plan/plans.ts';
import { PlanWatch } from '../../../src/extension/plan/planWatch.ts';
import { childRows, parentRow, topRows } from '../../../src/extension/session/sessionRows.ts';
import { readPlan } from '../../../src/node/plan/readPlan.ts';
import { withdrawPlan } from '../../../src/node/plan/withdrawPlan.ts';
import { type Paths, partyPaths } from '../../../src/node/project/paths.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import * as files from '../../support/plans.ts';
import { staysQuietFor } from '../../support/quiet.ts';
import { until } from '../../support/sandbox.ts';

const text = files.planText('We do it.');

let directory: string;
let folder: Folder;
let reads: number;
let plans: Plans;
let paths: Paths;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-plans-')));
  const top = join(directory, 'project');
  mkdirSync(top);
  folder = { name: 'project', path: top, top };
  reads = 0;
  const env = { PATH: process.env['PATH'], HOME: directory, PARTY_HOME: join(directory, 'home') };
  paths = partyPaths(env);
  const place = { env, paths };
  const read = (of: string) => {
    reads++;
    return readPlan(paths, of);
  };
  plans = new Plans({ read, withdraw: (of) => withdrawPlan(place, of) });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const look = async () => {
  const {
    plans: [entry],
    planProblem,
  } = await plans.read([folder]);
  assert.equal(planProblem, undefined);
  assert.ok(entry !== undefined);
  return entry;
};

async function approvedPlan(): Promise<void> {
  files.gateOn(folder.top);
  files.writePlan(folder.top, text);
  files.reviewed(folder.top, 1, text, files.verdict(true));
  await files.approved(folder.top, 1, text, paths);
}

describe('reading plans', () => {
  it('accepts a project without a plan', async () => {
    assert.deepEqual((await look()).status, { kind: 'off', version: 0, hash: null });
  });

  it('happens again only when something may have changed', async () => {
    await approvedPlan();
    const first = await look();
    assert.equal(first.status.kind, 'approved');
    assert.equal((await look()).revision, first.revision);
    assert.equal(reads, 1);
    files.writeFile(folder.top, `${planFolder}/notes`, '');
    assert.equal((await look()).revision, first.revision, 'read again, and nothing has changed');
    assert.equal(reads, 2);
  });

  const changes: [title: string, () => void, kind: string][] = [
    ['an edit of the same length', () => files.writePlan(folder.top, text.replace('do', 'DO')), 'stale'],
    ['a file put in its place', () => replace(`${text}more`), 'stale'],
    ['a plan that is gone', () => rmSync(join(folder.top, planPath)), 'stale'],
    ['a link in its place', () => link(), 'stale'],
    ['a gate that was switched off', () => rmSync(join(folder.top, gateFile)), 'off'],
  ];
  for (const [title, change, kind] of changes) {
    it(`sees ${title}`, async () => {
      await approvedPlan();
      await look();
      change();
      const { plan, status } = await look();
      assert.deepEqual([status.kind, plan.approval === undefined], [kind, kind !== 'off']);
    });
  }

  it('withdraws the approval when the plan has changed', async () => {
    await approvedPlan();
    await look();
    files.writePlan(folder.top, `${text}more`);
    assert.equal((await look()).status.kind, 'stale');
    assert.ok(!existsSync(join(folder.top, approvalFile)));
  });

  it('shows an approval that was not given on this machine, keeps it, and leads to the approval by hand', async () => {
    files.gateOn(folder.top);
    files.writePlan(folder.top, text);
    await files.approved(folder.top, 1, text);
    const entry = await look();
    assert.deepEqual([entry.status.kind, entry.plan.approval], ['none', undefined]);
    assert.match(entry.plan.approvalProblem ?? '', /was not given on this machine/);
    assert.ok(existsSync(join(folder.top, approvalFile)));
    const rows = planChildren({ kind: 'plan', plan: entry, named: false });
    assert.ok(rows.some((row) => row.kind === 'planProblem' && row.problem === 'foreign'));
    await files.approved(folder.top, 1, text, paths);
    assert.equal((await look()).status.kind, 'approved');
  });

  it('keeps an approval of the current plan', async () => {
    await approvedPlan();
    await look();
    files.writePlan(folder.top, text);
    assert.equal((await look()).status.kind, 'approved');
    assert.ok(existsSync(join(folder.top, approvalFile)));
  });

  it('looks repeatedly while Codex reads, because Codex may be killed', async () => {
    const state = files.planState({ reviewing: true });
    const busy = new Plans({
      read: async () => {
        reads++;
        return state;
      },
      withdraw: assert.fail,
    });
    await busy.read([folder]);
    await busy.read([folder]);
    assert.equal(reads, 2);
  });

  it('keeps the last known state when a reading fails, says why, and tries again', async () => {
    let broken = false;
    const shaky = new Plans({
      read: async () => {
        if (broken) throw new Error('disk on fire');
        return files.planState();
      },
      withdraw: assert.fail,
    });
    await shaky.read([folder]);
    broken = true;
    files.writePlan(folder.top, text);
    const failed = await shaky.read([folder]);
    assert.deepEqual([failed.planProblem, failed.plans.length], ['disk on fire', 1]);
    broken = false;
    assert.equal((await shaky.read([folder])).planProblem, undefined);
  });

  it('does not show a plan as approved when its outdated approval could not be removed, and tries again', async () => {
    let broken = true;
    const stuck = new Plans({
      read: (of) => readPlan(paths, of),
      withdraw: async (of) => {
        if (broken) throw new Error('disk full');
        await withdrawPlan({ env: {}, paths }, of);
      },
    });
    await approvedPlan();
    assert.equal((await stuck.read([folder])).plans[0]?.status.kind, 'approved');
    files.writePlan(folder.top, `${text}more`);
    const failed = await stuck.read([folder]);
    assert.deepEqual([failed.plans[0]?.status.kind, failed.planProblem], ['stale', 'disk full']);
    broken = false;
    assert.equal((await stuck.read([folder])).planProblem, undefined);
    assert.ok(!existsSync(join(folder.top, approvalFile)));
  });

  function replace(other: string): void {
    files.writeFile(folder.top, 'new.md', other);
    renameSync(join(folder.top, 'new.md'), join(folder.top, planPath));
  }
  function link(): void {
    files.writeFile(folder.top, 'other.md', text);
    rmSync(join(folder.top, planPath));
    symlinkSync('../other.md', join(folder.top, planPath));
  }
});

describe('watching plans', function () {
  this.timeout(10_000);
  let model: Model;
  let trusted: boolean;
  let watch: { dispose(): void };

  beforeEach(async () => {
    trusted = true;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    model = new Model(async () => snapshotOf(await plans.read([folder])), log);
  });
  afterEach(() => {
    watch.dispose();
    model.dispose();
  });
  const begin = async () => {
    await model.refresh();
    watch = new PlanWatch(plans, model);
  };
  /** Not by the look of every few seconds: what is seen here is seen at once. */
  const never = { gatedLookMs: 3_600_000 };

  const channels: [title: string, () => void][] = [
    ['an edit', () => files.writePlan(folder.top, `${text}more`)],
    [
      'a folder that was put in the place of docs',
      () => {
        rmSync(join(folder.top, 'docs'), { recursive: true });
        files.writePlan(folder.top, `${text}more`);
      },
    ],
  ];
  for (const [title, change] of channels) {
    it(`withdraws an approval at once after ${title}, and shows it`, async () => {
      await approvedPlan();
      await model.refresh();
      watch = new PlanWatch(plans, model, never);
      // The second time what is watched must be what is there then.
      for (let time = 1; time <= 2; time++) {
        files.writePlan(folder.top, text);
        await files.approved(folder.top, 1, text, paths);
        await until('the approval to be seen', () => model.snapshot?.plans[0]?.status.kind === 'approved');
        change();
        await until('the withdrawal', () => !existsSync(join(folder.top, approvalFile)));
        await until('it to be shown', () => model.snapshot?.plans[0]?.status.kind === 'stale');
      }
    });
  }

  it('withdraws an approval also when the system reports no file events', async () => {
    await approvedPlan();
    await model.refresh();
    watch = new PlanWatch(plans, model, { ...never, watchAround: () => ({ dispose() {} }) });
    for (const more of ['one', 'other']) {
      files.writePlan(folder.top, text);
      await files.approved(folder.top, 1, text, paths);
      await model.refresh();
      assert.equal(model.snapshot?.plans[0]?.status.kind, 'approved');
      files.writePlan(folder.top, `${text}${more}`);
      await until('the withdrawal', () => !existsSync(join(folder.top, approvalFile)));
      await until('it to be shown', () => model.snapshot?.plans[0]?.status.kind === 'stale');
    }
  });

  it('sees a gate that is switched on where there was nothing', async () => {
    await begin();
    files.gateOn(folder.top);
    await until('the gate', () => model.snapshot?.plans[0]?.status.kind === 'none');
  });

  it('notices that a review was killed, which leaves no trace', async () => {
    let reviewing = true;
    plans = new Plans({ read: async () => files.planState({ reviewing }), withdraw: assert.fail });
    await begin();
    assert.equal(model.snapshot?.plans[0]?.status.kind, 'reviewing');
    reviewing = false;
    await until('the end', () => model.snapshot?.plans[0]?.status.kind === 'none');
  });

  it('does nothing in a folder that is not trusted', async () => {
    await approvedPlan();
    trusted = false;
    await begin();
    const before = reads;
    files.writePlan(folder.top, `${text}more`);
    // Long enough for a watcher to have spoken.
    await staysQuietFor(400, () => reads);
    assert.deepEqual([reads, existsSync(join(folder.top, approvalFile))], [before, true]);
  });

  function snapshotOf(more: Partial<Snapshot>): Snapshot {
    return { ...quiet, ...more, trusted, folders: [folder] };
  }
});

const quiet: Snapshot = { ...emptySnapshot, tmux: undefined };

describe('the branch of the plan', () => {
  const entry = (more: Parameters<typeof files.planState>[0] = {}, kind: 'off' | 'none' = 'none') => ({
    ...{ folder, plan: files.planState(more), revision: 1 },
    status: { kind, version: 0, hash: null },
  });
  const snapshot = (...all: ReturnType<typeof entry>[]): Snapshot => ({ ...quiet, folders: [folder], plans: all });

  it('is there without a party while the gate is on, and only then', () => {
    assert.deepEqual(
      topRows(snapshot(entry())).map(({ kind }) => kind),
      ['folder', 'plan'],
      'below how to start a party',
    );
    assert.deepEqual(topRows(snapshot(entry({}, 'off'))), []);
  });

  it('says what is wrong, where the file is, and which versions there are, the newest first', () => {
    const versions = [files.version(1), files.version(2)];
    const rows = topRows(snapshot(entry({ problem: 'empty', missingHeadings: ['Goal'], versions })));
    const row = rows.find(({ kind }) => kind === 'plan');
    assert.ok(row !== undefined);
    const children = childRows(row);
    assert.deepEqual(
      children.map((child) => (child.kind === 'planVersion' ? child.version.version : child.kind)),
      ['planProblem', 'planProblem', 'planFile', 2, 1],
    );
    for (const child of children) assert.deepEqual(childRows(child), []);
  });

  it('is the parent of its rows, so that they can be revealed', () => {
    const all = snapshot(entry());
    const [row] = planRows(all);
    assert.ok(row !== undefined);
    const [file] = planChildren(row);
    assert.deepEqual([file && parentRow(all, file), parentRow(all, row)], [row, undefined]);
  });

  it('has the name of its folder where there are several', () => {
    const other = { ...folder, name: 'other', top: '/other' };
    assert.deepEqual(
      [snapshot(entry()), { ...snapshot(entry()), folders: [folder, other] }].map((all) => planRows(all)[0]?.named),
      [false, true],
    );
  });

  it('is redrawn only when the plan has changed', () => {
    const one = entry({ versions: [files.version(1, files.verdict(false))] });
    assert.equal(fingerprint(snapshot(one)), fingerprint(snapshot({ ...one })));
    assert.notEqual(fingerprint(snapshot(one)), fingerprint(snapshot({ ...one, revision: 2 })));
  });
});
