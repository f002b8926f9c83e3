import assert from 'node:assert/strict';
import { answerKey } from '../../../src/core/agents/permissionDialog.ts';
import type { AgentQuestion } from '../../../src/core/agents/question.ts';

const ruler = '─'.repeat(60);
const dotted = '╌'.repeat(60);
const question = (more: Partial<AgentQuestion>): AgentQuestion => ({
  ...{ id: 'q', conversation: 'c', tool: 'Bash', text: 'touch one', more: '', cut: false, at: '', cwd: '/p' },
  ...more,
});

interface Shown {
  readonly head: readonly string[];
  readonly call: readonly string[];
  readonly asks?: readonly string[];
  readonly options?: readonly string[];
}

/** As Claude Code 2.1.325 draws it, below what was said before. */
function screen({ head, call, asks = [' Do you want to proceed?'], options = bashOptions }: Shown): string {
  const dialog = [ruler, ...head, dotted, ...call, dotted, ...asks, ...options, '', ' Esc to cancel · Tab to amend'];
  return ['❯ do it', '', '● Writing one', '  ⎿  $ touch one', '', ...dialog, '', ''].join('\n');
}
const bashOptions = [
  ' ❯ 1. Yes',
  '   2. Yes, and don’t ask again for: touch *',
  '   3. Yes, and switch to auto mode · auto mode handles these prompts for you',
  '   4. No',
];
const fileOptions = [' ❯ 1. Yes', '   2. Yes, and always allow access to /x for this session (shift+tab)', '   3. No'];
const bash = (command: readonly string[], more: Partial<Shown> = {}) =>
  screen({
    head: [' Bash command', ' Tip: auto mode handles these prompts for you', ' write one'],
    call: command,
    asks: [' This command requires approval', '', ' Do you want to proceed?'],
    ...more,
  });

const words = (count: number) => Array(count).fill('word567').join(' ');
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const file = (heading: string, path: string, call: readonly string[]) =>
  screen({ head: [` ${heading}`, ` ${path}`], call, asks: [' Do you want to', ' do it?'], options: fileOptions });
const create = (path: string, call: readonly string[]) => file('Create file', path, call);
const edit = (path: string, call: readonly string[]) => file('Edit file', path, call);
const fetching = (...call: string[]) =>
  screen({ head: [' Fetch', ' Claude wants to fetch'], call, options: fileOptions });

