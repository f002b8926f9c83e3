import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import type { ChangeFacts, Review } from '../../../src/core/review/review.ts';
import { mirrorMarkers, removeMarkers, sweepMarkers } from '../../../src/node/review/markers.ts';
import { reviewOf } from '../../support/reviews.ts';

const session = '6c6cc175-d060-48d1-a9be-d4387ce81c38';

describe('markers', () => {
  let markerRoot: string;
  beforeEach(() => {
    markerRoot = mkdtempSync(join(tmpdir(), 'party-markers-'));
  });
  afterEach(() => rmSync(markerRoot, { recursive: true, force: true }));

  const names = () => readdirSync(markerRoot).sort();
  const path = (name: string) => join(markerRoot, `claude-${name}-${session}`);
  const change = (hash: string): ChangeFacts => ({
    hash,
    files: {},
    docsOnly: false,
    branch: 'b',
    base: 'c',
    baseKnown: true,
    uncommitted: [],
    filtered: [],
  });
  const review = (missing: Review['missing'], hash = 'h1'): Review => {
    const { evidence, ...rest } = reviewOf();
    const proven = evidenceKinds.filter((kind) => !missing.includes(kind));
    const earned = proven.map((kind) => [kind, { ...evidence[kind], hash }] as const);
    // Nothing is required, which changes no marker.
    return { ...rest, evidence: { ...evidence, ...Object.fromEntries(earned) }, missing: [], change: change(hash) };
  };
  const all = [...evidenceKinds];

  it('mirror the recorded evidence, and nothing else', async () => {
    await mirrorMarkers({ markerRoot }, session, review(['minimizer', 'pr-verified']));
    const kinds = ['checks-passed', 'code-critic', 'codex', 'codex-ran', 'security-scanned', 'tests-passed'];
    assert.deepEqual(
      names(),
      kinds.map((kind) => `claude-${kind}-${session}`),
    );
    assert.equal(statSync(path('codex')).mode & 0o777, 0o600);
    await mirrorMarkers({ markerRoot }, session, review(all.filter((kind) => kind !== 'codex-ran')));
    assert.deepEqual(names(), [`claude-codex-ran-${session}`]);
  });

  it('say which code they are about', async () => {
    await mirrorMarkers({ markerRoot }, session, review([]));
    await mirrorMarkers({ markerRoot }, session, review([], 'h2'));
    assert.equal(readFileSync(path('codex'), 'utf8'), 'h2\n');
  });

  it('are never written or removed through a link', async () => {
    const target = join(markerRoot, 'target');
    writeFileSync(target, 'mine');
    for (const name of ['codex', 'minimizer']) symlinkSync(target, path(name));
    symlinkSync(join(markerRoot, 'nowhere'), path('code-critic'));
    await mirrorMarkers({ markerRoot }, session, review(['minimizer']));
    await removeMarkers({ markerRoot }, session);
    assert.equal(readFileSync(target, 'utf8'), 'mine');
    const links = ['code-critic', 'codex', 'minimizer'].map((name) => `claude-${name}-${session}`);
    assert.deepEqual(names(), [...links, 'target']);
  });

  for (const bad of ['../x', 'a/b', '', 'a b', 'a\0b', 'é', 'x'.repeat(200)]) {
    it(`are not made for the session ${JSON.stringify(bad).slice(0, 20)}`, async () => {
      await assert.rejects(mirrorMarkers({ markerRoot }, bad, review([])), /cannot be part of a file's name/);
      await assert.rejects(removeMarkers({ markerRoot }, bad), /cannot be part of a file's name/);
      assert.deepEqual(names(), []);
    });
  }

  it('of another session stay', async () => {
    await mirrorMarkers({ markerRoot }, 'other', review(all.filter((kind) => kind !== 'codex-ran')));
    await removeMarkers({ markerRoot }, session);
    assert.deepEqual(names(), ['claude-codex-ran-other']);
  });

  it('are swept after a day', async () => {
    await mirrorMarkers({ markerRoot }, session, review([]));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(path('codex'), yesterday, yesterday);
    await sweepMarkers({ markerRoot }, Date.now());
    assert.equal(names().length, evidenceKinds.length - 1);
    await sweepMarkers({ markerRoot: join(markerRoot, 'nowhere') }, Date.now());
  });
});
