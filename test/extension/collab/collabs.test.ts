// Collab in a window: read only when it may have changed, shown while it is on, and what of it needs the human.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type CollabState,
  collabReviewsFolder,
  collabSkipFile,
  collabStateFile,
} from '../../../src/core/collab/collab.ts';
import { idleCollab } from '../../../src/core/collab/machine.ts';
import { writeReviewFile } from '../../../src/core/collab/reviewFile.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { Model } from '../../../src/extension/app/model.ts';
import {
  type Folder,
  type FolderCollab,
  fingerprint,
  type Party,
  type Snapshot,
} from '../../../src/extension/app/snapshot.ts';
import { collabChildren, collabMark, collabRows, isCollabRow } from '../../../src/extension/collab/collabRows.ts';
import { Collabs, reviewsShown } from '../../../src/extension/collab/collabs.ts';
import { CollabWatch } from '../../../src/extension/collab/collabWatch.ts';
import { childRows, parentRow, type Row, topRows } from '../../../src/extension/session/sessionRows.ts';
import { projectsOf } from '../../../src/extension/status/projectStatus.ts';
import { collabNow, reviewLock } from '../../../src/node/collab/collabNow.ts';
import { type Paths, partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { withLock } from '../../../src/node/system/lock.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import { staysQuietFor } from '../../support/quiet.ts';
import { finding, reviewOf } from '../../support/reviews.ts';
import { until } from '../../support/sandbox.ts';

let directory: string;
let folder: Folder;
let paths: Paths;
let reads: number;
let collabs: Collabs;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-collabs-')));
  const top = join(directory, 'project');
  mkdirSync(top);
  folder = { name: 'project', path: top, top };
  reads = 0;
  paths = partyPaths({ HOME: directory, PARTY_HOME: join(directory, 'home') });
  const now: typeof collabNow = (...given) => {
    reads++;
    return collabNow(...given);
  };
  collabs = new Collabs({ paths }, now);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(join(folder.top, dirname(file)), { recursive: true });
  writeFileSync(join(folder.top, file), text);
}
function setState(more: Partial<CollabState> = {}): void {
  const state = { ...idleCollab(folder.top), phase: 'implementing', design: 'docs/plan.md', task_index: 2, ...more };
  write(collabStateFile, JSON.stringify(state));
}
function addReview(task: number, second: string): string {
  const id = `task-${task}-review-20260102-0304${second}`;
  const text = writeReviewFile({
    ...{ type: 'task', task, model: 'gpt-5.5', reasoning: 'high', timestamp: `2026-01-02T03:04:${second}.000Z` },
    ...{ filesReviewed: 1, files: ['f0.ts'], linesChanged: 2, summary: '', resolved: [], issues: [] },
  });
  write(`${collabReviewsFolder}/${id}.md`, text);
  return id;
}
const look = async () => {
  const {
    collabs: [entry],
    collabProblem,
  } = await collabs.read([folder]);
  assert.equal(collabProblem, undefined);
  assert.ok(entry !== undefined);
  return entry;
};

describe('reading collab', () => {
  it('accepts a project without collab', async () => {
    const { status, reviews, design, skip, reviewing } = await look();
    assert.deepEqual([status.phase, reviews, design, skip, reviewing], ['idle', [], undefined, false, false]);
  });

  it('happens again only when something may have changed', async () => {
    setState({ total_tasks: 5 });
    const first = await look();
    assert.deepEqual([first.status.task, first.status.total, first.design], [2, 5, 'docs/plan.md']);
    assert.equal((await look()).revision, first.revision);
    assert.equal(reads, 1);
    write(`${collabReviewsFolder}/notes`, '');
    assert.equal((await look()).revision, first.revision, 'read again, and nothing has changed');
    assert.equal(reads, 2);
  });

  const changes: [title: string, () => void, seen: (now: FolderCollab) => unknown, unknown][] = [
    ['a pause', () => setState({ paused: true }), ({ status }) => status.paused, true],
    ['a skip', () => write(collabSkipFile, ''), ({ skip }) => skip, true],
    ['a review', () => addReview(2, '05'), ({ reviews }) => reviews[0]?.said?.model, 'gpt-5.5'],
    ['its end', () => rmSync(join(folder.top, collabStateFile)), ({ status }) => status.phase, 'idle'],
  ];
  for (const [title, change, seen, wanted] of changes) {
    it(`sees ${title}`, async () => {
      setState();
      const before = await look();
      change();
      const after = await look();
      assert.deepEqual(seen(after), wanted);
      assert.notEqual(after.revision, before.revision);
    });
  }

  it('notices an edited review, and a file that is no longer a review', async () => {
    setState();
    const id = addReview(1, '05');
    await look();
    write(`${collabReviewsFolder}/${id}.md`, 'gone');
    assert.deepEqual((await look()).reviews, [{ id, task: 1, said: undefined }]);
  });

  it('shows the newest review first, and a limited number of them', async () => {
    setState();
    const ids = Array.from({ length: reviewsShown + 5 }, (_, n) => addReview(n + 1, String(n).padStart(2, '0')));
    const { reviews, older } = await look();
    assert.deepEqual([reviews.length, older, reviews[0]?.id], [reviewsShown, 5, ids.at(-1)]);
  });

  it('reads nothing through links, and nothing of another project', async () => {
    setState({ project: '/elsewhere' });
    assert.equal((await look()).status.phase, 'idle');
    assert.ok(existsSync(join(folder.top, collabStateFile)), 'the program that acts on it puts it aside');
    rmSync(join(folder.top, '.claude'), { recursive: true });
    mkdirSync(join(directory, 'other'));
    symlinkSync(join(directory, 'other'), join(folder.top, '.claude'));
    setState();
    addReview(1, '05');
    const { status, reviews } = await look();
    assert.deepEqual([status.phase, reviews], ['idle', []]);
  });

  it('shows a review as running only while its process runs', async () => {
    setState({ phase: 'task_review' });
    assert.deepEqual([(await look()).reviewing, (await look()).status.phase], [false, 'implementing']);
    await withLock(join(projectDirectory(paths, folder.top), reviewLock), { waitMs: 0 }, async () => {
      // Begun again after it was killed: no file tells of it.
      const { reviewing, status } = await look();
      assert.deepEqual([reviewing, status.phase], [true, 'task_review']);
    });
    assert.equal((await look()).reviewing, false);
  });

  it('keeps the last known state when a reading fails, says why, and tries again', async () => {
    let broken = false;
    const now: typeof collabNow = async (...given) => {
      if (broken) throw new Error('disk on fire');
      return collabNow(...given);
    };
    const shaky = new Collabs({ paths }, now);
    await shaky.read([folder]);
    broken = true;
    setState();
    const failed = await shaky.read([folder]);
    assert.deepEqual([failed.collabProblem, failed.collabs.length], ['disk on fire', 1]);
    broken = false;
    const mended = await shaky.read([folder]);
    assert.deepEqual([mended.collabProblem, mended.collabs[0]?.status.phase], [undefined, 'implementing']);
  });
});