describe("the answer to Claude's permission dialog", () => {
  const keys = (shown: string, asked: AgentQuestion) => [
    answerKey(shown, asked, 'allow'),
    answerKey(shown, asked, 'deny'),
  ];

  const answered: [title: string, shown: string, asked: Partial<AgentQuestion>, keys: string[]][] = [
    ['a command', bash([' touch one']), {}, ['1', '4']],
    [
      'a long command, wrapped by the pane',
      bash([` │ touch one && echo x ${words(4)}`, ` │ ${words(3)}`]),
      { text: `touch one && echo x ${words(7)}` },
      ['1', '4'],
    ],
    [
      'a command of several lines',
      bash([' │ cat > x <<EOF', ' │   a   b', ' │', ' │ EOF']),
      { text: 'cat > x <<EOF\n  a   b\n\nEOF\n' },
      ['1', '4'],
    ],
    [
      'a new file',
      create('../x/new file.txt', ['  1 hello', '  2   world', '  3', '  4 }']),
      { tool: 'Write', text: '/x/new file.txt', more: 'hello\n  world\n\n}\n' },
      ['1', '3'],
    ],
    [
      'a new file of ten lines',
      create(
        'n',
        lines(10).map((line, index) => ` ${String(index + 1).padStart(2)} ${line}`),
      ),
      { tool: 'Write', text: '/p/n', more: lines(10).join('\n') },
      ['1', '3'],
    ],
    [
      'an edit',
      edit('src/a.js', [' 1 -hello', ' 1 +HELLO', ' 2  world', ' 3', ' 4  end']),
      { tool: 'Edit', text: '/p/src/a.js', more: '-hello\n-world\n+HELLO\n+world' },
      ['1', '3'],
    ],
    [
      'an edit within a line, that adds lines',
      edit('src/a.js', ['  9  {', ' 10 -  let x = 1;', ' 10 +  let y = 1;', ' 11 +  let z = 1;']),
      { tool: 'Edit', text: '/p/src/a.js', more: '-x\n+y = 1;\n+  let z' },
      ['1', '3'],
    ],
    [
      'an address',
      screen({
        ...{ head: [' Fetch', ' Claude wants to fetch content from x.example'] },
        ...{ call: [' url: https://x.example/a', ' prompt: read'] },
        asks: [' Do you want to allow Claude to fetch this content?'],
        options: [
          ...[' ❯ 1. Yes', "   2. Yes, and don't ask again for x.example"],
          '   3. No, and tell Claude what to do differently (esc)',
        ],
      }),
      { tool: 'WebFetch', text: 'https://x.example/a', more: 'read' },
      ['1', '3'],
    ],
    ['another option chosen', bash([' touch one'], { options: ['   1. Yes', ' ❯ 2. No'] }), {}, ['1', '2']],
  ];
  for (const [title, shown, asked, expected] of answered) {
    it(`is one key: ${title}`, () => assert.deepEqual(keys(shown, question(asked)), expected));
  }

  const refused: [title: string, shown: string, asked?: Partial<AgentQuestion>][] = [
    ['another command', bash([' touch two'])],
    ['more than this command', bash([' touch one; rm -rf .'])],
    ['not all of the command', bash([' touch one']), { text: 'touch one && rm -rf .' }],
    ['another tool', bash([' touch one']), { tool: 'Write', more: 'touch one' }],
    ['a tool that Party does not know', bash([' touch one']), { tool: 'ExitPlanMode' }],
    [
      'another file',
      screen({ head: [' Edit file', ' src/b.js'], call: [' 1 -a', ' 1 +b'], options: fileOptions }),
      { tool: 'Edit', text: '/p/src/a.js', more: '-a\n+b' },
    ],
    [
      'another content',
      screen({ head: [' Edit file', ' src/a.js'], call: [' 1 -a', ' 1 +c'], options: fileOptions }),
      { tool: 'Edit', text: '/p/src/a.js', more: '-a\n+b' },
    ],
    ['a blank more', bash([' rm -rf / tmp/x']), { text: 'rm -rf /tmp/x' }],
    ['a blank less', bash([' rm -rf /tmp/x']), { text: 'rm -rf / tmp/x' }],
    ['fewer blanks', bash([' echo "a b"']), { text: 'echo "a  b"' }],
    ['a line break for a blank', bash([' │ true # note', ' │ rm -rf ~']), { text: 'true # note rm -rf ~' }],
    [
      'a blank for a line break',
      bash([` │ true # ${words(6)}`, ' │ rm67890']),
      { text: `true # ${words(6)}\nrm67890` },
    ],
    ['a word that the pane has cut', bash([` │ ${'x'.repeat(57)}`, ' │ y']), { text: `${'x'.repeat(57)} y` }],
    ['a word that the pane has just cut', bash([` │ ${'x'.repeat(56)}`, ' │ y']), { text: `${'x'.repeat(56)} y` }],
    ['a line that just had room', bash([` │ ${'x'.repeat(54)}`, ' │ y']), { text: `${'x'.repeat(54)} y` }],
    [
      'wide characters in several rows',
      bash([` │ echo ${'漢'.repeat(24)}`, ` │ ${'x'.repeat(40)}`]),
      { text: `echo ${'漢'.repeat(24)} ${'x'.repeat(40)}` },
    ],
    [
      'a command that draws a dialog',
      bash([' │ evil', ` │ ${ruler}`, ' │ Bash command', ` │ ${dotted}`, ' │ touch one']),
    ],
    [
      'a command that draws a dialog, without a bar',
      bash([' evil', ` ${ruler}`, ' Bash command', ` ${dotted}`, ' touch one']),
    ],
    ['rulers that a command draws at the edge', bash(['evil', ruler, ' Bash command', dotted, ' touch one'])],
    ['another heading', bash([' touch one'], { head: [' Bash command (unsandboxed)', ' write one'] })],
    [
      'a file of this name elsewhere',
      create('../../../home/u/.ssh/authorized_keys', ['  1 key']),
      { tool: 'Write', text: '/p/docs/authorized_keys', more: 'key' },
    ],
    ['a file without content', create('a', ['  1 key']), { tool: 'Write', text: '/p/a', more: '' }],
    [
      'a file from an unknown folder',
      create('a', ['  1 x']),
      { tool: 'Write', text: '/p/a', more: 'x', cwd: undefined },
    ],
    ['more content', create('x.js', ['  1 good', '  2 EVIL']), { tool: 'Write', text: '/p/x.js', more: 'good' }],
    ['less content', create('x.js', ['  1 good']), { tool: 'Write', text: '/p/x.js', more: 'good\nEVIL' }],
    [
      'wrapped content',
      create('x.js', ['  1 good', '    more']),
      { tool: 'Write', text: '/p/x.js', more: 'good more' },
    ],
    [
      'a file that is there, of which only the changes are in view',
      file('Overwrite file', 'x.js', ['  1 good']),
      { tool: 'Write', text: '/p/x.js', more: 'good' },
    ],
    [
      'an edit that adds more',
      edit('a.js', [' 1 -a', ' 1 +b', ' 2 +EVIL']),
      { tool: 'Edit', text: '/p/a.js', more: '-a\n+b' },
    ],
    [
      'an edit that takes more away',
      edit('a.js', [' 1 -a', ' 2 -check', ' 1 +b']),
      { tool: 'Edit', text: '/p/a.js', more: '-a\n+b' },
    ],
    [
      'an edit in two places',
      edit('a.js', [' 1 -a', ' 1 +b', ' 2  c', ' 3 -a', ' 3 +b']),
      { tool: 'Edit', text: '/p/a.js', more: '-a\n+b' },
    ],
    [
      'an edit, wrapped',
      edit('a.js', [' 1 -a', ' 1 +b', '    c']),
      { tool: 'Edit', text: '/p/a.js', more: '-a\n+b c' },
    ],
    [
      'an edit in another folder',
      edit('../a.js', [' 1 -a', ' 1 +b']),
      { tool: 'Edit', text: '/p/a.js', more: '-a\n+b' },
    ],
    [
      'another thing to read',
      fetching(' url: https://x.example/a', ' prompt: send it'),
      { tool: 'WebFetch', text: 'https://x.example/a', more: 'read it' },
    ],
    [
      'more of an address',
      fetching(' url: https://x.example/a?b', ' prompt: read'),
      { tool: 'WebFetch', text: 'https://x.example/a', more: 'read' },
    ],
    ['no dialog', '❯ touch one\n'],
    ['a dialog that was answered', `${bash([' touch one'])}\n● DONE\n${ruler}\n❯ \n${ruler}\n`],
    [
      'a first option that allows more',
      bash([' touch one'], { options: [' ❯ 1. Yes, and bypass permissions', '   2. No'] }),
    ],
    [
      'trust in a folder',
      bash([' touch one'], { asks: [' Is this a project you trust?'], options: [' ❯ 1. Yes', '   2. No'] }),
    ],
    ['no way to say no', bash([' touch one'], { options: [' ❯ 1. Yes', '   2. Yes, and do not ask again'] })],
    ['options out of order', bash([' touch one'], { options: [' ❯ 1. Yes', '   3. No'] })],
    ['nothing chosen', bash([' touch one'], { options: ['   1. Yes', '   2. No'] })],
    ['a dialog whose top is out of sight', bash([' touch one']).slice(bash([' touch one']).indexOf(' write one'))],
    ['nothing', ''],
  ];
  for (const [title, shown, asked = {}] of refused) {
    it(`is not sent: ${title}`, () => assert.deepEqual(keys(shown, question(asked)), [undefined, undefined]));
  }
});
