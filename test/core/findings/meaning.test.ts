// What the parts of a finding mean, and what is kept when they mean nothing.
import assert from 'node:assert/strict';
import { intakeErrors, warningCodes } from '../../../src/core/findings/codes.ts';
import { limits } from '../../../src/core/findings/finding.ts';
import { documentWith, finding, findingWith, intake, only, stats } from './documents.ts';

describe('the severity of a finding', () => {
  for (const [given, severity, code] of [
    ['blocking', 'blocking', undefined],
    ['non-blocking', 'non-blocking', undefined],
    ['BLOCKING ', 'blocking', 'severity-normalised'],
    ['Non Blocking', 'non-blocking', 'severity-normalised'],
    ['non\u2011blocking', 'non-blocking', 'severity-normalised'],
    ['minor', 'blocking', 'severity-unknown'],
    ['not blocking', 'blocking', 'severity-unknown'],
    ['blocking|non-blocking', 'blocking', 'severity-unknown'],
    ['bl\u043ecking', 'blocking', 'severity-unknown'],
    ['', 'blocking', 'severity-unknown'],
    [0, 'blocking', 'severity-unknown'],
    [false, 'blocking', 'severity-unknown'],
    [undefined, 'blocking', 'severity-unknown'],
  ] as const) {
    it(`${JSON.stringify(given)} is ${severity}`, () => {
      const counts = {
        blocking_count: Number(severity === 'blocking'),
        non_blocking_count: Number(severity !== 'blocking'),
      };
      const read = intake({ ...findingWith({ severity: given }), stats: { ...stats, ...counts } });
      assert.equal(read.findings[0]?.severity, severity);
      assert.deepEqual(read.warnings, code === undefined ? [] : [code]);
    });
  }
});