describe('watching collab', function () {
  this.timeout(10_000);
  let model: Model;
  let trusted: boolean;
  /** How often everything was read. */
  let refreshes: number;
  let watch: { dispose(): void };

  beforeEach(() => {
    trusted = true;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    refreshes = 0;
    const read = async () => {
      refreshes++;
      return snapshotOf({ ...(await collabs.read([folder])), trusted });
    };
    model = new Model(read, log);
  });
  afterEach(() => {
    watch.dispose();
    model.dispose();
  });
  const begin = async () => {
    await model.refresh();
    watch = new CollabWatch(collabs, model);
  };
  const now = () => model.snapshot?.collabs[0];

  it('sees it begin where there was nothing, pause, get a review, and end', async () => {
    await begin();
    setState();
    await until('the start', () => now()?.status.phase === 'implementing');
    setState({ paused: true });
    await until('the pause', () => now()?.status.paused === true);
    addReview(1, '05');
    await until('the first review', () => now()?.reviews.length === 1);
    addReview(1, '06');
    await until('the second review', () => now()?.reviews.length === 2);
    write(collabSkipFile, '');
    await until('the skip', () => now()?.skip === true);
    rmSync(join(folder.top, collabStateFile));
    await until('the end', () => now()?.status.phase === 'idle');
  });

  it('notices that a review was killed, which leaves no trace', async () => {
    setState({ phase: 'task_review' });
    let reviewing = true;
    collabs = new Collabs({ paths }, async (...given) => ({ ...(await collabNow(...given)), reviewing }));
    await begin();
    assert.equal(now()?.reviewing, true);
    reviewing = false;
    await until('the end', () => now()?.reviewing === false);
  });

  it('refreshes the window only when collab itself has changed', async () => {
    setState();
    // So that one watcher sees what comes, and there is one look at it.
    addReview(1, '05');
    await begin();
    const [before, others] = [reads, refreshes];
    write(`${collabReviewsFolder}/notes`, 'x');
    await until('a look', () => reads > before);
    setState({ paused: true });
    await until('what is news', () => now()?.status.paused === true);
    assert.equal(refreshes, others + 1);
  });

  it('does nothing in a folder that is not trusted', async () => {
    trusted = false;
    await begin();
    const before = reads;
    setState();
    // Long enough for a watcher to have spoken.
    await staysQuietFor(400, () => reads);
    assert.equal(reads, before);
  });
});

