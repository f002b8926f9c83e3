import assert from 'node:assert/strict';
import { missingHeadings, planLines } from '../../../src/core/plan/document.ts';
import { planHeadings } from '../../../src/core/plan/plan.ts';

const all = planHeadings.map((heading) => `## ${heading}\n`).join('');
const without = (heading: string) => all.replace(`## ${heading}\n`, '');

describe('the headings of a plan', () => {
  it('are all there', () => assert.deepEqual(missingHeadings(all), []));
  for (const heading of planHeadings) {
    it(`miss ${heading}`, () => assert.deepEqual(missingHeadings(without(heading)), [heading]));
  }

  for (const line of [
    '# Risks',
    '###### risks ##',
    '  ## RISKS:',
    '## 5. Risks',
    '## 5.1) Risks',
    '## **Risks**',
    'Risks\n=====',
    'Risks\n---',
    '\uFEFF# Risks',
  ]) {
    it(`are read in the form ${JSON.stringify(line)}`, () => {
      assert.deepEqual(missingHeadings(`${line}\n${without('Risks')}`), []);
    });
  }

  for (const line of [
    'Risks',
    '#Risks',
    '    # Risks',
    '####### Risks',
    '## Risks and more',
    '- Risks',
    '```\n# Risks\n```',
    '~~~~ md\n# Risks\n~~~\n# Risks\n~~~~',
    '<!--\n# Risks\n-->',
    '```\n# Risks',
  ]) {
    it(`are not made by ${JSON.stringify(line)}`, () => {
      assert.deepEqual(missingHeadings(`${without('Risks')}${line}\n`), ['Risks']);
    });
  }

  it('are read with any kind of line end', () => {
    assert.deepEqual(missingHeadings(all.replaceAll('\n', '\r\n')), []);
    assert.deepEqual(missingHeadings(all.replaceAll('\n', '\r')), []);
  });

  it('are not hidden by code within a line, nor by a comment that ends', () => {
    assert.deepEqual(missingHeadings(`\`\`\`a\`\`\`\n<!-- x -->\n${all}`), []);
  });

  it('are looked for outside of fenced blocks, to which the fences belong', () => {
    assert.deepEqual(
      planLines('a\n```\nb\n```\nc').map(({ code }) => code),
      [false, true, true, true, false],
    );
  });
});
