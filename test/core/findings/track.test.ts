// Where a finding is after edits: each case is a text, an edit of it, and the line on which the code must be found.
import assert from 'node:assert/strict';
import { type Edit, followEdits } from '../../../src/core/findings/followEdits.ts';
import { indexLines, type Lines, linesOf } from '../../../src/core/findings/lines.ts';
import { type FindingPlace, findPlace, hasOtherCode } from '../../../src/core/findings/track.ts';

const text = ['function greet(name) {', '  const a = 1;', '  return shout(name);', '}', '', 'greet();'].join('\n');

const edit = (start: [number, number], end: [number, number], inserted: string): Edit => ({
  start: { line: start[0], character: start[1] },
  end: { line: end[0], character: end[1] },
  text: inserted,
});

/** All ranges are those of the old text, as an editor reports them. */
function apply(before: string, edits: readonly Edit[]): string {
  const offset = ({ line, character }: Edit['start']) =>
    before.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  return [...edits]
    .sort((one, other) => offset(other.start) - offset(one.start))
    .reduce((all, { start, end, text: put }) => all.slice(0, offset(start)) + put + all.slice(offset(end)), before);
}

function placeAt(line: number, lines: Lines): FindingPlace {
  const around = [lines.at(line - 1), lines.at(line + 1)] as const;
  return { line, text: lines.at(line), origin: lines.at(line), lost: undefined, around };
}

function follow(line: number, edits: readonly Edit[], before = text): FindingPlace {
  const [place] = followEdits([placeAt(line, linesOf(before))], edits, linesOf(apply(before, edits)));
  assert(place);
  return place;
}

const shown = ({ line, lost }: FindingPlace) => lost ?? line;

