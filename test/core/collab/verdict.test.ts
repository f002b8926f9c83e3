// What counts as a verdict of Codex about a design or a task. The client checks nothing.
import assert from 'node:assert/strict';
import { isBlockingIssue } from '../../../src/core/collab/collab.ts';
import { collabVerdictSchema, readCollabVerdict } from '../../../src/core/collab/verdict.ts';

const issue = {
  ...{ severity: 'warning', category: 'correctness', file: 'src/a.ts', line: 3, title: 'It is wrong' },
  ...{ description: 'It divides by zero', suggestion: 'Do not', conflicts_with_design: false },
};
const verdict = (more: object = {}) => JSON.stringify({ summary: 'Looked', issues: [issue], resolved: [], ...more });
const read = (text: string, asked: string[] = []) => {
  const result = readCollabVerdict(text, asked);
  if (result.kind === 'broken') assert.fail(result.why);
  return result;
};

describe('a verdict of collab', () => {
  it('is taken as it is', () => assert.deepEqual(read(verdict()).verdict, JSON.parse(verdict())));

  for (const [what, text] of [
    ['nothing', ' \n'],
    ['words', 'No issues, APPROVED'],
    ['a fence around it', `\`\`\`json\n${verdict()}\n\`\`\``],
    ['half of it', verdict().slice(0, 60)],
    ['a list', `[${verdict()}]`],
    ['no issues', verdict({ issues: undefined })],
    ['no list of what is resolved', verdict({ resolved: undefined })],
    ['another severity', verdict({ issues: [{ ...issue, severity: 'blocking' }] })],
    ['another category', verdict({ issues: [{ ...issue, category: 'style' }] })],
    ['a line in words', verdict({ issues: [{ ...issue, line: '3' }] })],
    ['no word about the design', verdict({ issues: [{ ...issue, conflicts_with_design: undefined }] })],
    ['an issue without a text', verdict({ issues: [{ ...issue, title: ' ', description: '\u0007' }] })],
    ['null', 'null'],
  ] as const) {
    it(`is none with ${what}`, () => assert.equal(readCollabVerdict(text, []).kind, 'broken'));
  }

  it('has valid line numbers, and texts without control characters', () => {
    const odd = {
      ...issue,
      line: 0,
      title: '\u001b[31mred\u001b[0m',
      description: 'a\r\nb\u0000',
      file: ' src/a.ts\u0008',
    };
    const [first] = read(verdict({ issues: [odd] })).verdict.issues;
    assert.deepEqual([first?.line, first?.title, first?.description, first?.file], [null, 'red', 'a\nb', 'src/a.ts']);
    const long = read(verdict({ summary: 'x'.repeat(20_000) })).verdict.summary;
    assert.ok(long.length <= 10_000 && long.endsWith('…'));
  });

  it('resolves only the findings that the question named, and reports the others', () => {
    const result = read(verdict({ resolved: ['c1r1-F1', 'c1r1-F1', 'r1-F1', ''] }), ['c1r1-F1', 'c1r1-F2']);
    assert.deepEqual([result.verdict.resolved, result.unknown], [['c1r1-F1'], ['r1-F1']]);
  });

  it('has a strict schema at every level', () => {
    const { issues } = collabVerdictSchema.properties;
    for (const part of [collabVerdictSchema, issues.items]) {
      assert.deepEqual([part.additionalProperties, part.required], [false, Object.keys(part.properties)]);
    }
    assert.deepEqual(Object.keys(issues.items.properties).sort(), Object.keys(issue).sort());
  });

  for (const [severity, category, blocks] of [
    ['critical', 'maintainability', true],
    ['warning', 'correctness', true],
    ['warning', 'security', true],
    ['warning', 'performance', false],
    ['info', 'security', false],
  ] as const) {
    it(`${blocks ? 'blocks' : 'does not block'} with ${severity} about ${category}`, () =>
      assert.equal(isBlockingIssue({ ...issue, severity, category }), blocks));
  }
});
