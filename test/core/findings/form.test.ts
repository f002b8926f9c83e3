// The form of a findings file: what stands around the document, how it is encoded, where it stops being JSON.
import assert from 'node:assert/strict';
import { limits } from '../../../src/core/findings/finding.ts';
import { documentWith, finding, intake, stats } from './documents.ts';

const good = JSON.stringify(documentWith());
const empty = JSON.stringify(documentWith({ findings: [], stats: { ...stats, blocking_count: 0 } }));
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('the form of a findings file', () => {
  for (const [title, source, codes] of [
    ['nothing around it', good, []],
    ['white space around it', `\r\n\t ${good}\n\n`, []],
    ['a fence', `\`\`\`json\n${good}\n\`\`\`\n`, ['unwrapped-fence']],
    ['a fence without a language', `\`\`\`\n${good}\n\`\`\``, ['unwrapped-fence']],
    ['a fence of tildes', `~~~ jsonc\n${good}\n~~~`, ['unwrapped-fence']],
    ['a fence on one line', `\`\`\`${good}\`\`\``, ['unwrapped-fence']],
    ['a fence that is not closed', `\`\`\`json\n${good}`, ['unwrapped-fence']],
    ['prose before', `Here is my review: ${good}`, ['leading-text']],
    ['prose with brackets before', `I read [1] and {x}:\n${good}`, ['leading-text']],
    ['prose after', `${good}\nDone {for now}`, ['trailing-text']],
    ['a bracket too many', `${good}}`, ['trailing-text']],
    [
      'prose around a fence',
      `Review:\n\`\`\`json\n${good}\n\`\`\`\nBye`,
      ['unwrapped-fence', 'leading-text', 'trailing-text'],
    ],
    ['an unrelated object before', `{"model":"x"}\n${good}`, ['leading-text']],
    ['the same document twice', `${good}\n${good}`, ['trailing-text']],
    ['a byte order mark', `\ufeff${good}`, ['repaired-json']],
    ['a trailing comma', good.replace(/\}$/, ',}'), ['repaired-json']],
    ['a trailing comma in the list', good.replace('}],', '},],'), ['repaired-json']],
    ['a line comment', good.replace('{', '{// x\n'), ['repaired-json']],
    ['a comment that looks like the end', good.replace('{', '{/* ]} */'), ['repaired-json']],
    ['a comment mark in a text', good.replace('Missing', '// no /* comment'), []],
    ['the document in a list', `[${good}]`, ['wrapped-array']],
    ['a bare list of findings', JSON.stringify([finding]), ['wrapped-array', 'stats-missing']],
    ['NULs at the end', bytes(good, [0, 0, 0]), ['trailing-text']],
    ['NULs at the start', bytes([0, 0, 0], good), ['leading-text']],
    ['half a character in an escape', good.replace('Missing', '\\ud83d'), ['bad-utf8']],
    [
      'the list twice, the same',
      good.replace('"summary"', `"findings":[${JSON.stringify(finding)}],"summary"`),
      ['repaired-json'],
    ],
    ['the list twice, the second empty', good.replace('"summary"', '"findings":[],"summary"'), ['counts-disagree']],
    ['the list twice, the first empty', good.replace('{"findings"', '{"findings":[],"findings"'), ['counts-disagree']],
    ['a key twice in a finding', good.replace('"line":42', '"line":1,"line":42'), ['repaired-json']],
    [
      'two severities in a finding',
      good.replace('"severity"', '"severity":"non-blocking","severity"'),
      ['severity-unknown'],
    ],
    ['the key __proto__', good.replace('{', '{"__proto__":{"findings":[]},'), []],
    ['a number too big for a number', good.replace('42', '1e999'), ['line-adjusted']],
  ] as const) {
    it(`keeps the finding with ${title}`, () => {
      const { verdict, warnings, error, findings, blocking } = intake(source);
      assert.deepEqual(
        { error, warnings, found: findings.length, blocking },
        { error: null, warnings: codes, found: 1, blocking: 1 },
      );
      assert.equal(verdict, codes.length === 0 ? 'accept' : 'accept-with-warning');
    });
  }

  it('shows a foreign byte as a replacement character', () => {
    const [before = '', after = ''] = good.split('null check');
    const { warnings, findings } = intake(bytes(before, [0xe9], after));
    assert.deepEqual(warnings, ['bad-utf8']);
    assert.equal(findings[0]?.description, 'Missing \ufffd');
  });

  for (const [title, source, code] of [
    ['nothing', '', 'empty'],
    ['white space', ' \n\t', 'empty'],
    ['only a byte order mark', '\ufeff', 'empty'],
    ['only NULs', bytes([0, 0, 0, 0]), 'empty'],
    ['prose', 'No issues found.', 'not-json'],
    ['prose with brackets', 'I read [1] and {x}', 'not-json'],
    ['an unquoted key', good.replace('"findings"', 'findings'), 'not-json'],
    ['NaN', good.replace('42', 'NaN'), 'not-json'],
    ['a Python literal', good.replace('42', 'None'), 'not-json'],
    ['a missing comma', good.replace('"line"', ' "line"').replace(', "line"', ' "line"'), 'not-json'],
    ['two commas', good.replace(',"line"', ',,"line"'), 'not-json'],
    ['a line break in a text', good.replace('Missing', 'Missing\n'), 'not-json'],
    ['a document inside something broken', `{'review': ${empty}}`, 'not-json'],
    ['an unclosed bracket before', `{ review: ${empty}`, 'not-json'],
    ['a wrong escape', good.replace('Missing', '\\x41'), 'not-json'],
    ['a cut document', good.slice(0, -1), 'truncated'],
    ['a cut document in a fence', `\`\`\`json\n${good.slice(0, -20)}`, 'truncated'],
    ['a cut document and NULs', bytes(good.slice(0, -20), [0, 0, 0]), 'truncated'],
    ['a cut comment', `${good.slice(0, -1)}/* and`, 'truncated'],
    ['a text', '"fine"', 'not-an-object'],
    ['a number', '0', 'not-an-object'],
    ['an empty list', '[]', 'not-an-object'],
    ['a list of numbers', '[1,2]', 'not-an-object'],
    ['an empty object', '{}', 'findings-missing'],
    ['another key', '{"issues":[]}', 'findings-missing'],
    ['another case', '{"Findings":[]}', 'findings-missing'],
    ['the list one level down', `{"review":${good}}`, 'findings-missing'],
    ['prose and another key', 'So: {"issues":[]}', 'findings-missing'],
    ['null for the list', '{"findings":null}', 'findings-not-array'],
    ['an object for the list', '{"findings":{}}', 'findings-not-array'],
    ['a text for the list', '{"findings":"none"}', 'findings-not-array'],
    ['a list and then no list', '{"findings":[],"findings":null}', 'findings-not-array'],
    ['two documents', `${empty}\n${good}`, 'ambiguous-document'],
    ['two documents in a list', `[${empty},${good}]`, 'ambiguous-document'],
    ['findings behind the document', `${empty}\n${JSON.stringify(finding)}`, 'ambiguous-document'],
    ['a cut document behind the document', `${empty}\n${good.slice(0, -9)}`, 'ambiguous-document'],
    ['a bare list beside the document', `${empty}\n${JSON.stringify([finding])}`, 'ambiguous-document'],
    ['too many bytes', Buffer.alloc(limits.bytes + 1, 0x20), 'too-large'],
    ['200,000 objects in each other', '{"a":'.repeat(200_000), 'too-deep'],
    ['depth in an unknown field', good.replace('{', `{"x":${'['.repeat(999)}${']'.repeat(999)},`), 'too-deep'],
    ['UTF-16 with a mark', bytes([0xff, 0xfe], [...Buffer.from(good, 'utf16le')]), 'not-utf8'],
    ['UTF-16 without a mark', Buffer.from(good, 'utf16le'), 'not-utf8'],
    ['UTF-32', Buffer.from([...good].flatMap((letter) => [0, 0, 0, letter.charCodeAt(0)])), 'not-utf8'],
    ['a picture', Buffer.from(Array.from({ length: 400 }, (_, index) => 128 + ((index * 37) % 128))), 'not-utf8'],
  ] as const) {
    it(`rejects ${title} as ${code}`, () => {
      const { verdict, error, findings, warnings } = intake(source);
      assert.deepEqual(
        { verdict, error, findings, warnings },
        { verdict: 'reject', error: code, findings: [], warnings: [] },
      );
    });
  }
});