describe('a finding that follows edits', () => {
  // The finding is on line 2: return shout(name);
  const cases: [title: string, edits: Edit[], expected: number | 'gone'][] = [
    ['five lines inserted above', [edit([0, 0], [0, 0], '1\n2\n3\n4\n5\n')], 7],
    ['five lines inserted right before it', [edit([2, 0], [2, 0], '1\n2\n3\n4\n5\n')], 7],
    ['five lines inserted at the end of the line above', [edit([1, 14], [1, 14], '\n1\n2\n3\n4\n5')], 7],
    ['a line inserted below', [edit([3, 0], [3, 0], 'x\n')], 2],
    ['Enter at its end', [edit([2, 21], [2, 21], '\n  ')], 2],
    ['Enter at its begin', [edit([2, 0], [2, 0], '\n')], 3],
    ['Enter before its first word', [edit([2, 2], [2, 2], '\n  ')], 3],
    ['Enter in the midst of it', [edit([2, 8], [2, 8], '\n')], 2],
    ['Windows line ends', [edit([0, 0], [0, 0], '1\r\n2\r\n')], 4],
    ['a word changed in it', [edit([2, 9], [2, 14], 'whisper')], 2],
    ['another indentation', [edit([2, 0], [2, 2], '\t')], 2],
    ['the line deleted', [edit([2, 0], [3, 0], '')], 'gone'],
    ['the line deleted from the end of the one before', [edit([1, 14], [2, 21], '')], 'gone'],
    ['the line deleted together with its neighbours', [edit([1, 0], [4, 0], '')], 'gone'],
    ['half of it deleted together with the next', [edit([2, 4], [3, 1], '')], 'gone'],
    ['a line deleted above', [edit([1, 0], [2, 0], '')], 1],
    ['a line deleted below', [edit([3, 0], [4, 0], '')], 2],
    ['joined with the line above', [edit([1, 14], [2, 0], '')], 1],
    ['joined with the line below', [edit([2, 21], [3, 0], '')], 2],
    ['moved up', [edit([1, 0], [3, 0], '  return shout(name);\n  const a = 1;\n')], 1],
    ['everything replaced, and it is still there', [edit([0, 0], [5, 8], `// new\n// head\n${text}`)], 4],
    ['everything replaced, and it is not there', [edit([0, 0], [5, 8], 'nothing\n')], 'gone'],
    ['replaced by other lines', [edit([2, 0], [3, 0], '  return 1;\n  // 2\n')], 'gone'],
    ['replaced by another line, as a file that is read again does', [edit([2, 0], [3, 0], '  return say(name);\n')], 2],
    ['replaced by another line in a text that is replaced', [edit([0, 0], [5, 8], text.replace('shout', 'say'))], 2],
    ['replaced by an empty line', [edit([2, 0], [3, 0], '\n')], 'gone'],
    ['replaced together with the line before', [edit([1, 0], [3, 0], '  const b = 2;\n  return 1;\n')], 'gone'],
    ['two cursors, above and in it', [edit([0, 0], [0, 0], 'a\n'), edit([2, 9], [2, 14], 'x')], 3],
    ['two cursors, whatever comes first', [edit([2, 9], [2, 14], 'x'), edit([0, 0], [0, 0], 'a\n')], 3],
    ['lines added above and below', [edit([4, 0], [4, 0], 'z\n'), edit([1, 0], [1, 0], 'a\nb\n')], 4],
  ];
  for (const [title, edits, expected] of cases) it(title, () => assert.equal(shown(follow(2, edits)), expected));

  it('is tracked for each line of a deleted block separately', () => {
    const deleted = [edit([1, 0], [3, 0], '')];
    assert.deepEqual(
      [0, 1, 2, 3, 5].map((line) => shown(follow(line, deleted))),
      [0, 'gone', 'gone', 1, 3],
    );
  });

  it('is not found in a neighbour that only contains its text', () => {
    const before = 'a(\n}\n});\nb';
    assert.equal(shown(follow(1, [edit([1, 0], [2, 0], '')], before)), 'gone');
    assert.equal(shown(follow(1, [edit([0, 2], [1, 1], '')], 'a}\n}')), 'gone');
  });

  it('returns after an undo of the deletion, wherever the line has moved', () => {
    const without = apply(text, [edit([2, 0], [3, 0], '')]);
    const deleted = follow(2, [edit([2, 0], [3, 0], '')]);
    const above = [edit([0, 0], [0, 0], '// 1\n')];
    const moved = apply(without, above);
    const [still] = followEdits([deleted], above, linesOf(moved));
    assert(still);
    assert.deepEqual([still.line, still.lost], [3, 'gone']);
    const back = [edit([3, 0], [3, 0], '  return shout(name);\n')];
    const [again] = followEdits([still], back, linesOf(apply(moved, back)));
    assert(again);
    assert.equal(shown(again), 3);
  });

  it('is not taken for the neighbour of a deleted line that looks like the other neighbour', () => {
    const alike = 'a();\nfound();\nb();\nb();';
    assert.equal(shown(follow(1, [edit([1, 0], [2, 0], '')], alike)), 'gone');
  });

  it('says that its code has changed, until the change is undone', () => {
    const other = [edit([2, 0], [3, 0], '  return say(name);\n')];
    const replaced = follow(2, other);
    const back = [edit([2, 9], [2, 12], 'shout')];
    const [again] = followEdits([replaced], back, linesOf(text));
    assert(again);
    const indented = follow(2, [edit([2, 0], [2, 2], '\t')]);
    const gone = follow(2, [edit([2, 0], [3, 0], '')]);
    assert.deepEqual([replaced, again, indented, gone].map(hasOtherCode), [true, false, false, false]);
  });

  it('is found by the edited text of its line, not by the old one', () => {
    const changed = [edit([2, 9], [2, 14], 'whisper')];
    const after = apply(text, changed);
    const replaced = [edit([0, 0], [5, 8], `// head\n${after}`)];
    const [place] = followEdits([follow(2, changed)], replaced, linesOf(apply(after, replaced)));
    assert(place);
    assert.equal(shown(place), 3);
  });

  it('returns to its place when its edits are undone together with others', () => {
    const changed = [edit([2, 9], [2, 14], 'whisper')];
    const reverted = [edit([1, 0], [3, 0], '  const a = 1;\n  return shout(name);\n')];
    const [place] = followEdits([follow(2, changed)], reverted, linesOf(text));
    assert(place);
    assert.equal(shown(place), 2);
  });

  it('is not taken for the same code elsewhere when its own line is deleted', () => {
    const twice = 'return shout(name);\nx\nreturn shout(name);';
    assert.equal(shown(follow(0, [edit([0, 0], [1, 0], '')], twice)), 'gone');
  });

  it('stays the same object when nothing about it changes', () => {
    const place = placeAt(2, linesOf(text));
    const below = [edit([4, 0], [4, 0], 'x')];
    assert.equal(followEdits([place], below, linesOf(apply(text, below)))[0], place);
  });
});

