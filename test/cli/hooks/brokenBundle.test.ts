// hook.cjs runs, and the bundle that it loads for the hook is broken.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/sandbox.ts';
import { installation } from './support/everyGate.ts';
import { allowed, denied, HookedProject } from './support/hookedProject.ts';

const breaks: Record<string, (text: string) => string | undefined> = {
  'is missing': () => undefined,
  'is empty': () => '',
  'is cut off': (text) => text.slice(0, text.length / 2),
  throws: () => 'throw new Error("x")',
  'has no hooks': () => 'exports.hooks = {}',
  'is of a Party that had no such bundle': () => 'exports.main = () => {}',
};
const gates = { 'pr-gate': 'gh pr create', 'codex-gate': 'tmux-codex.sh --approve' };

describe('the bundle of a hook', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  /** All of Party, with one of its bundles broken. Gives back the folder of its scripts. */
  function withBroken(bundle: string, change: (text: string) => string | undefined): string {
    const hooks = installation(at.box, undefined);
    const dist = join(hooks, '../../../dist');
    for (const name of readdirSync(join(repository, 'dist')).filter((one) =>
      /^(?:hook.*|facts-.*|unbash|zod)\.cjs$/.test(one),
    )) {
      const text = readFileSync(join(repository, 'dist', name), 'utf8');
      const kept = name === `${bundle}.cjs` ? change(text) : text;
      if (kept === undefined) rmSync(join(dist, name), { force: true });
      else writeFileSync(join(dist, name), kept);
    }
    return hooks;
  }

  function gatePlan(): void {
    mkdirSync(at.file('.claude/review'), { recursive: true });
    writeFileSync(at.file('.claude/review/gate.json'), '{}');
  }

  for (const [what, change] of Object.entries(breaks)) {
    it(`that ${what} makes every gate deny`, async () => {
      for (const [gate, command] of Object.entries(gates)) {
        const file = join(withBroken(`hook-${gate}`, change), `${gate}.sh`);
        assert.match(denied(await at.hook(file, at.bash(command))), /could not decide .*party gates check/s);
      }
      gatePlan();
      const file = join(withBroken('hook-plan-gate', change), 'plan-gate.sh');
      assert.match(denied(await at.hook(file, at.bash('ls'))), /could not decide .*party gates check/s);
    });

    it(`that ${what} makes the reviewing hooks say that they did not review`, async () => {
      gatePlan();
      const edit = { tool_name: 'Write', tool_input: { file_path: at.file('docs/plan.md') } };
      const plan = join(withBroken('hook-plan-review', change), 'plan-review.sh');
      const review = await at.hook(plan, at.event('PostToolUse', edit));
      assert.equal(review.code, 2);
      assert.match(review.stderr, /was not reviewed .*not approved/);
      writeFileSync(at.file('.claude/codex-collab.state.json'), '{}');
      const stop = await at.hook(join(withBroken('hook-stop', change), 'stop.sh'), at.event('Stop'));
      assert.equal(stop.code, 0);
      assert.match(JSON.parse(stop.stdout).systemMessage, /has not reviewed this/);
    });
  }

  const late: Record<string, readonly [gate: string, command: string]> = {
    'facts-review': ['pr-gate', 'gh pr create'],
    // A line that is not plain, and no word of it is the gate's.
    unbash: ['pr-gate', 'a=1 ls "$a" &'],
  };
  for (const [what, change] of Object.entries(breaks)) {
    it(`that a gate loads later and that ${what} makes it deny`, async () => {
      for (const [bundle, [gate, command]] of Object.entries(late)) {
        const file = join(withBroken(bundle, change), `${gate}.sh`);
        assert.match(denied(await at.hook(file, at.bash(command))), /could not decide .*party gates check/s, bundle);
      }
      const input = at.event('PreToolUse', { tool_name: 'Bash', tool_input: {}, session_id: 7 });
      denied(await at.hook(join(withBroken('zod', change), 'pr-gate.sh'), input));
      gatePlan();
      writeFileSync(at.file('.claude/review/approval.json'), '{}');
      const file = join(withBroken('facts-plan', change), 'plan-gate.sh');
      assert.match(denied(await at.hook(file, at.bash('ls'))), /could not decide .*party gates check/s);
    });
  }

  it('decides when it is whole', async () => {
    const nothing = () => undefined;
    const file = join(withBroken('', nothing), 'pr-gate.sh');
    assert.match(denied(await at.hook(file, at.bash('gh pr create'))), /review/);
    allowed(await at.hook(file, at.bash('echo "gh pr create"')));
  });
});
