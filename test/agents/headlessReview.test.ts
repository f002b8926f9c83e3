// A review without a pane by the real Codex: its flags, its sandbox and its failures, on a scripted model.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Review } from '../../src/core/review/review.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox, until } from '../support/sandbox.ts';
import { prepareHome } from './home.ts';
import { type CodexModel, type CodexRule, startCodexModel } from './models/openai.ts';
import { sendJson, serve } from './models/server.ts';

const finding = {
  id: 'F1',
  file: 'src/auth.ts',
  line: 1,
  severity: 'blocking',
  category: 'correctness',
  description: 'Login is never checked',
  suggestion: 'Check it',
};
const stats = { blocking_count: 1, non_blocking_count: 0, files_reviewed: 1 };
const good = JSON.stringify({ findings: [finding], summary: 'Looked at it', stats });
/** Does as the request says, and tries what it must not. */
const reviewing: CodexRule = {
  when: /Review request[\s\S]*?^ {4}(git diff .*)$/m,
  // Apart from the look: a command that its sandbox refuses is not told by Codex (0.166).
  run: ([, diff = '']) => [diff, 'touch src/mine && echo WRITTEN; env | grep -q test-key && echo SECRETS-SEEN'],
  say: good,
};

/** By all commands that it ran. */
const printed = (model: CodexModel) => model.requests.map(({ commandOutput }) => commandOutput ?? '').join('\n');

describe('a review without a pane by the real Codex', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());

  const config = () => join(box.home, '.codex/config.toml');
  /** Without the switch by which the tests otherwise keep it from trying for ever. */
  const prepare = (codexUrl: string) => {
    prepareHome(box, { project: project.top, claudeUrl: 'http://127.0.0.1:9', codexUrl, answered: false });
    writeFileSync(config(), readFileSync(config(), 'utf8').replace('unbounded_connection_retries = false', ''));
  };
  const review = (...args: string[]) => box.party(['review', 'request', '--headless', ...args], { cwd: project.top });
  const shown = () => box.partyJson<Review>(['review', 'show'], { cwd: project.top });
  const withModel = async (rules: readonly CodexRule[], act: (model: CodexModel) => Promise<void>) => {
    const model = await startCodexModel(rules);
    try {
      prepare(model.url);
      await act(model);
    } finally {
      await model.stop();
    }
  };

  it('sees the change, can write nothing, and gives findings', () =>
    withModel([reviewing], async (model) => {
      const before = readFileSync(config(), 'utf8');
      const output = await review('main', 'Add login');
      assert.equal(output.code, 0, output.stderr);
      assert.match(output.stderr, /Codex is reading the request/);
      assert.match(output.stderr, /Codex runs git diff/);
      assert.match(
        output.stdout,
        /^CODEX_REVIEW_RAN$[\s\S]*r1-F1 {2}src\/auth\.ts:1 {2}blocking: Login is never checked/m,
      );
      const seen = printed(model);
      assert.match(seen, /touch: cannot touch/);
      assert.match(seen, /\+export const login = 2;/);
      assert.doesNotMatch(seen, /^(?:WRITTEN|SECRETS-SEEN)$/m);
      assert.ok(!existsSync(join(project.top, 'src/mine')));
      assert.equal((await shown()).status.kind, 'findings');
      // Other sandboxes make Codex write down that it trusts the project.
      assert.equal(readFileSync(config(), 'utf8'), before);
    }));

  it('is told in the second round which findings are settled', () =>
    withModel([reviewing], async (model) => {
      await review();
      const cwd = project.top;
      await box.party(['findings', 'triage', 'F1', 'rejected', '--reason', 'It is checked elsewhere'], { cwd });
      await box.party(['review', 're-review', 'again'], { cwd });
      project.write('src/auth.ts', 'export const login = 3;\n');
      const output = await review('--delta');
      assert.equal(output.code, 0, output.stderr);
      const { prompts } = model.requests.at(-1) ?? { prompts: [] };
      assert.match(prompts.join('\n'), /round 2[\s\S]*Rejected because:\n\| It is checked elsewhere/);
      const seen = printed(model);
      assert.match(seen, /-export const login = 2;\n\+export const login = 3;/);
      assert.match(output.stdout, /r1-F1 .*blocking, re-raised/);
    }));

  it('without findings in its answer does not count', () =>
    withModel([{ when: /Review request/, say: 'CODEX APPROVED' }], async () => {
      const output = await review();
      assert.equal(output.code, 1);
      assert.match(output.stderr, /cannot be read as findings/);
      assert.deepEqual((await shown()).rounds, []);
    }));

  for (const [status, message] of [
    [401, /401 Unauthorized.*codex login/],
    [429, /429 Too Many Requests/],
    [500, /Codex gave no review: /],
  ] as const) {
    it(`that is refused by its model (${status}) says so`, async () => {
      const server = await serve(async (_, response) => sendJson(response, status, { error: { message: 'no' } }));
      try {
        prepare(server.url);
        const output = await review();
        assert.equal(output.code, 1, output.stderr);
        assert.match(output.stderr, message);
        assert.deepEqual((await shown()).rounds, []);
      } finally {
        await server.stop();
      }
    });
  }

  it('that takes too long is ended, and nothing of it is left running', () =>
    withModel([{ when: /Review request/, run: 'sleep 1000', say: good }], async () => {
      const output = await review('--timeout', '8s');
      assert.equal(output.code, 4, output.stderr);
      assert.match(output.stderr, /Codex runs sleep 1000[\s\S]*TIMEOUT/);
      // Each of its processes has the project on its command line, or was started by one that has.
      await until('the end of Codex', async () => !(await box.run('ps', ['-eo', 'args'])).stdout.includes(project.top));
    }));

  it('that reaches no model ends by itself', async () => {
    prepare('http://127.0.0.1:9');
    const output = await review('--timeout', '30s');
    assert.equal(output.code, 1, output.stderr);
    assert.match(output.stderr, /Codex gave no review: /);
  });
});
