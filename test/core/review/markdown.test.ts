import assert from 'node:assert/strict';
import { escapeMarkdown, toMarkdown } from '../../../src/core/review/markdown.ts';
import { finding } from '../../support/reviews.ts';

const found = (own: Parameters<typeof finding>[0] = {}) =>
  finding({ file: 'src/auth.ts', line: 42, category: 'correctness', description: 'Missing null check', ...own });

const untitled = { title: '', cycle: null };

describe('findings as Markdown', () => {
  it('are grouped by what is to be done about them', () => {
    assert.equal(
      toMarkdown(
        [
          found({ suggestion: 'Check it first' }),
          found({
            key: 'r2-F2',
            severity: 'non-blocking',
            file: '',
            line: null,
            state: 're-raised',
            category: '',
          }),
          found({ key: 'r1-F3', state: 'rejected', reason: 'On purpose' }),
        ],
        { title: 'Login', cycle: 'q1' },
      ),
      [
        '# Findings: Login',
        '## Blocking (1)',
        '- [**r1-F1**](<vscode://party.party/finding/r1-F1?change=q1>) src/auth.ts:42 (correctness)',
        '  Missing null check',
        '  Suggestion: Check it first',
        '## Not blocking (1)',
        '- [**r2-F2**](<vscode://party.party/finding/r2-F2?change=q1>) no file, raised again',
        '  Missing null check',
        '## Rejected (1)',
        '- [**r1-F3**](<vscode://party.party/finding/r1-F3?change=q1>) src/auth.ts:42 (correctness)',
        '  Missing null check',
        '  Reason: On purpose\n',
      ].join('\n\n'),
    );
  });

  it('carry what was said about them, as plain text', () => {
    const at = '2026-01-01T10:00:00Z';
    const replies = [
      { at, by: 'human', text: 'Is it?\n# Really' },
      { at, by: 'codex', text: 'See <b> @all' },
    ] as const;
    assert.match(
      toMarkdown([found({ replies })], untitled),
      /\n\n {2}Human: Is it\?\\\n {2}\\# Really\n\n {2}Codex: See &lt;b&gt; @\u2060all\n$/,
    );
  });

  it('have no characters that make a text look like another one', () => {
    const hostile = 'a\u202eb\u2066c\u0085d\u009b31me\u200ff\u061cg\u2028h\u001b[2J';
    const own = { description: hostile, suggestion: hostile, category: hostile, file: hostile, reason: hostile };
    const text = toMarkdown([finding({ ...own, state: 'rejected' })], { title: hostile, cycle: null });
    assert.doesNotMatch(text, /[\u001b\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  });

  it('can be an empty list', () => assert.equal(toMarkdown([], untitled), '# Findings\n\nThere are none.\n'));

  for (const [text, escaped] of [
    ['a_b*c `d` ~e~ |f|', 'a\\_b\\*c \\`d\\` \\~e\\~ \\|f\\|'],
    ['[x](https://evil.example)', '\\[x\\](https\u2060://evil.example)'],
    ['<img src=x onerror=y> &lt;', '&lt;img src=x onerror=y&gt; &amp;lt;'],
    ['# heading', '\\# heading'],
    ['- item', '\\- item'],
    ['===', '\\==='],
    ['12. item', '12\u2060. item'],
    [
      'see #12, GH-12 and @someone, www.evil.example',
      'see \\#\u206012, GH-\u206012 and @\u2060someone, www\u2060.evil.example',
    ],
    ['$x$ !a', '\\$x\\$ \\!a'],
    ['back\\slash', 'back\\\\slash'],
    ['src/a-b.ts:3 (why?)', 'src/a-b.ts:3 (why?)'],
  ] as const) {
    it(`show ${text} as it is`, () => assert.equal(escapeMarkdown(text), escaped));
  }

  it('keep every line of a text in its item', () => {
    const text = toMarkdown([found({ description: 'one\n\n# two\n- [ ] three\r\n' })], {
      title: 'a\n# b',
      cycle: null,
    });
    assert.deepEqual(
      text.split('\n').filter((line) => line.startsWith('#')),
      ['# Findings: a \\# b', '## Blocking (1)'],
    );
    assert.ok(text.includes('  one\\\n  \\# two\\\n  \\- \\[ \\] three\n'), text);
  });
});
