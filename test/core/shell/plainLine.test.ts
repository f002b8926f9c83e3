// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash

// The parser for plain lines, beside unbash: the same tree, or none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import { parsePlain } from '../../../src/core/shell/plainLine.ts';
import { codexLines, company, forgeries, noPullRequests, pullRequests } from './gateLines.ts';

const corpora = ['lines.jsonl', '../gates/plan/bashCorpus.jsonl'].flatMap((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line).command)
    .filter((command) => typeof command === 'string'),
);
const gateLines = [
  ...pullRequests,
  ...noPullRequests,
  ...[...codexLines, ...forgeries, ...company].map(([line]) => line),
];

/** Everything but the two lists that follow from the suffix. */
function tree(script: unknown): unknown {
  return JSON.parse(
    JSON.stringify(script, (key, value) => (key === 'args' || key === 'redirects' ? undefined : value)),
  );
}

/** True when the line is plain. */
function compare(line: string): boolean {
  const plain = parsePlain(line);
  if (plain === undefined) return false;
  const whole = parse(line);
  assert.equal(whole.errors, undefined, JSON.stringify(line));
  assert.deepEqual(tree(plain), tree(whole), JSON.stringify(line));
  return true;
}

describe('parsePlain', () => {
  const plainLines = [
    'ls -la',
    'echo "gh pr create"',
    "grep -rn 'a b' src/**/*.ts 2>/dev/null | head -3",
    'cd ~/x && npm test > out.txt 2>&1; echo "exit $?"',
    'git commit -m "Say it\nin two lines"\ngit log --oneline\n',
    'a ||\n b | c',
    'rg "foo\\|bar" $DIR a"b"\'c\' "" \'\'',
    'cat <in >>out 2>&1',
    'git checkout -b x',
    'gh pr create --title "A title" --body \'$(x) `y`\'',
  ];
  for (const line of plainLines) {
    it(`reads ${JSON.stringify(line)} as unbash does`, () => assert.ok(compare(line)));
  }

  const others = [
    ...[
      '',
      ' ',
      '\n',
      ';',
      'a;;b',
      'a &',
      'a & b',
      '&& a',
      'a &&',
      'a |',
      '| a',
      'a |& b',
      'a &> b',
      'a <> b',
      'a >| b',
    ],
    ...[
      'X=a b',
      'X=a',
      'X+=a b',
      'export A=b',
      'alias a=b',
      'if a; then b; fi',
      'time a',
      '! a',
      'f() { a; }',
      '{ a; }',
    ],
    ...[
      'a $(b)',
      'a `b`',
      'a "$(b)"',
      'a "`b`"',
      'a ${b}',
      'a "${b}"',
      "a $'b'",
      'a $"b"',
      'a $1',
      'a $@',
      'a $$',
      'a $',
    ],
    ...[
      'a [b]',
      'a {b,c}',
      'a \\b',
      'a "\\$b"',
      'a <<E\nb\nE',
      'a <<<b',
      'a <(b)',
      'a # b',
      '# a',
      'a "b',
      "a 'b",
      '> a b',
    ],
    ...[
      'a 12>b',
      'a 2>& b',
      'a\rb',
      'a\0b',
      'a ?(b)',
      'a (b)',
      '[[ a ]]',
      '(( a ))',
      'ä',
      'a\u00a0b',
      'a "$"',
      'a $[1]',
    ],
  ];
  for (const line of others) {
    it(`leaves ${JSON.stringify(line)} to unbash`, () => assert.equal(parsePlain(line), undefined));
  }

  it('reads the lines of the corpora as unbash does, and a good part of them', () => {
    const plain = [...corpora, ...gateLines].filter(compare);
    assert.ok(plain.length > corpora.length / 4, `${plain.length} of ${corpora.length}`);
  });

  it('reads random combinations of pieces as unbash does', () => {
    const pieces = [
      ...[
        'a',
        'gh',
        'pr',
        '-x',
        '--y=z',
        '2',
        '12',
        'A=b',
        '~',
        '~/x',
        '~a',
        '=',
        '+=',
        '@',
        '^',
        '%',
        ',',
        ':',
        '..',
        '[',
        ']',
      ],
      ...[
        "'",
        '"',
        "'a b'",
        '"a b"',
        '""',
        "''",
        '"$A"',
        '"$?"',
        '"a$A b"',
        '$A',
        '$?',
        '$',
        '\\',
        '"\\|"',
        '"\\"',
        '*',
        '**',
      ],
      ...[
        '?',
        ' ',
        ' ',
        ' ',
        '  ',
        '\t',
        '\n',
        ';',
        '&',
        '&&',
        '||',
        '|',
        '>',
        '>>',
        '<',
        '>&',
        '2>',
        '2>&1',
        '>&2',
        '<&',
        '#',
      ],
      ...[
        '!',
        '{',
        '}',
        '(',
        ')',
        '`',
        'if',
        'then',
        'do',
        'in',
        'time',
        'export',
        'local',
        'eval',
        'let',
        'env',
        'é',
        '\r',
        '1>',
      ],
      ...[
        '&>',
        '>|',
        '<<',
        '<<<',
        '$(',
        'a+=',
        'A[0]=',
        'exec',
        'coproc',
        'function',
        'select',
        'alias',
        '[[',
        ']]',
        '{a,b}',
        '\0',
      ],
    ];
    let seed = 7;
    let plain = 0;
    for (let count = 0; count < 60_000; count++) {
      let line = '';
      for (let length = 0; length < 2 + (count % 9); length++) {
        seed = (seed * 48_271) % 2_147_483_647;
        // Blanks between most pieces, and among them the plain ones more often.
        line += (pieces[seed % (count % 2 === 0 ? 50 : pieces.length)] ?? '') + (seed % 3 === 0 ? '' : ' ');
      }
      if (compare(line)) plain++;
    }
    assert.ok(plain > 2000, `${plain} were plain`);
  });
});
