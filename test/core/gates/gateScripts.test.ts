// The first part of the gates' scripts, in sh, lets most calls pass without Node. It must never let one pass that the
// gate itself would look at: compared for each character that can stand beside the letters of a program's name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import type { BashCall } from '../../../src/core/gates/bashCall.ts';
import { codexGate } from '../../../src/core/gates/codexGate.ts';
import { prGate } from '../../../src/core/gates/prGate.ts';
import { scripts } from '../../../src/core/gates/scripts/scripts.ts';
import { denyStateWrite } from '../../../src/core/gates/state/lineWrites.ts';
import { daily, doors } from './doorLines.ts';
import { everydayLines } from './everydayLines.ts';
import { call } from './gateFacts.ts';
import { checkouts, deep, helped, submitters } from './otherDoorLines.ts';

const characters = [
  ...Array.from({ length: 0x7f }, (_, code) => String.fromCodePoint(code + 1)),
  ...['\u00a0', '\u0131', '\u017f', '\u2028', '\u212a', '\ufeff', '\u{1f600}'],
];
const tails = ['pr create', '--review', '--approve'];
const lines = [
  ...characters.flatMap((one) =>
    [`${one}X`, `X${one}`, `X${one}X`, `${one}`, `${one}${one}X`, `env ${one}X`, `a|${one}X`].flatMap((program) =>
      tails.map((tail) => `${program} ${tail}`),
    ),
  ),
  ...[
    ...[...doors, ...daily, ...submitters, ...checkouts, ...helped, ...deep],
    ...everydayLines.filter((line) => !line.includes('\n')),
    'just pr',
    'git -C x y',
    'ls && git y',
    'sudo git y',
    'git -c a=b y',
    ...['find /home -delete', 'gfind .. -delete', 'grm -rf /home', 'chgrp -R x /home', 'grm -rf dist'],
    ...['sort -o ../home/kept/x a', 'cd /home && sort -o kept/x a', 'git -C ../home/kept init', 'sort -o x a'],
    'value/x.sh',
    'sh value',
  ],
];
const bash = (command: string) => call('Bash', { command });

/** Which of the lines the script lets pass. */
function passed(script: string): string[] {
  const first = script.slice(0, script.indexOf('\ncase $0 in'));
  const each = `while IFS= read -r call; do\n(\n${first}\nexit 3\n) <<END\n$call\nEND\necho $?\ndone`;
  const input = lines.map((line) => `${JSON.stringify(bash(line))}\n`).join('');
  const codes = execFileSync('sh', ['-c', each], {
    input,
    env: { ...process.env, PARTY_SESSION: 'party-x', PARTY_HOME: '/home/kept' },
  });
  const all = codes.toString().trim().split('\n');
  assert.equal(all.length, lines.length);
  return lines.filter((_, at) => all[at] === '0');
}

const asked = () => {
  throw new Error('the gate looks at it');
};
const state = {
  guarded: ['/home/kept'],
  pathsOf: (cwd: string, path: string) => [posix.resolve(cwd, path)],
  isAnswer: asked,
};
const facts = {
  ...{ topOf: asked, sameRepository: asked, reviewOf: asked, tasksRequired: asked, linkedTasks: asked },
  ...{ offWanted: asked, usePass: asked, placeOf: asked, readScript: asked, branchesOf: asked, aliasOf: asked },
  ...{ userHome: '/home', tmuxSocket: '', partyHome: '/home/kept' },
  stateWrite: ({ command, line }: BashCall, cwd: string) => denyStateWrite(command, line, cwd, state),
};

for (const [name, gate] of Object.entries({ 'pr-gate': prGate, 'codex-gate': codexGate })) {
  it(`the script of ${name} lets nothing pass that the gate would look at`, async () => {
    const without = passed(scripts[`resources/claude/hooks/${name}.sh`] ?? '');
    assert.ok(without.length > 100, `${without.length} of ${lines.length}`);
    for (const line of without) {
      const looked = await gate(bash(line), facts).then(
        (verdict) => verdict !== undefined,
        () => true,
      );
      assert.equal(looked, false, JSON.stringify(line));
    }
  });
}
