// When a review is read again, and what a git operation tells the window.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { type Folder, fingerprint, type Snapshot } from '../../../src/extension/app/snapshot.ts';
import { Reviews } from '../../../src/extension/review/reviews.ts';
import { watchGit } from '../../../src/extension/review/watchGit.ts';
import { projectDirectory } from '../../../src/node/project/paths.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import { round } from '../../support/reviews.ts';
import { until } from '../../support/sandbox.ts';
import { finding } from '../findings/findingsSupport.ts';

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-reviews-')));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('reading reviews', () => {
  let folder: Folder;
  let calls: number;
  let answer: () => Review;
  let clock: number;
  const quiet = reduceReview(stateOf([]), null, { now: 0 });

  beforeEach(() => {
    const top = join(directory, 'project');
    mkdirSync(top);
    folder = { name: 'project', path: top, top };
    calls = 0;
    clock = 0;
    answer = () => ({ ...quiet });
  });

  function source() {
    const paths = { stateRoot: directory, home: join(directory, 'home'), markerRoot: directory };
    const read = async () => {
      calls++;
      return answer();
    };
    const log = join(projectDirectory(paths, folder.top), 'events.jsonl');
    const append = (text: string) => {
      mkdirSync(projectDirectory(paths, folder.top), { recursive: true });
      appendFileSync(log, text);
    };
    return { reviews: new Reviews({ env: {}, paths }, { read, now: () => clock }), append };
  }

  it('reads again when the reviewer of the open round has written, or said, something', async () => {
    const codex = join(directory, 'party-1', 'codex');
    const file = join(codex, 'findings', 'q.json');
    mkdirSync(join(codex, 'findings'), { recursive: true });
    mkdirSync(join(directory, 'party-1', 'spoken'));
    answer = () => ({ ...quiet, rounds: [round({ receivedAt: null, outcome: 'open', headless: false, file })] });
    const { reviews } = source();
    const readsOf = async () => {
      const before = calls;
      await reviews.read([folder]);
      return calls - before;
    };
    await reviews.read([folder]);
    // The file may have come while the round was not known yet.
    assert.deepEqual([await readsOf(), await readsOf()], [1, 0]);
    writeFileSync(file, '{');
    assert.deepEqual([await readsOf(), await readsOf()], [1, 0]);
    writeFileSync(`${file}.new`, '{"findings": []}');
    renameSync(`${file}.new`, file);
    assert.deepEqual([await readsOf(), await readsOf()], [1, 0]);
    writeFileSync(join(directory, 'party-1', 'spoken', 'q.json'), 'said');
    assert.deepEqual([await readsOf(), await readsOf()], [1, 0]);
  });

  it('asks git once, until something happens', async () => {
    const { reviews, append } = source();
    const first = await reviews.read([folder]);
    assert.equal((await reviews.read([folder])).reviews[0]?.review, first.reviews[0]?.review);
    assert.equal(calls, 1);
    append('{}\n');
    await reviews.read([folder]);
    assert.equal(calls, 2);
    reviews.touch(folder);
    await reviews.read([folder]);
    reviews.touch();
    await reviews.read([folder]);
    assert.equal(calls, 4);
  });

  it('keeps its revision while nothing changes', async () => {
    const { reviews, append } = source();
    const revision = async () => (await reviews.read([folder])).reviews[0]?.revision;
    const first = await revision();
    reviews.touch();
    assert.equal(await revision(), first);
    answer = () => ({ ...quiet, discussion: 'why?' });
    reviews.touch();
    const second = await revision();
    assert.notEqual(second, first);
    answer = () => ({ ...quiet, discussion: 'why?', findings: [finding('r1-F1')] });
    append('{}\n');
    assert.notEqual(await revision(), second);
  });

  it('sees at once that the process of a review without a pane has ended', async () => {
    const { reviews } = source();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const runner = await until('the process', () => processIdentity(child.pid ?? 0));
    const open = { receivedAt: null, headless: true, runner };
    answer = () => ({ ...quiet, status: { ...quiet.status, kind: 'requested' }, rounds: [round(open)] });
    await reviews.read([folder]);
    await reviews.read([folder]);
    assert.equal(calls, 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const ended = { ...quiet.status, kind: 'requested', standstill: 'run-ended' } as const;
    answer = () => ({ ...quiet, status: ended, rounds: [round(open)] });
    assert.equal((await reviews.read([folder])).reviews[0]?.review.status.standstill, 'run-ended');
    await reviews.read([folder]);
    assert.equal(calls, 2, 'and does not look again every second');
  });

  it('looks again by itself while a request is open, as it may be overdue', async () => {
    const { reviews } = source();
    answer = () => ({ ...quiet, status: { ...quiet.status, kind: 'requested' } });
    await reviews.read([folder]);
    clock += 59_000;
    await reviews.read([folder]);
    assert.equal(calls, 1);
    clock += 2000;
    await reviews.read([folder]);
    assert.equal(calls, 2);
  });

  it('keeps the last known state when git fails, and says so', async () => {
    const { reviews } = source();
    await reviews.read([folder]);
    answer = () => {
      throw new Error('git is gone');
    };
    reviews.touch();
    const { reviews: known, reviewProblem } = await reviews.read([folder]);
    assert.deepEqual([known.length, reviewProblem], [1, 'git is gone']);
    answer = () => ({ ...quiet });
    reviews.touch();
    assert.equal((await reviews.read([folder])).reviewProblem, undefined);
  });

  it('does not compare the texts of ten thousand findings', () => {
    const findings = Array.from({ length: 10_000 }, (_, index) => finding(`r1-F${index}`));
    let looked = 0;
    const review = { ...quiet, findings };
    Object.defineProperty(review, 'findings', {
      enumerable: true,
      get() {
        looked++;
        return findings;
      },
    });
    const reviews = [{ folder, review, revision: 1 }];
    const snapshot: Snapshot = { ...emptySnapshot, folders: [folder], tmux: undefined, reviews };
    assert.equal(fingerprint(snapshot), fingerprint({ ...snapshot }));
    assert.notEqual(fingerprint(snapshot), fingerprint({ ...snapshot, reviews: [{ folder, review, revision: 2 }] }));
    assert.equal(looked, 0);
  });

  it('reads the real log and the real repository', async () => {
    git('init', '--quiet', '--initial-branch=main');
    const paths = { stateRoot: directory, home: join(directory, 'home'), markerRoot: directory };
    const env = { PATH: process.env['PATH'] ?? '', HOME: directory };
    const { reviews, reviewProblem } = await new Reviews({ env, paths }).read([folder]);
    assert.equal(reviewProblem, undefined);
    assert.deepEqual([reviews[0]?.review.status.kind, reviews[0]?.review.change?.branch], ['none', 'main']);
  });

  function git(...args: string[]) {
    execFileSync('git', ['-C', folder.top, ...args], { stdio: 'ignore', env: gitEnv() });
  }
});