describe('a finding that is looked for by its code', () => {
  const anchor = (line: number, code: string, of = text) => {
    const lines = linesOf(of);
    return shown(findPlace(line, code, lines, indexLines(lines)));
  };
  const many = ['xx', 'y', 'xx', 'y', 'xx', ...Array(60).fill('z'), 'ww', 'q', 'ww'].join('\n');
  const cases: [title: string, actual: () => unknown, expected: unknown][] = [
    ['at its line', () => anchor(2, '  return shout(name);'), 2],
    ['elsewhere, if it is there once', () => anchor(5, 'return shout(name);'), 2],
    ['with another indentation', () => anchor(2, '\t\treturn   shout(name);'), 2],
    ['as a brace, by its neighbours', () => anchor(0, 'return shout(name);\n}'), 3],
    ['as a brace, by both neighbours', () => anchor(9, 'y {\n}\nx', 'a\nb {\n}\nc\ny {\n}\nx'), 5],
    ['as a brace after an empty line', () => anchor(9, '}\nnext();', 'a\n\n}\nnext();\n}'), 2],
    ['as an empty line between two others', () => anchor(0, 'one();\n\ntwo();', 'zero();\none();\n\ntwo();'), 2],
    ['as a brace that is one of many', () => anchor(1, '}', '}\nx\n}'), 'gone'],
    ['as the only brace', () => anchor(0, '}'), 3],
    ['as one brace of two, by where it was', () => anchor(2, '}\n}', 'aa\n}\n}\nbb'), 2],
    ['with Windows line ends', () => anchor(3, 'return shout(name);\r\n}\r'), 3],
    ['by the begin of a very long line', () => anchor(4, 'x'.repeat(400), `a\n  ${'x'.repeat(9000)}\nb`), 1],
    ['by the neighbours of a very long line', () => anchor(4, `{\n${'x'.repeat(398)}`, `{\n  ${'x'.repeat(9000)}`), 0],
    ['in vain', () => anchor(2, 'return whisper(name);'), 'gone'],
    ['in vain, beyond the end', () => anchor(50, 'return whisper(name);'), 'gone'],
    ['by its number alone, without any code', () => anchor(3, ''), 3],
    ['by a number beyond the end', () => anchor(6, ''), 'beyond'],
    ['by the last number that there is', () => anchor(5, ''), 5],
    ['the nearest of several', () => anchor(5, 'xx', many), 4],
    ['none of several that are as near', () => anchor(1, 'xx', many), 'gone'],
    ['none of several far away', () => anchor(30, 'ww', many), 'gone'],
    ['the one at its line among several', () => anchor(2, 'xx', many), 2],
  ];
  for (const [title, actual, expected] of cases) it(title, () => assert.equal(actual(), expected));
});

describe('ten thousand findings in one file', () => {
  const count = 10_000;
  const big = Array.from({ length: count }, (_, line) => `line ${line}`).join('\n');

  /** Counts how often a line is read, which is all that such a text costs. */
  function counted(of: string): Lines & { reads: number } {
    const lines = linesOf(of);
    return {
      count: lines.count,
      reads: 0,
      at(line) {
        this.reads++;
        return lines.at(line);
      },
    };
  }
  const places = () => {
    const lines = linesOf(big);
    return Array.from({ length: count }, (_, line) => placeAt(line, lines));
  };

  it('are anchored by reading each line a few times', () => {
    const lines = counted(big);
    const index = indexLines(lines);
    for (let line = 0; line < count; line++) findPlace(count - line, `line ${line}`, lines, index);
    assert.ok(lines.reads <= 4 * count, String(lines.reads));
  });

  it('are anchored to the same brace without a search for each', () => {
    const braces = counted(Array.from({ length: count }, () => '}').join('\n'));
    const index = indexLines(braces);
    const found = Array.from({ length: count }, (_, line) => shown(findPlace(line, '}\n}\n}', braces, index)));
    assert.deepEqual([found[0], found[1], found[5000], found.at(-2), found.at(-1)], ['gone', 1, 5000, 9998, 'gone']);
    assert.ok(braces.reads <= 8 * count, String(braces.reads));
  });

  it('follow a key by reading each line once', () => {
    const typed = [edit([0, 0], [0, 0], '\n')];
    const lines = counted(apply(big, typed));
    const after = followEdits(places(), typed, lines);
    assert.deepEqual(after.map(({ line }) => line).slice(0, 3), [1, 2, 3]);
    assert.ok(lines.reads <= 2 * count, String(lines.reads));
  });

  it('are found again in a file that is replaced as a whole, by reading each line a few times', () => {
    const replaced = [edit([0, 0], [count - 1, `line ${count - 1}`.length], `head\n${big}`)];
    const lines = counted(`head\n${big}`);
    const after = followEdits(places(), replaced, lines);
    assert.ok(after.every(({ line, lost }, at) => lost === undefined && line === at + 1));
    assert.ok(lines.reads <= 5 * count, String(lines.reads));
  });
});
