// Asking Codex about a design or a task, and writing down what it says: with real git and a stand-in for Codex that
// refuses, forgets and lies.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { readReviewFile } from '../../../src/core/collab/reviewFile.ts';
import { isCollab, isForHuman } from '../../../src/core/findings/ledgerFinding.ts';
import { askCollab, type CollabAnswer, type CollabQuestion } from '../../../src/node/collab/askCollab.ts';
import { type CollabReview, recordCollabReview } from '../../../src/node/collab/recordCollabReview.ts';
import { projectDirectory } from '../../../src/node/project/paths.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { readReview } from '../../../src/node/review/openReview.ts';
import { triage } from '../../../src/node/review/reviewActs.ts';
import { issue, TalkingCodex } from '../../support/talkingCodex.ts';

const thread = '01a1e2c0-0b6e-7e80-8341-7e4ebd12d590';
const settings = '.claude/codex-collab.local.md';

describe('a review of collab', function () {
  this.timeout(30_000);
  let codex: TalkingCodex;
  let from: string;
  beforeEach(() => {
    codex = new TalkingCodex();
    from = codex.git('rev-parse', 'HEAD^{tree}').trim();
    codex.write('src/greet.ts', 'export const hello = 1;\n');
  });
  afterEach(() => codex.dispose());

  const treeNow = () => {
    codex.git('add', '--all');
    return codex.git('write-tree').trim();
  };
  const question = (more: Partial<CollabQuestion> = {}): CollabQuestion => ({
    ...{ type: 'task', task: 1, total: 2, top: codex.top, design: { file: 'docs/plan.md', text: '# Plan\n' } },
    ...{ from, tree: treeNow(), files: ['src/greet.ts'], lines: 1, patch: '+export const hello = 1;\n' },
    ...{ thread: null, cached: null, findings: [], timeoutMs: 20_000, onDoing: () => {} },
    ...{ signal: new AbortController().signal, ...more },
  });
  const ask = (more: Partial<CollabQuestion> = {}, runs: readonly string[] = []) => {
    codex.env['EXEC'] = JSON.stringify(runs);
    return askCollab(codex, question(more));
  };
  const given = () => codex.asked().map(({ model, effort, resumed }) => [model, effort, resumed]);
  const setUp = (...lines: string[]) => codex.write(settings, `---\n${lines.join('\n')}\n---\n`);

  describe('is asked', () => {
    it("with Codex's own model and the effort of the rule", async () => {
      codex.answers([{}]);
      const { verdict, model, effort, notes, cached } = await ask();
      assert.deepEqual([model, effort, notes], ['gpt-5.5', 'high', []]);
      assert.deepEqual(verdict.issues, [issue]);
      assert.deepEqual(given(), [['gpt-5.5', 'high', undefined]]);
      assert.deepEqual([cached.model, Object.keys(cached.catalogue)], ['gpt-5.5', ['gpt-5.5', 'gpt-6-sol']]);
    });

    it('about its models once in a session', async () => {
      const { cached } = await ask();
      assert.equal((await ask({ cached })).model, 'gpt-5.5');
      assert.equal(codex.requests().filter(({ server }) => server !== undefined).length, 1);
    });

    it('with more effort for risky files', async () => {
      for (const more of [
        { type: 'design', task: null, from: null, tree: null, files: [], lines: 0 } as const,
        { lines: 201 },
        { files: ['src/auth.ts'] },
        { files: ['package.json'] },
        { files: ['server/main.ts'] },
      ]) {
        assert.equal((await ask(more)).effort, 'xhigh', JSON.stringify(more));
      }
      assert.equal((await ask({ files: ['src/new/main.ts', 'README'] })).effort, 'high');
    });

    it("with the user's choices, but not with less effort than the rule", async () => {
      setUp('model: gpt-6-sol', 'reasoning_override: max');
      assert.deepEqual((await ask()).notes, []);
      setUp('reasoning_override: low');
      assert.match((await ask()).notes.join(), /low is lower than high/);
      assert.deepEqual(given(), [
        ['gpt-6-sol', 'max', undefined],
        ['gpt-5.5', 'high', undefined],
      ]);
    });

    it("with defaults when the user's choice is invalid, and says so", async () => {
      setUp('model: gpt-9', 'reasoning_override: extreme');
      const { notes, model, effort } = await ask();
      assert.deepEqual([model, effort, notes.length], ['gpt-5.5', 'high', 2]);
      assert.match(notes.join('\n'), /an invalid reasoning_override: extreme[\s\S]*does not list the model gpt-9/);
    });

    it('without a model when it does not say which it has', async () => {
      codex.env['TALK'] = 'missing';
      const { model, notes, cached } = await ask();
      assert.deepEqual([model, given()], [null, [[undefined, 'high', undefined]]]);
      assert.match(notes.join(), /did not say which model it uses .*unrecognized subcommand.* chooses one/);
      assert.deepEqual((await ask({ cached })).notes, []);
    });
  });

  describe('falls back', () => {
    it('once when the model is refused', async () => {
      setUp('model: gpt-6-sol');
      const { model, notes } = await ask({}, ['refuses-model']);
      assert.equal(model, 'gpt-5.5');
      assert.deepEqual(notes, ['Codex refuses the model gpt-6-sol; the review uses gpt-5.5']);
      assert.deepEqual(given(), [
        ['gpt-6-sol', 'high', undefined],
        ['gpt-5.5', 'high', undefined],
      ]);
    });

    it('once when the effort is refused', async () => {
      setUp('model: gpt-6-sol', 'reasoning_override: max');
      const { effort, notes } = await ask({ thread }, ['refuses-effort']);
      assert.deepEqual([effort, notes], ['high', ['Codex refuses the effort max; the review uses high']]);
      assert.deepEqual(given(), [
        ['gpt-6-sol', 'max', thread],
        ['gpt-6-sol', 'high', thread],
      ]);
    });

    it('to what Codex chooses in a new thread, because the old one remembers', async () => {
      const answer = await ask({ thread }, ['refuses-model']);
      assert.equal(answer.model, null);
      assert.deepEqual(given().at(-1), [undefined, 'high', undefined]);
      assert.notEqual(answer.thread, thread);
    });

    it('not twice', async () => {
      setUp('model: gpt-6-sol');
      await assert.rejects(ask({}, ['refuses-model', 'refuses-model']), /gpt-5\.5.* not supported/);
      assert.equal(given().length, 2);
    });

    it('not for another failure', async () => {
      await assert.rejects(ask({}, ['429']), (error) => isPartyError(error, 'COMMAND_FAILED'));
      assert.equal(given().length, 1);
    });
  });

  describe('goes on', () => {
    it('in its thread', async () => {
      assert.equal((await ask({ thread })).thread, thread);
      assert.deepEqual(given()[0]?.[2], thread);
    });

    it('in a new one when the old one is gone, and says so', async () => {
      const answer = await ask({ thread }, ['gone']);
      assert.notEqual(answer.thread, thread);
      assert.match(answer.notes.join(), /no longer has the thread/);
      assert.deepEqual(
        given().map(([, , resumed]) => resumed),
        [thread, undefined],
      );
    });

    it('in a new one when the state holds no id, and says so', async () => {
      const answer = await ask({ thread: '--last' });
      assert.match(answer.notes.join(), /not a thread id/);
      assert.deepEqual(
        given().map(([, , resumed]) => resumed),
        [undefined],
      );
    });

    it('never in a thread of another session', async () => {
      await assert.rejects(ask({ thread }, ['foreign']), /answered in the thread .*ffff instead of .*does not count/);
      await assert.rejects(ask({}, ['threadless', 'threadless', 'threadless']), /did not say in which thread/);
    });
  });

  for (const [what, verdict] of [
    ['words', 'CHANGES REQUESTED'],
    ['another form', '{"verdict":"ok"}'],
    ['nothing', ''],
  ] as const) {
    it(`is not a verdict when the answer is ${what}`, async () => {
      codex.env['VERDICT'] = verdict;
      await assert.rejects(
        ask(),
        (error) => isPartyError(error, 'COMMAND_FAILED') && /is not a verdict/.test(error.message),
      );
      const folder = join(projectDirectory(codex.paths, codex.top), 'collab');
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  it('gets the open and the settled findings, and resolves only these', async () => {
    codex.answers([{}, { title: 'Too long', severity: 'info', category: 'other' }]);
    await record(await ask());
    await triage(codex, 'c1r1-F2', 'rejected', 'It has to be');
    const findings = (await readReview(codex, codex.top)).findings.filter(isCollab);
    codex.answers([], ['c1r1-F1', 'c1r1-F2']);
    const { verdict, notes } = await ask({ findings });
    assert.deepEqual(verdict.resolved, ['c1r1-F1']);
    assert.match(notes.join(), /marked findings as resolved that are not open.*c1r1-F2/);
    const prompt = codex.asked().at(-1)?.prompt ?? '';
    assert.match(prompt, /- c1r1-F1, blocking, open[\s\S]*Rejected because:\n\| It has to be/);
  });

  const record = (answer: CollabAnswer, more: Partial<CollabReview> = {}) =>
    recordCollabReview(codex, { ...question(), ...answer, askedAt: new Date().toISOString(), ...more });

  describe('is written down', () => {
    it('in the ledger and in a file', async () => {
      codex.answers([
        { file: 'src/greet.ts' },
        { severity: 'warning', category: 'performance', file: '../../etc/passwd', line: 7, title: 'Slow' },
        { severity: 'warning', category: 'security', title: 'Not so', conflicts_with_design: true },
      ]);
      const { file, entry, raised, blocking } = await record(await ask());
      assert.deepEqual(
        raised.map(({ key, severity, linked, anchor }) => [key, severity, linked, anchor]),
        [
          ['c1r1-F1', 'blocking', true, 'export const hello = 1;'],
          ['c1r1-F2', 'non-blocking', false, ''],
          ['c1r1-F3', 'blocking', true, 'export const login = 1;'],
        ],
      );
      assert.deepEqual(
        [blocking.map(({ key }) => key), raised.filter(isForHuman).map(({ key }) => key)],
        [['c1r1-F1'], ['c1r1-F3']],
      );
      assert.match(file, /^\.claude\/codex-collab\/reviews\/task-1-review-\d{8}-\d{6}\.md$/);
      assert.deepEqual([entry.issues, entry.blocking, `${entry.id}.md`], [3, 1, file.split('/').at(-1)]);
      const written = readReviewFile(readFileSync(join(codex.top, file), 'utf8'));
      assert.deepEqual(
        [written?.model, written?.reasoning, written?.filesReviewed, written?.issues.map(({ key }) => key)],
        ['gpt-5.5', 'high', 1, ['c1r1-F1', 'c1r1-F2', 'c1r1-F3']],
      );
      const review = await readReview(codex, codex.top);
      assert.deepEqual([review.status.kind, review.status.blocking, review.rounds], ['none', 2, []]);
    });

    it('in one cycle for all tasks, in another for the design', async () => {
      codex.answers([{ file: '', line: null }]);
      const design = { type: 'design', task: null, tree: null, files: [], lines: 0 } as const;
      const first = await record(await ask({ ...design, from: null }), design);
      assert.deepEqual(
        first.raised.map(({ key, file, document }) => [key, file, document]),
        [['c1r1-F1', 'docs/plan.md', 'docs/plan.md']],
      );
      assert.deepEqual([first.entry.blocking, first.blocking], [1, []]);
      await record(await ask());
      const again = await record(await ask({ task: 2 }), { task: 2 });
      assert.deepEqual(
        again.raised.map(({ key, raised }) => [key, raised.length]),
        [['c2r1-F1', 2]],
      );
      const log = openProjectLog(codex.paths, codex.top);
      const cycles = (await log.events()).flatMap((event) => (event.event === 'requested' ? [event.cycle] : []));
      assert.equal(new Set(cycles).size, 2);
    });

    it('with what is still open, although this review says nothing about it', async () => {
      codex.answers([{}]);
      await record(await ask());
      codex.answers([]);
      const silent = await record(await ask());
      assert.deepEqual([silent.raised, silent.entry.blocking], [[], 1]);
      const findings = (await readReview(codex, codex.top)).findings.filter(isCollab);
      codex.answers([], ['c1r1-F1']);
      const clean = await record(await ask({ findings }));
      assert.deepEqual([clean.entry.blocking, clean.blocking], [0, []]);
    });

    it('under other names in the same second', async () => {
      const answer = await ask();
      const files = await Promise.all([record(answer), record(answer), record(answer)]);
      assert.equal(new Set(files.map(({ file }) => file)).size, 3);
    });

    it('on the branch that the session has gone to', async () => {
      const log = openProjectLog(codex.paths, codex.top);
      await log.append({ event: 'collab', actor: 'human', what: 'started', task: null });
      codex.answers([{}]);
      await record(await ask());
      codex.git('switch', '--quiet', '--create', 'other');
      // Also before it was reviewed there.
      const { status } = await readReview(codex, codex.top);
      assert.equal(status.blocking, 1);
      assert.equal((await triage(codex, 'c1r1-F1', 'open')).finding.state, 'open');
      codex.answers([]);
      const { blocking } = await record(await ask());
      assert.deepEqual(
        blocking.map(({ key }) => key),
        ['c1r1-F1'],
      );
    });

    it('only in the project', async () => {
      const answer = await ask();
      mkdirSync(join(codex.top, '.claude/codex-collab'), { recursive: true });
      mkdirSync(join(codex.root, 'elsewhere'));
      symlinkSync(join(codex.root, 'elsewhere'), join(codex.top, '.claude/codex-collab/reviews'));
      await assert.rejects(record(answer), (error) => isPartyError(error, 'STATE_UNSAFE'));
      assert.deepEqual(readdirSync(join(codex.root, 'elsewhere')), []);
      const log = openProjectLog(codex.paths, codex.top);
      assert.ok((await log.events()).every(({ event }) => event !== 'requested' && event !== 'received'));
    });
  });

  it('against the design is decided by the human alone', async () => {
    codex.answers([{ conflicts_with_design: true }]);
    await record(await ask());
    const claude = { ...codex, env: { ...codex.env, CLAUDECODE: '1' }, cwd: codex.top, paths: codex.paths };
    await assert.rejects(triage(claude, 'c1r1-F1', 'fixed'), /c1r1-F1 conflicts with the approved design/);
    assert.equal((await triage(codex, 'c1r1-F1', 'rejected', 'The design stays')).finding.state, 'rejected');
  });

  it('leaves settings that cannot be read alone', async () => {
    mkdirSync(join(codex.top, settings), { recursive: true });
    assert.match((await ask()).notes.join(), /codex-collab\.local\.md is not a file\. It is ignored/);
    assert.ok(existsSync(join(codex.top, settings)));
  });
});