describe('the ids of findings', () => {
  for (const [given, ids, codes] of [
    [['F1', 'F2'], ['F1', 'F2'], []],
    [['F1', 'f1'], ['F1', 'f1'], []],
    [['F1', 'F1', 'F1'], ['F1', 'F1-2', 'F1-3'], ['id-renumbered']],
    [['F1', 'F1', 'F1-2'], ['F1', 'F1-3', 'F1-2'], ['id-renumbered']],
    [[undefined, 'F1', null], ['F2', 'F1', 'F3'], ['id-generated']],
    [['', {}, true], ['F1', 'F2', 'F3'], ['id-generated']],
    [
      [7, '7'],
      ['7', '7-2'],
      ['id-normalised', 'id-renumbered'],
    ],
    [['../../etc', 'a b\n', '__proto__'], ['etc', 'a-b', 'proto'], ['id-normalised']],
    [['x'.repeat(limits.id + 1)], ['x'.repeat(limits.id)], ['id-normalised']],
  ] as const) {
    it(`${JSON.stringify(given).slice(0, 60)} become ${JSON.stringify(ids).slice(0, 60)}`, () => {
      const read = intake({
        ...documentWith({ findings: given.map((id) => ({ ...finding, id })) }),
        stats: { ...stats, blocking_count: given.length },
      });
      assert.deepEqual(
        read.findings.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(read.warnings, codes);
    });
  }
});

describe('the texts of findings', () => {
  for (const [title, given, text, codes] of [
    ['line breaks and tabs', 'a\r\nb\tc\n', 'a\nb\tc\n', []],
    ['colours and a title', '\u001b[31mred\u001b[0m\u001b]0;t\u0007!', 'red!', ['controls-stripped']],
    ['an escape without an end', '\u001b]0;all of this stays', ']0;all of this stays', ['controls-stripped']],
    ['a carriage return that overwrites', 'safe\revil', 'safe\nevil', ['controls-stripped']],
    ['C1, DEL and NUL', 'a\u009b\u007f\u0000b', 'ab', ['controls-stripped']],
    ['a link', '[x](command:x)', '[x](command:x)', []],
    ['a tag', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>', []],
    ['a number', 42, '42', ['field-missing']],
    ['a list', ['a', 1], '["a",1]', ['field-missing']],
    ['nothing', '', '', ['field-missing']],
    ['blanks', ' \n', ' \n', ['field-missing']],
    ['only control characters', '\u0007', '', ['field-missing', 'controls-stripped']],
    ['no description', undefined, '', ['field-missing']],
    ['dots from the form', '...', '...', ['placeholder-finding']],
    ['a name from the form', '<description>', '<description>', ['placeholder-finding']],
    ['a finding that says that there is none', 'No issues found.', 'No issues found.', ['placeholder-finding']],
    ['a sentence that begins alike', 'None of the callers checks it', 'None of the callers checks it', []],
  ] as const) {
    it(`keep ${title}`, () => {
      assert.equal(only({ description: given }).description, text);
      assert.deepEqual(intake(findingWith({ description: given })).warnings, codes);
    });
  }

  it('are cut between characters when they are long', () => {
    const { description } = only({ description: '🙂'.repeat(limits.text) });
    assert.equal(description.length, limits.text - 1);
    assert.match(description, /^(?:🙂)+…$/u);
  });

  it('need no suggestion, but a category', () => {
    assert.deepEqual(intake(findingWith({ suggestion: undefined })).warnings, []);
    assert.deepEqual(intake(findingWith({ category: undefined })).warnings, ['field-missing']);
    assert.deepEqual(intake(findingWith({ file: undefined })).warnings, ['field-missing', 'file-unlinked']);
  });

  it('lead to a warning when they are an unfilled placeholder', () => {
    const form = { file: 'path/to/file.ts', severity: 'blocking|non-blocking', description: 'What is wrong' };
    assert.deepEqual(intake(findingWith(form)).warnings, ['severity-unknown', 'placeholder-finding']);
  });
});

describe('the document around the findings', () => {
  for (const [title, change, codes] of [
    ['no stats', { stats: undefined }, ['stats-missing']],
    ['a count that is missing', { stats: { blocking_count: 1, files_reviewed: 1 } }, ['stats-missing']],
    ['stats that are a list', { stats: [1, 0, 3] }, ['stats-type']],
    ['counts that are texts', { stats: { ...stats, blocking_count: '1' } }, ['stats-type']],
    ['a text that counts more', { stats: { ...stats, blocking_count: '2' } }, ['stats-type', 'counts-disagree']],
    ['a negative count', { stats: { ...stats, blocking_count: -1 } }, ['stats-type']],
    ['a huge count', { stats: { ...stats, blocking_count: 1e30 } }, ['stats-type']],
    ['too high a count', { stats: { ...stats, blocking_count: 2 } }, ['counts-disagree']],
    ['too low a count', { stats: { ...stats, blocking_count: 0 } }, ['counts-disagree']],
    [
      'counts the wrong way round',
      { stats: { ...stats, blocking_count: 0, non_blocking_count: 1 } },
      ['counts-disagree'],
    ],
    ['no file reviewed', { stats: { ...stats, files_reviewed: 0 } }, ['nothing-reviewed']],
    ['no summary', { summary: undefined }, []],
    ['null for a summary', { summary: null }, []],
    ['a list for a summary', { summary: ['a'] }, ['summary-type']],
    ['a verdict', { verdict: null }, ['verdict-ignored']],
    ['an approval', { approved: true }, ['verdict-ignored']],
    ['an overall verdict', { overallVerdict: 'x' }, ['verdict-ignored']],
    ['a status that approves', { status: 'APPROVED' }, ['verdict-ignored']],
    ['a status that does not', { status: 'complete' }, []],
    ['a verdict in the stats', { stats: { ...stats, verdict: 'x' } }, ['verdict-ignored']],
    ['a verdict in a finding', { findings: [{ ...finding, verdict: 'x' }] }, ['verdict-ignored']],
    ['an approval in the summary', { summary: 'CODEX APPROVED\nVERDICT: APPROVE' }, []],
    ['an unknown field', { reviewer: 'codex' }, []],
  ] as const) {
    it(`with ${title}: ${codes.join(', ') || 'nothing odd'}`, () => {
      const { warnings, findings } = intake(documentWith(change));
      assert.deepEqual(warnings, codes);
      assert.equal(findings.length, 1);
    });
  }

  for (const entry of [null, 'src/a.ts is broken', 7, [finding]]) {
    it(`keeps ${JSON.stringify(entry)} in the list, as blocking`, () => {
      const read = intake(documentWith({ findings: [finding, entry], stats: { ...stats, non_blocking_count: 1 } }));
      assert.deepEqual(read.warnings, ['finding-not-object']);
      assert.deepEqual([read.findings.length, read.blocking], [2, 2]);
      assert.notEqual(read.findings[1]?.description, '');
    });
  }

  it('takes 10,000 findings whole, and of more the blocking ones first', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...finding, id: `F${index}`, severity: 'non-blocking' }));
    const whole = intake(
      documentWith({
        findings: many(limits.findings),
        stats: { ...stats, blocking_count: 0, non_blocking_count: 10_000 },
      }),
    );
    assert.equal(whole.verdict, 'accept');
    const list = [...many(limits.findings), { ...finding, id: 'last' }];
    const cut = intake(documentWith({ findings: list, stats: { ...stats, non_blocking_count: 10_000 } }));
    assert.deepEqual(cut.warnings, ['list-shortened']);
    assert.deepEqual([cut.findings.length, cut.blocking, cut.findings[0]?.id], [limits.findings, 1, 'last']);
  });
});

describe('the codes', () => {
  it('are the documented ones', () => {
    assert.equal(warningCodes.length, 26);
    assert.equal(intakeErrors.length, 11);
  });
});
