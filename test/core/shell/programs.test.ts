// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexCalls } from '../../../src/core/gates/codexCalls.ts';
import { guardedAct } from '../../../src/core/gates/guardedActs.ts';
import { makesPullRequest } from '../../../src/core/gates/pullRequest.ts';
import { type Invocation, readShellLine } from '../../../src/core/shell/programs.ts';
import type { ShellWord } from '../../../src/core/shell/word.ts';

const place = { cwd: '/p', home: '/h' };
const read = (line: string) => readShellLine(line, place);

/** `?` is a word that is not known, `?…` one that may be several; what is known of it stands around. */
function show({ value, head, tail, many }: ShellWord): string {
  return value ?? `${head}?${many ? '…' : ''}${tail}`;
}
const words = (invocation: Invocation) => invocation.words.map(show).join(' ');

describe('readShellLine', () => {
  const lines: [string, string[]][] = [
    ['echo a "b c"', ['echo a b c']],
    ['a; b && c || d | e & f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ["e'c'h\"o\" $'\\x61' \\$X", ['echo a $X']],
    ['echo "$X" $X x"$X"y', ['echo ? ?… x?y']],
    ['echo *.ts a?b [c] {d,e}', ['echo ?….ts a?b ? ?…']],
    ['echo ~/x ~me/y "~/z"', ['echo /h/x ?/y ~/z']],
    ['X=a; echo $X "$X" $XY', ['echo a a ?…']],
    ['X="a b"; echo $X "$X"', ['echo a b a b']],
    ['X=a; X=b; echo $X', ['echo b']],
    ['X=a; X+=b; echo "$X"', ['echo ?']],
    ['X=a; (X=b); echo $X', ['echo a']],
    ['X=a; t && X=b; echo "$X"', ['t', 'echo ?']],
    ['X=a; if t; then X=b; fi; echo "$X"', ['t', 'echo ?']],
    ['X=a; for i in 1; do echo "$X"; X=b; done', ['echo ?']],
    ['X=a; read X; echo "$X"', ['read X', 'echo ?']],
    ['X=a; IFS=x; echo $X', ['echo ?…']],
    ['X=a; . ./file; echo "$X"', ['. ./file', './file', 'echo ?']],
    ['X=a; unset X; echo "$X"', ['unset X', 'echo ?']],
    ['X=a; (( X = 2 )); echo "$X"', ['echo ?']],
    ['export X=a; echo $X', ['export X=a', 'echo a']],
    ['env -u A B=c prog x', ['env -u A B=c prog x', 'prog x']],
    ['sudo -iu me prog', ['sudo -iu me prog', 'prog']],
    ['nice -n 5 timeout -s KILL 5 prog', ['nice -n 5 timeout -s KILL 5 prog', 'timeout -s KILL 5 prog', 'prog']],
    ['bash script a', ['bash script a', 'script a']],
    ['bash -c "a; b" x', ['bash -c a; b x', 'a', 'b']],
    ['xargs -n 1 prog', ['xargs -n 1 prog', 'prog ?…']],
    ['cat <(a) > >(b)', ['a', 'b', 'cat /dev/fd/63']],
    ['f() { a; }; f x', ['a', 'f x']],
    ['[[ -n $(a) ]] && b', ['a', 'b']],
    ['echo "$(a "$(b)")"', ['b', 'a ?', 'echo ?']],
  ];
  for (const [line, expected] of lines) {
    it(`reads ${line}`, () => {
      const { invocations, complete } = read(line);
      assert.deepEqual(invocations.map(words).sort(), [...expected].sort());
      assert.ok(complete);
    });
  }

  const places: [string, readonly string[] | null][] = [
    ['here', ['/p']],
    ['cd x && here', ['/p/x']],
    ['cd x; cd ../y; here', ['/p/y']],
    ['cd /a/./b/..; here', ['/a']],
    ['cd ~/x; here', ['/h/x']],
    ['cd; here', ['/h']],
    ['cd -- x; here', ['/p/x']],
    ['cd -P x; here', ['/p/x']],
    ['cd "$HOME/x" && here', ['/h/x']],
    ['cd "$PWD/x" && here', ['/p/x']],
    ['D=x; cd "$D" && here', ['/p/x']],
    ['pushd x && here', ['/p/x']],
    ['(cd x); here', ['/p']],
    ['(cd x && here)', ['/p/x']],
    ['cd x | true; here', ['/p']],
    ['cd x & here', ['/p']],
    ['t && cd x; here', ['/p', '/p/x']],
    ['if t; then cd x; fi; here', ['/p', '/p/x']],
    ['cd x || exit 1; here', ['/p/x']],
    ['bash -c "cd x && here"', ['/p/x']],
    ['bash -c "cd x"; here', ['/p']],
    ['eval "cd x"; here', ['/p/x']],
    ['env -C x here', ['/p/x']],
    ['cd "$X" && here', null],
    ['cd $X; here', null],
    ['cd "$(git rev-parse --show-toplevel)" && here', null],
    ['cd - && here', null],
    ['popd; here', null],
    ['cd */ && here', null],
    ['CDPATH=/x; cd y; here', null],
    ['. ./file; here', null],
    ['for d in a b; do cd $d; here; done', null],
    ['while t; do here; cd ..; done', null],
    ['f() { here; }', null],
    ['f() { cd x; }; f; here', null],
    ['GIT_DIR=/x/.git here', null],
    ['GIT_WORK_TREE=/x here', null],
    ['env GIT_DIR=/x/.git here', null],
    ['export GIT_DIR=/x/.git; cd /y; here', null],
    ['GIT_DIR=/x/.git git status; here', ['/p']],
    ['(export GIT_DIR=/x/.git); here', ['/p']],
  ];
  for (const [line, expected] of places) {
    it(`knows where ${line} runs`, () => {
      const found = read(line).invocations.filter((invocation) => words(invocation) === 'here');
      assert.equal(found.length, 1);
      assert.deepEqual(found[0]?.places === null ? null : [...(found[0]?.places ?? [])].sort(), expected);
    });
  }

  for (const line of ['echo "', 'if x', 'echo $(', 'a )', '((', 'case x in', "echo '", '${', 'x() ']) {
    it(`says that it has not read all of ${line}`, () => assert.equal(read(line).complete, false));
  }
});

/** The gates ask everything of it that can be asked. */
function ask(line: string): void {
  const { invocations, complete } = read(line);
  assert.equal(typeof complete, 'boolean');
  for (const invocation of invocations) {
    assert.ok(invocation.words.length > 0);
    makesPullRequest(invocation);
    codexCalls(invocation);
    guardedAct(invocation);
  }
}

describe('readShellLine, with any input', () => {
  const corpus = readFileSync(join(import.meta.dirname, 'lines.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): { id: string; command: string } => JSON.parse(line));

  it('answers for every line of the corpus', () => {
    assert.ok(corpus.length > 400);
    for (const { command } of corpus) ask(command);
  });

  it('answers for random pieces of these lines, joined', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed % below;
    };
    const piece = () => {
      const { command } = corpus[random(corpus.length)] ?? { command: '' };
      const from = random(command.length + 1);
      return command.slice(from, from + random(60));
    };
    for (let round = 0; round < 4000; round++) ask(piece() + piece() + piece());
  });

  const pieces = ['$(', '`', '"$(', '(', '{ ', 'a|', 'a;', '$((', '${x:-', '<<E ', '<<E\n', '{a,', '"', "'", '\\'];
  const more = ['if ', 'case x in ', '[[ ', 'a=(', '@(', "$'", '&&', 'for x in ', 'function f ', 'x() ', 'a[', '<('];
  const others = [
    '\n',
    '# ',
    'coproc ',
    'time ',
    'eval ',
    'env ',
    'xargs ',
    'bash -c ',
    'sudo ',
    '\0',
    '\u{1f389}',
    '$X ',
  ];
  for (const repeated of [...pieces, ...more, ...others]) {
    for (const size of [3_000, 40_000, 1_000_000]) {
      it(`answers in time for ${size} characters of ${JSON.stringify(repeated)}`, () => {
        // The limit of the test is enough: what grows with the square takes minutes.
        ask(repeated.repeat(size / repeated.length));
      });
    }
  }

  it('answers for a function that calls itself', () => {
    ask('alias a=b; alias b=a; a');
    ask('alias a="a a"; a a a');
    ask('f() { f; }; f');
    ask(`${"eval '".repeat(30)}gh pr create${"'".repeat(30)}`);
    let line = 'gh pr create';
    for (let depth = 0; depth < 12; depth++) line = `bash -c ${JSON.stringify(line)}`;
    ask(line);
  });
});
