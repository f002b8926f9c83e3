import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { toSarif } from '../../../src/core/review/sarif.ts';
import { finding } from '../../support/reviews.ts';

const found = (own: Parameters<typeof finding>[0] = {}) =>
  finding({ file: 'src/auth.ts', line: 42, category: 'correctness', description: 'Missing null check', ...own });

const source = { version: '1.2.3', cycle: 'abcdefgh1' };
const first = (own: Parameters<typeof found>[0]) => {
  const [result] = toSarif([found(own)], source).runs[0]?.results ?? [];
  assert.ok(result);
  return result;
};

/** What the schema of SARIF 2.1.0 says about the parts that are written here; it allows no properties of one's own. */
const message = z.strictObject({ text: z.string().check(z.minLength(1)) });
const index = z.int().check(z.minimum(0));
const uri = z.string().check(z.regex(/^(?:[\w.!~*'()/-]|%[0-9A-F]{2})+$/));
const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri, uriBaseId: z.literal('%SRCROOT%') }),
    region: z.optional(z.strictObject({ startLine: z.int().check(z.minimum(1)) })),
  }),
});
const suppression = z.strictObject({
  kind: z.enum(['inSource', 'external']),
  status: z.enum(['accepted', 'underReview', 'rejected']),
  justification: z.optional(z.string()),
});
const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: index,
  level: z.enum(['none', 'note', 'warning', 'error']),
  message,
  locations: z.array(location),
  partialFingerprints: z.record(z.string(), z.string()),
  suppressions: z.array(suppression),
  properties: z.looseObject({}),
});
const rule = z.strictObject({ id: z.string(), shortDescription: message });
const run = z.strictObject({
  tool: z.strictObject({ driver: z.strictObject({ name: z.string(), version: z.string(), rules: z.array(rule) }) }),
  automationDetails: z.optional(z.strictObject({ id: z.string() })),
  originalUriBaseIds: z.record(z.string(), z.strictObject({ description: message })),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  results: z.array(result),
});
const sarifLog = z.strictObject({ $schema: z.url(), version: z.literal('2.1.0'), runs: z.array(run) });

describe('findings as SARIF', () => {
  it('have their replies as a property', () => {
    const replies = [{ at: '2026-01-01T10:00:00Z', by: 'claude', text: 'No\u202e, [it](x) is not' }] as const;
    assert.deepEqual(first({ replies }).properties.replies, [{ ...replies[0], text: 'No, [it](x) is not' }]);
    assert.equal('replies' in first({}).properties, false);
  });

  it('carry their own address, which shows them in the editor', () => {
    assert.equal(first({}).properties.link, 'vscode://party.party/finding/r1-F1?change=abcdefgh1');
  });

  it('are one run of one tool, with a rule for each category', () => {
    const log = toSarif([found(), found({ category: '' }), found({ category: 'tests' })], source);
    assert.equal(log.version, '2.1.0');
    const [run] = log.runs;
    assert.equal(run?.tool.driver.name, 'Party');
    assert.deepEqual(
      run?.tool.driver.rules.map(({ id }) => id),
      ['correctness', 'finding', 'tests'],
    );
    assert.deepEqual(
      run?.results.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex]),
      [
        ['correctness', 0],
        ['finding', 1],
        ['tests', 2],
      ],
    );
  });

  it('are errors or notes', () => {
    assert.equal(first({}).level, 'error');
    assert.equal(first({ severity: 'non-blocking' }).level, 'note');
  });

  it('name their place relative to the project, as a URI', () => {
    assert.deepEqual(first({ file: 'src/a b/ü#?%[x].ts', line: 3 }).locations, [
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/a%20b/%C3%BC%23%3F%25%5Bx%5D.ts', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3 },
        },
      },
    ]);
    assert.equal(first({ file: 'a:b.ts' }).locations[0]?.physicalLocation.artifactLocation.uri, 'a%3Ab.ts');
    assert.deepEqual(Object.keys(first({ line: null }).locations[0]?.physicalLocation ?? {}), ['artifactLocation']);
  });

  it('have no place outside of the project', () => {
    const result = first({ file: '/etc/passwd', linked: false });
    assert.deepEqual(result.locations, []);
    assert.equal(result.properties.file, '/etc/passwd');
  });

  it('keep their fingerprint over the rounds', () => {
    const before = first({ line: 3, description: 'old words' });
    const after = first({ line: 9, description: 'new words', state: 're-raised' });
    assert.deepEqual(after.partialFingerprints, before.partialFingerprints);
    assert.notDeepEqual(first({ key: 'r1-F2' }).partialFingerprints, before.partialFingerprints);
  });

  it('are suppressed when they were rejected or are out of scope, and left out when fixed', () => {
    for (const state of ['rejected', 'out-of-scope'] as const) {
      assert.deepEqual(first({ state, reason: 'On purpose' }).suppressions, [
        { kind: 'external', status: 'accepted', justification: 'On purpose' },
      ]);
    }
    assert.deepEqual(first({ state: 're-raised', reason: 'On purpose' }).suppressions, []);
    assert.deepEqual(toSarif([found({ state: 'fixed' })], source).runs[0]?.results, []);
  });

  it('have no characters that make a text look like another one', () => {
    const hostile = 'a\u202eb\u2066c\u0085d\u009b31me\u200ff\u061cg\u2028h\u001b[2J';
    const own = { description: hostile, suggestion: hostile, category: hostile, file: hostile, linked: false };
    const document = JSON.stringify(toSarif([found({ ...own, state: 'rejected', reason: hostile })], source));
    assert.doesNotMatch(document, /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\\u001b/);
    assert.match(first({ ...own }).message.text, /abc/);
  });

  it('escape links and placeholders in texts', () => {
    assert.equal(
      first({ description: '[x](command:y) {0} \\', suggestion: 'a[0]' }).message.text,
      '\\[x\\](command:y) {{0}} \\\\\n\na\\[0\\]',
    );
    assert.equal(first({ description: ' ' }).message.text, '(no description)');
  });

  it('have the form that the schema demands, whatever is in them', () => {
    const odd = '\u0000{x}[y](z)\ud800 "\\\n';
    const log = toSarif(
      [
        found(),
        found({ key: 'r1-F2', state: 'rejected', reason: odd, description: odd, suggestion: odd, category: odd }),
        found({ key: 'r1-F3', state: 'out-of-scope', line: null, file: `${odd}/ü/a b.ts` }),
        found({ key: 'r1-F4', linked: false, file: '../../etc/passwd' }),
      ],
      { ...source, cycle: null },
    );
    sarifLog.parse(JSON.parse(JSON.stringify(log)));
    sarifLog.parse(toSarif([], source));
    const { results = [], tool } = log.runs[0] ?? {};
    for (const one of results) assert.equal(tool?.driver.rules[one.ruleIndex]?.id, one.ruleId);
  });
});