describe('watching git', function () {
  this.timeout(10_000);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', join(directory, 'work'), ...args], { stdio: 'ignore', env: gitEnv() });

  beforeEach(() => {
    mkdirSync(join(directory, 'work'));
    git('init', '--quiet', '--initial-branch=main');
    git('commit', '--quiet', '--allow-empty', '-m', 'Start');
  });

  const steps: [title: string, () => void][] = [
    ['a commit', () => git('commit', '--quiet', '--allow-empty', '-m', 'More')],
    ['another branch', () => git('checkout', '--quiet', '-b', 'other')],
    [
      'something staged',
      () => {
        writeFileSync(join(directory, 'work', 'a'), 'a');
        git('add', 'a');
      },
    ],
  ];
  for (const [title, step] of steps) {
    it(`notices ${title}`, async () => {
      await new Promise<void>((resolve) => {
        const watch = watchGit(join(directory, 'work'), () => {
          watch.dispose();
          resolve();
        });
        step();
      });
    });
  }

  it('notices a commit in a worktree', async () => {
    const tree = join(directory, 'tree');
    git('worktree', 'add', '--quiet', tree);
    await new Promise<void>((resolve) => {
      const watch = watchGit(tree, () => {
        watch.dispose();
        resolve();
      });
      execFileSync('git', ['-C', tree, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { env: gitEnv() });
    });
  });

  it('accepts a folder without a repository', () => watchGit(join(directory, 'nowhere'), assert.fail).dispose());
});

function gitEnv() {
  const who = { GIT_AUTHOR_NAME: 'T', GIT_AUTHOR_EMAIL: 't@e', GIT_COMMITTER_NAME: 'T', GIT_COMMITTER_EMAIL: 't@e' };
  return { PATH: process.env['PATH'] ?? '', HOME: directory, ...who };
}
