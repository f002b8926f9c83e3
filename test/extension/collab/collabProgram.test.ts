// The calls about collab: which arguments reach the program, and who it takes us for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collabProgram, designOption } from '../../../src/extension/collab/collabProgram.ts';
import { ShippedProgram } from '../../support/shippedProgram.ts';

describe('the shipped program, about collab', () => {
  let shipped: ShippedProgram;
  let root: string;
  const program = () => shipped;
  const script = (body: string) => shipped.script(body);
  const received = () => shipped.received();
  const start = (design: string, top = root) =>
    collabProgram.start(program(), root, designOption({ path: root, top }, design));

  beforeEach(() => {
    shipped = new ShippedProgram({ CLAUDECODE: '1', CODEX_THREAD_ID: 't', CODEX_SANDBOX: '1' });
    root = shipped.root;
  });
  afterEach(() => shipped.dispose());

  const calls: [title: string, () => Promise<unknown>, args: string[]][] = [
    ['a start with the plan', () => start(join(root, 'docs/plan.md')), ['start']],
    [
      'a start with a file like an option',
      () => start(join(root, '--json "$HOME".md')),
      ['start', '--design=--json "$HOME".md'],
    ],
    // The window has a folder of the repository, and in that one is a file with the name of the plan.
    [
      "a start with a folder's own docs/plan.md",
      () => start(join(root, 'docs/plan.md'), join(root, '..')),
      ['start', '--design=docs/plan.md'],
    ],
    ['a start with the plan above the folder', () => start(join(root, '../docs/plan.md'), join(root, '..')), ['start']],
    ...(['pause', 'resume', 'skip', 'cancel', 'complete'] as const).map(
      (verb): [string, () => Promise<unknown>, string[]] => [
        `a ${verb}`,
        () => collabProgram.act(program(), root, verb),
        [verb],
      ],
    ),
  ];
  for (const [title, call, args] of calls) {
    it(`gets ${title}, by a human, in the folder that is meant`, async () => {
      const remarks = [{ problem: 'a', next: [{ act: 'showFindings' }] }];
      script(`echo '${JSON.stringify({ changed: true, remarks, collab: {} })}'`);
      assert.deepEqual(await call(), { changed: true, remarks, collab: {} });
      assert.deepEqual(received(), ['collab', ...args, '--json']);
      assert.equal(readFileSync(join(root, 'out.cwd'), 'utf8').trim(), root);
      assert.doesNotMatch(readFileSync(join(root, 'out.env'), 'utf8'), /^(CLAUDECODE|CODEX_\w+)=/m);
    });
  }

  it('says why it refuses, and the ways out that this version knows', async () => {
    const next = [{ act: 'startCollab', command: 'party collab start' }, { act: 'dance' }, { act: 'restore', id: 1 }];
    const error = { code: 'REFUSED', message: 'Collab is off. To …', problem: 'Collab is off', next };
    script(`echo '${JSON.stringify({ error })}' >&2; exit 1`);
    await assert.rejects(collabProgram.act(program(), root, 'pause'), {
      code: 'REFUSED',
      message: 'Collab is off',
      next: [{ act: 'startCollab' }],
    });
  });

  it('says why it refuses, in the words of a program without ways out', async () => {
    script(`echo '{"error":{"code":"REFUSED","message":"Collab is off here"}}' >&2; exit 1`);
    await assert.rejects(collabProgram.act(program(), root, 'pause'), {
      code: 'REFUSED',
      message: 'Collab is off here',
    });
  });
});
