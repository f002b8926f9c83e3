import assert from 'node:assert/strict';
import { readFindings } from '../../../src/core/findings/intake.ts';
import { type ReportedFinding, reportDocument, reportProblems } from '../../../src/core/findings/report.ts';

const finding: ReportedFinding = {
  ...{ file: 'src/a.ts', line: 3, severity: 'blocking', category: 'correctness' },
  ...{ description: 'It is wrong', suggestion: '' },
};
const project = { roots: ['/p'], kind: () => 'file' as const };

function problems(findings: readonly ReportedFinding[], filesReviewed = 1): string[] {
  const text = reportDocument({ findings, summary: 'All of it', filesReviewed });
  return reportProblems(readFindings(Buffer.from(text), project), (file) => (file === 'src/a.ts' ? 10 : undefined));
}

describe('a report of findings', () => {
  const wrong: [title: string, changed: Partial<ReportedFinding>, problem: RegExp | undefined][] = [
    ['is accepted', {}, undefined],
    ['may be about a whole file', { line: null }, undefined],
    ['may name the last line', { line: 10 }, undefined],
    ['may name the file by its full path', { file: '/p/src/a.ts' }, undefined],
    [
      'names no line after the last one',
      { line: 11 },
      /^findings\[0\]: "src\/a\.ts" has 10 lines, so it has no line 11/,
    ],
    ['names no file that there never was', { file: 'src/b.ts' }, /^findings\[0\]: "src\/b\.ts" is not a file of this/],
    ['names no file outside the project', { file: '/etc/passwd' }, /^findings\[0\]: "\/etc\/passwd" is not a file/],
    ['says what is wrong', { description: ' ' }, /lacks its file, category or description/],
    ['is filled in', { file: '<path relative to the top level of the project>' }, /is not a file of this project/],
  ];
  for (const [title, changed, problem] of wrong) {
    it(title, () => {
      const [first] = problems([{ ...finding, ...changed }]);
      if (problem === undefined) assert.equal(first, undefined);
      else assert.match(first ?? '', problem);
    });
  }

  it('may be empty, unless no file was read', () => {
    assert.deepEqual(problems([]), []);
    assert.match(problems([], 0).join(), /no file was reviewed/);
  });
});
