// Many decide about one review at once, and some are killed while they do: what was said to be decided is decided.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import { beginRound } from '../../src/node/review/beginRound.ts';
import { completeRound } from '../../src/node/review/completeRound.ts';
import { readReview } from '../../src/node/review/openReview.ts';
import { triage } from '../../src/node/review/reviewActs.ts';
import { forkFixture } from '../support/forkFixture.ts';
import { newProject, type Project } from '../support/project.ts';
import { reviewerWrites } from '../support/reviewersWord.ts';

describe('a review with 8 writers, of which half are killed with -9', function () {
  this.timeout(120_000);
  let repo: Project;
  const writers = 8;
  const each = 8;
  const ids = Array.from({ length: writers * each }, (_, n) => `F${n}`);

  before(async () => {
    repo = newProject({ git: 'empty' });
    repo.write('a.ts', 'one\n');
    repo.commit();
    repo.git('switch', '--quiet', '-c', 'work');
    repo.write('a.ts', 'two\n');
    const { event } = await beginRound(repo, {
      ...{ delta: false, headless: false },
      findingsFile: (request) => join(repo.root, 'codex/findings', `${request}.json`),
    });
    const findings = ids.map((id) => ({
      id,
      file: 'a.ts',
      line: 1,
      severity: 'blocking',
      category: 'x',
      description: id,
    }));
    await reviewerWrites(repo, event.file, JSON.stringify({ findings }));
    await completeRound(repo, event.file);
  });
  after(() => repo.dispose());

  it('keeps every confirmed decision, and continues', async () => {
    const decided = new Set<string>();
    const fixture = join(import.meta.dirname, 'fixtures/reviewWriter.ts');
    const all = Array.from({ length: writers }, (_, n) => {
      const keys = ids.slice(n * each, (n + 1) * each).map((id) => `r1-${id}`);
      const child = forkFixture(fixture, [repo.top, keys.join(), n % 2 === 0 ? 'forever' : 'once'], repo.env);
      let said = 0;
      child.on('message', (key) => {
        decided.add(String(key));
        // In the midst of the next one.
        if (n % 2 === 0 && ++said === 4) setTimeout(() => child.kill('SIGKILL'), n * 3);
      });
      return once(child, 'exit');
    });
    const exits = await Promise.all(all);
    assert.equal(exits.filter(([code]) => code === 0).length, writers / 2);
    const { findings } = await readReview(repo, repo.top);
    const rejected = new Set(findings.filter(({ state }) => state === 'rejected').map(({ key }) => key));
    assert.deepEqual(
      [...decided].filter((key) => !rejected.has(key)),
      [],
    );
    assert.ok(decided.size >= (writers / 2) * (each + 4), `only ${decided.size} decisions were seen`);
    assert.equal((await triage(repo, 'r1-F0', 'open')).finding.state, 'open', 'a dead writer holds no other one up');
  });

  it('has a chain that no killed writer has broken', async () => {
    const { problems, lines } = await openProjectLog(repo.paths, repo.top).health();
    assert.deepEqual(problems, []);
    assert.ok(lines >= (writers / 2) * (each + 4), `only ${lines} lines`);
  });

  it('has only whole lines in its log, except where a writer was killed', () => {
    const log = readFileSync(repo.durable('events.jsonl'), 'utf8');
    const broken = log.split('\n').filter((line) => {
      try {
        return line !== '' && JSON.parse(line) === undefined;
      } catch {
        return true;
      }
    });
    assert.ok(broken.length <= writers / 2, broken.join('\n'));
  });
});
