import assert from 'node:assert/strict';
import { readLocalSettings } from '../../../../src/core/collab/model/localSettings.ts';

const settings = (...lines: string[]) => readLocalSettings(`---\n${lines.join('\n')}\n---\n\nMy notes.\n`);

describe('the settings of collab in a project', () => {
  for (const [what, lines, model, effort] of [
    ['both', ['model: gpt-6-sol', 'reasoning_override: max'], 'gpt-6-sol', 'max'],
    ['what people call xhigh', ['reasoning_override: extra-high'], null, 'xhigh'],
    ['quotes', ['model: "gpt-6.1-sol"', "reasoning_override: 'xhigh'"], 'gpt-6.1-sol', 'xhigh'],
    ['comments', ['# mine', 'model: gpt-6-sol # the new one', 'reasoning_override: xhigh#'], 'gpt-6-sol', null],
    ['nothing in them', ['model:', 'reasoning_override: ""', ''], null, null],
    ['a provider in the name', ['model: openrouter/a-b:free'], 'openrouter/a-b:free', null],
  ] as const) {
    it(`are read with ${what}`, () => {
      const read = settings(...lines);
      assert.deepEqual([read.model, read.effort], [model, effort]);
    });
  }

  it('are read with Windows line ends, and with a byte order mark', () => {
    const read = readLocalSettings('\ufeff---\r\nmodel: gpt-6-sol\r\n---\r\n');
    assert.deepEqual(read, { model: 'gpt-6-sol', effort: null, problems: [] });
  });

  for (const [what, lines, said] of [
    ['an unknown effort', ['reasoning_override: galaxy-brain'], /an invalid reasoning_override: galaxy-brain/],
    ['a model that would be a flag', ['model: --dangerously-bypass-approvals-and-sandbox'], /invalid model name/],
    ['a model with a space', ['model: gpt 6'], /invalid model name/],
    ['a key that is nearly right', ['reasoning-override: max'], /did you mean reasoning_override\?/],
    ['an unknown key', ['colour: red'], /unknown key colour/],
    ['a list', ['model:', '  - gpt-6-sol'], /a line that is not "key: value": - gpt-6-sol/],
    ['something that steers a terminal', ['reasoning_override: "\\u001b[31mhigh\\u0007"'], /: \[31mhigh\./],
  ] as const) {
    it(`say that ${what} is ignored`, () => {
      const { model, effort, problems } = settings(...lines);
      assert.deepEqual([model, effort, problems.length], [null, null, 1]);
      assert.match(problems[0] ?? '', said);
      assert.match(problems[0] ?? '', /^\.claude\/codex-collab\.local\.md .* It is ignored$/);
    });
  }

  it('keep the valid settings beside an invalid one', () => {
    const read = settings('model: gpt-6-sol', 'reasoning_override: nonsense');
    assert.deepEqual([read.model, read.effort, read.problems.length], ['gpt-6-sol', null, 1]);
  });

  it('need a front matter', () => {
    assert.deepEqual(readLocalSettings('  \n').problems, []);
    assert.match(readLocalSettings('model: gpt-6-sol').problems[0] ?? '', /does not begin with front matter/);
    assert.match(readLocalSettings('---\nmodel: gpt-6-sol\n').problems[0] ?? '', /does not begin with front matter/);
  });
});
