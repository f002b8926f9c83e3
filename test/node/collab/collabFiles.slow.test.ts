// The state of collab on the disk: what is no state is put aside, two who write do not lose each other's word, and a kill
// leaves the old or the new.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollabState, collabFolder, collabSkipFile, collabStateFile } from '../../../src/core/collab/collab.ts';
import { idleCollab } from '../../../src/core/collab/machine.ts';
import { askToSkip, changeCollab, isSkipAsked, readCollab, takeSkip } from '../../../src/node/collab/collabFiles.ts';
import { listReviews, readReviewText } from '../../../src/node/collab/reviewFiles.ts';
import { newProject, type Project } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';

describe('the files of collab', function () {
  this.timeout(60_000);
  let repo: Project;
  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('a.ts', 'a\n');
    repo.commit();
  });
  afterEach(() => repo.dispose());

  const path = (name = collabStateFile) => join(repo.top, name);
  const on = (more: Partial<CollabState> = {}): CollabState => ({
    ...{ ...idleCollab(repo.top), phase: 'implementing', design: 'docs/plan.md', task_index: 1, ...more },
  });
  const write = (text: string) => repo.write(collabStateFile, text);
  const change = (next: (state: CollabState | null) => CollabState | null) => changeCollab(repo.top, repo, next);
  const aside = () => readdirSync(path(collabFolder)).filter((name) => name.includes('aside'));

  it('are idle without a file, and are read back as written', async () => {
    assert.deepEqual(await readCollab(repo.top, repo), { state: null, setAside: null, edited: null });
    await change(() => ({ ...on(), newer: 'kept' }));
    const { state } = await readCollab(repo.top);
    assert.deepEqual([state?.phase, state?.['newer']], ['implementing', 'kept']);
    await change((now) => now && { ...now, phase: 'idle' });
    assert.ok(!existsSync(path()));
  });

  it('stay out of every commit', async () => {
    await change(() => on());
    await askToSkip(repo.top);
    repo.write('.claude/codex-collab/reviews/design-review-20260101-000000.md', 'x\n');
    assert.equal(repo.git('status', '--porcelain', '-uall'), '');
    repo.git('add', '--all');
    assert.equal(repo.git('diff', '--cached', '--name-only'), '');
  });

  it('are not written when nothing has changed', async () => {
    await change(() => on());
    writeFileSync(path(), `${readFileSync(path(), 'utf8')}\n\n`);
    const before = readFileSync(path(), 'utf8');
    await change((state) => state);
    assert.equal(readFileSync(path(), 'utf8'), before);
  });

  const broken: [string, () => string | undefined, RegExp][] = [
    ['nothing in it', () => '', /is not JSON/],
    ['half of it', () => JSON.stringify(on()).slice(0, 90), /is not JSON/],
    ['something else', () => '[1]', /is not a collab state/],
    ['null', () => 'null', /is not a collab state/],
    ['a phase that there is not', () => JSON.stringify({ ...on(), phase: 'dancing' }), /phase is wrong or missing/],
    ['an invalid number', () => JSON.stringify({ ...on(), task_index: 'two' }), /task_index is wrong/],
    ['a field that is missing', () => JSON.stringify({ phase: 'designing' }), /project is wrong or missing/],
    ['bytes', () => '\u0000\uffff', /is not JSON/],
    [
      'another project',
      () => JSON.stringify(on({ project: '/else\n\u001b[31m' })),
      /belongs to another project, \/else \[31m/,
    ],
    ['a design outside', () => JSON.stringify(on({ design: '../secret.md' })), /design that is not in the project/],
    [
      'a design of the machine',
      () => JSON.stringify(on({ design: '/etc/passwd' })),
      /design that is not in the project/,
    ],
    [
      'a folder',
      () => {
        mkdirSync(path(), { recursive: true });
        return undefined;
      },
      /is not a file/,
    ],
    [
      'a link',
      () => {
        repo.write('.claude/elsewhere.json', JSON.stringify(on()));
        symlinkSync('elsewhere.json', path());
        return undefined;
      },
      /is a symbolic link/,
    ],
  ];
  for (const [what, make, why] of broken) {
    it(`are put aside when there is ${what}, which is reported once`, async () => {
      const text = make();
      if (text !== undefined) write(text);
      assert.deepEqual(
        await readCollab(repo.top),
        { state: null, setAside: null, edited: null },
        'who only looks leaves it alone',
      );
      assert.ok(!existsSync(path(collabFolder)));
      const first = await readCollab(repo.top, repo);
      assert.equal(first.state, null);
      assert.match(first.setAside ?? '', why);
      assert.doesNotMatch(first.setAside ?? '', /[\n\u001b]/);
      const [kept = ''] = aside();
      assert.ok(first.setAside?.includes(`${collabFolder}/${kept}`), first.setAside ?? '');
      if (text !== undefined) assert.equal(readFileSync(path(`${collabFolder}/${kept}`), 'utf8'), text);
      assert.deepEqual(await readCollab(repo.top, repo), { state: null, setAside: null, edited: null });
      assert.equal(repo.git('status', '--porcelain', '-uall', '--', '.claude/codex-collab*'), '');
    });
  }

  it('are also put aside by a writer, each under its own name', async () => {
    for (let n = 0; n < 3; n++) {
      write(`broken ${n}`);
      const { setAside, state } = await change((now) => now ?? on());
      assert.match(setAside ?? '', /is not JSON/);
      assert.equal(state?.phase, 'implementing');
    }
    assert.equal(aside().length, 3);
  });

  it('are put aside once when many look at once', async () => {
    write('broken');
    const said = await Promise.all(Array.from({ length: 8 }, () => readCollab(repo.top, repo)));
    assert.equal(said.filter(({ setAside }) => setAside !== null).length, 1);
    assert.equal(aside().length, 1);
  });

  it('are put aside next to the folder when its place is taken by something else', async () => {
    write('broken');
    rmSync(path(collabFolder), { recursive: true, force: true });
    writeFileSync(path(collabFolder), 'mine');
    const { setAside } = await readCollab(repo.top, repo);
    assert.match(setAside ?? '', /kept as \.claude\/codex-collab-aside-/);
    assert.equal(readFileSync(path(collabFolder), 'utf8'), 'mine');
  });

  it('are not written or read through a link', async () => {
    const elsewhere = join(repo.root, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, path('.claude'));
    await assert.rejects(
      change(() => on()),
      /\.claude is a symbolic link/,
    );
    writeFileSync(join(elsewhere, 'codex-collab.state.json'), JSON.stringify(on()));
    assert.deepEqual(await readCollab(repo.top, repo), { state: null, setAside: null, edited: null });
    assert.deepEqual(readdirSync(elsewhere), ['codex-collab.state.json']);
  });

  it('keep the changes of two simultaneous writers', async () => {
    await change(() => on());
    const writers = [1, 2, 3].map(() => writer('20'));
    const codes = await Promise.all(writers.map((child) => new Promise((done) => child.on('exit', done))));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal((await readCollab(repo.top)).state?.rounds, 60);
  });

  it('are the old ones or the new ones after kill -9', async () => {
    await change(() => on());
    let last = 0;
    for (let n = 0; n < 8; n++) {
      const child = writer();
      const gone = new Promise((done) => child.on('exit', done));
      const rounds = async () => (await readCollab(repo.top)).state?.rounds ?? -1;
      await until('some writing', async () => (await rounds()) > last + n);
      child.kill('SIGKILL');
      await gone;
      const { state, setAside, edited } = await readCollab(repo.top, repo);
      assert.deepEqual([setAside, edited], [null, null]);
      assert.ok((state?.rounds ?? 0) > last);
      last = state?.rounds ?? 0;
    }
    await change((state) => state && { ...state, rounds: 0 });
    assert.equal((await readCollab(repo.top)).state?.rounds, 0);
  });

  function writer(times?: string) {
    const script = join(import.meta.dirname, '../fixtures/collabWriter.ts');
    return spawn(process.execPath, [script, repo.top, ...(times === undefined ? [] : [times])], {
      ...{ env: repo.env, stdio: 'inherit' },
    });
  }

  it('let one of several simultaneous Stops use the skip', async () => {
    await askToSkip(repo.top);
    assert.ok(await isSkipAsked(repo.top));
    const taken = await Promise.all([1, 2, 3, 4].map(() => takeSkip(repo.top)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.ok(!existsSync(path(collabSkipFile)));
  });

  describe('with reviews', () => {
    const file = (id: string) => `${collabFolder}/reviews/${id}.md`;
    const entry = (id: string) => ({ id, type: 'task' as const, task_index: 1, at: '', issues: 0, blocking: 0 });

    it('are in the order of the log, whatever the clock said, after those of earlier runs', async () => {
      const ids = ['task-1-review-20260102-000000', 'task-1-review-20260101-000000', 'task-1-review-20260101-000000-2'];
      for (const id of [...ids, 'design-review-20250101-000000', 'task-9-review-20240101-000000']) {
        repo.write(file(id), 'x\n');
      }
      repo.write(`${collabFolder}/reviews/notes.md`, 'mine\n');
      const log = [...ids, '../../secret', 'task-2-review-20260102-000000'].map(entry);
      assert.deepEqual(await listReviews(repo.top, log), [
        'task-9-review-20240101-000000',
        'design-review-20250101-000000',
        ...ids,
      ]);
    });

    it('are read by their id, and nothing else is', async () => {
      const id = 'design-review-20260101-000000';
      repo.write(file(id), 'said\n');
      repo.write('.claude/secret.md', 'secret\n');
      assert.equal(await readReviewText(repo.top, id), 'said\n');
      for (const bad of ['../../secret', `../reviews/${id}`, '/etc/passwd', `${id}.md`, '', '..', `${id}\0`, '..\\x']) {
        await assert.rejects(readReviewText(repo.top, bad), /not the id of a review/, JSON.stringify(bad));
      }
      await assert.rejects(readReviewText(repo.top, 'task-1-review-20260101-000000'), /There is no review/);
    });

    it('are not read through a link', async () => {
      const id = 'design-review-20260101-000000';
      repo.write('.claude/secret.md', 'secret\n');
      mkdirSync(path(`${collabFolder}/reviews`), { recursive: true });
      symlinkSync('../../secret.md', path(file(id)));
      await assert.rejects(readReviewText(repo.top, id), /There is no review/);
      rmSync(path(`${collabFolder}/reviews`), { recursive: true });
      repo.write(`.claude/other/${id}.md`, 'x\n');
      symlinkSync('../other', path(`${collabFolder}/reviews`));
      await assert.rejects(readReviewText(repo.top, id), /There is no review/);
      assert.deepEqual(await listReviews(repo.top, []), []);
    });
  });
});
