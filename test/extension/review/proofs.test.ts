// What the window reads about proofs and denials, from the files that hooks and `party evidence run` write.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Proofs } from '../../../src/extension/review/ready/proofs.ts';
import { deniedId } from '../../../src/extension/review/ready/readyRows.ts';
import { appendToHooksLog, hooksLogFiles } from '../../../src/node/project/hooksLog.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { beginRun, keepReport } from '../../../src/node/review/evidence/runRecords.ts';

describe('reading proofs', () => {
  let directory: string;
  let proofs: Proofs;
  let project: string;
  const folder = () => ({ name: 'app', path: directory, top: directory });
  const read = async () => {
    const [found] = (await proofs.read([folder()])).proofs;
    assert.ok(found);
    return found;
  };
  const note = { hook: 'pr-gate', session: 'x', level: 'info' };
  const deny = (what: string) =>
    appendToHooksLog(project, { ...note, message: `denied: ${what}`, denied: { what, reason: `No ${what}` } });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-proofs-'));
    const paths = partyPaths({ PARTY_HOME: join(directory, 'home'), HOME: directory });
    proofs = new Proofs({ paths });
    project = projectDirectory(paths, directory);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('finds nothing where nothing happened', async () => {
    const { runs, denied } = await read();
    assert.deepEqual([runs, denied], [[], []]);
  });

  it('shows what was denied, the newest first, and passes over what was allowed', async () => {
    await deny('a pull request');
    await appendToHooksLog(project, { ...note, message: 'allowed: a pull request' });
    const before = await read();
    await deny('a review');
    const { denied, revision } = await read();
    assert.deepEqual(
      denied.map(({ what, reason, hook }) => [what, reason, hook]),
      [
        ['a review', 'No a review', 'pr-gate'],
        ['a pull request', 'No a pull request', 'pr-gate'],
      ],
    );
    assert.notEqual(revision, before.revision);
  });

  it('tells denials of the same millisecond apart, and goes on doing so when more come', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const { now } = hooksLogFiles(project);
    const ids = async () => (await read()).denied.map((one) => [one.what, deniedId(one)] as const);
    const add = (what: string) =>
      appendFileSync(now, `${JSON.stringify({ ...note, at, message: 'x', denied: { what, reason: 'No' } })}\n`);
    mkdirSync(project, { recursive: true });
    for (const what of ['one', 'two']) add(what);
    const before = new Map(await ids());
    add('three');
    const after = new Map(await ids());
    assert.equal(new Set(after.values()).size, 3);
    for (const [what, id] of before) assert.equal(after.get(what), id);
  });

  it('does not change when the hooks only log what they allow', async () => {
    await deny('a review');
    const before = await read();
    await appendToHooksLog(project, { ...note, message: 'allowed: a review' });
    assert.equal((await read()).revision, before.revision);
  });

  it('sees a run begin and end, and what a critic said', async () => {
    const run = await beginRun(project, 'tests-passed', { command: ['npm', 'test'], logged: true });
    assert.deepEqual(
      (await read()).runs.map(({ kind, isRunning, command }) => [kind, isRunning, command]),
      [['tests-passed', true, ['npm', 'test']]],
    );
    await run.end();
    await keepReport(project, 'minimizer', 'VERDICT: APPROVE');
    assert.deepEqual(
      (await read()).runs.map(({ kind, isRunning }) => [kind, isRunning]),
      [
        ['minimizer', false],
        ['tests-passed', false],
      ],
    );
  });
});