describe('the branch of collab', () => {
  const status = (more: Partial<Status['collab']> = {}): Status['collab'] => ({
    ...{ phase: 'implementing', paused: false, task: 2, total: 5, held: null, ...more },
  });
  const review = (task: number | null, n: number) => ({
    ...{ id: `task-${task}-review-2026010${n}-030405`, task },
    said: {
      ...{
        model: 'm',
        reasoning: 'high',
        timestamp: '',
        filesReviewed: 1,
        files: ['f0.ts'],
        linesChanged: 1,
        conflicts: 0,
      },
      ...{ counts: { critical: 0, warning: 0, info: 0 }, summary: '' },
    },
  });
  const entry = (more: Partial<FolderCollab> = {}): FolderCollab => ({
    ...{ folder, status: status(), reviewing: false, skip: false, design: 'docs/plan.md', reviews: [], older: 0 },
    ...{ revision: 1, ...more },
  });
  const withCollab = (...all: FolderCollab[]) => snapshotOf({ collabs: all });
  const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind);
  const party = (): Party => {
    const session = { id: 'a', name: 'party-a', cwd: folder.path };
    return { folder, session, status: { ...quietStatus, session }, inCopyMode: [], programs: [], reportedIn: [] };
  };

  it('is there without a party while it is on; once it is off, only what a party can still read', () => {
    const off = entry({ status: status({ phase: 'idle' }), design: undefined });
    const read = { ...off, reviews: [review(1, 1)] };
    assert.deepEqual(kinds(topRows(withCollab(entry()))), ['folder', 'collab'], 'below how to start a party');
    assert.deepEqual(topRows(withCollab(off)), []);
    assert.deepEqual(topRows(withCollab(read)), [], 'the view says how to begin');
    assert.deepEqual(kinds(topRows({ ...withCollab(read), parties: [party()] })), ['collab']);
    assert.deepEqual(topRows({ ...withCollab(off), parties: [party()] }), []);
  });

  it('lists what needs the human, then the current task, then the reviews, newest first', () => {
    const all = withCollab(
      entry({
        status: status({ paused: true, held: 'why' }),
        skip: true,
        reviews: [review(2, 2), review(1, 1)],
        older: 3,
      }),
    );
    const conflict = { ...finding(), conflicts: true };
    const spent = { rounds: 30, minutes: 0, tokens: 0, limits: { rounds: 30, minutes: 1, tokens: 1 } };
    const reviewed = reviewOf({ findings: [conflict, finding()], spending: { ...spent, exhausted: 'rounds' } });
    const rows = topRows({ ...all, reviews: [{ folder, review: reviewed, revision: 1 }] });
    const row = rows.find(({ kind }) => kind === 'collab');
    assert.ok(row !== undefined);
    const children = childRows(row);
    assert.deepEqual(
      children.map((child) => (child.kind === 'collabReview' ? child.review.task : child.kind)),
      [
        ...['collabHeld', 'collabConflicts', 'collabBudget', 'collabSkip', 'collabDesign', 'collabModel'],
        ...[2, 1, 'collabNote'],
      ],
    );
    for (const child of children) {
      assert.ok(isCollabRow(child));
      assert.deepEqual(childRows(child), []);
    }
    const conflicts = children.find((child) => child.kind === 'collabConflicts');
    assert.deepEqual(conflicts?.kind === 'collabConflicts' && conflicts.findings, [conflict]);
  });

  it('says that there is no review yet', () => {
    const [row] = collabRows(withCollab(entry()));
    assert.ok(row !== undefined);
    assert.deepEqual(kinds(collabChildren(row)), ['collabDesign', 'collabNote']);
  });

  it('is the parent of its rows, so that they can be revealed', () => {
    const all = withCollab(entry());
    const [row] = collabRows(all);
    assert.ok(row !== undefined);
    const [first] = collabChildren(row);
    assert.deepEqual([first && parentRow(all, first), parentRow(all, row)], [row, undefined]);
  });

  it('is one for each folder, with its name where there are several', () => {
    const other = { ...folder, name: 'other', top: '/other' };
    const both = { ...withCollab(entry(), entry({ folder: other })), folders: [folder, other] };
    assert.deepEqual(
      collabRows(both).map(({ collab, named }) => [collab.folder.name, named]),
      [
        ['project', true],
        ['other', true],
      ],
    );
    assert.equal(collabRows(withCollab(entry()))[0]?.named, false);
  });

  it('is redrawn only when it has changed', () => {
    assert.equal(fingerprint(withCollab(entry())), fingerprint(withCollab(entry())));
    assert.notEqual(fingerprint(withCollab(entry())), fingerprint(withCollab(entry({ revision: 2 }))));
  });

  const marks: [Partial<Status['collab']>, string][] = [
    [{ phase: 'idle' }, 'off'],
    [{ phase: 'designing' }, 'running'],
    [{ phase: 'task_review' }, 'running'],
    [{ paused: true }, 'paused'],
    [{ paused: true, held: 'why' }, 'paused'],
    [{ phase: 'complete' }, 'complete'],
  ];
  for (const [more, mark] of marks) {
    it(`is ${mark} with ${JSON.stringify(more)}`, () => assert.equal(collabMark(status(more)), mark));
  }

  it('belongs to the status of its own project alone', () => {
    const other = { ...folder, name: 'other', top: '/other' };
    const all = { ...withCollab(entry()), folders: [folder, other], parties: [party()] };
    assert.deepEqual(
      projectsOf(all).map((project) => [project.folder.name, project.status.collab.phase, project.status.collab.task]),
      [
        ['project', 'implementing', 2],
        ['other', 'idle', undefined],
      ],
    );
  });
});

function snapshotOf(more: Partial<Snapshot>): Snapshot {
  return { ...emptySnapshot, folders: [folder], tmux: undefined, ...more };
}
