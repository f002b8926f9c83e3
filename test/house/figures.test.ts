// docs/figures.md: each command writes its own part, and only that.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, withFigures } from '../bench/figures.ts';
import { root } from '../runner/places.mjs';

const figures = (command: Figures['command'], cell: string, args: readonly string[] = []): Figures => ({
  ...{ command, args, versions: ['tmux 3.3a'] },
  tables: [{ title: `Of ${command}`, about: 'What it is.', head: ['case', 'count'], rows: [[cell, '1']] }],
});
const documentOf = (...all: readonly Figures[]) => all.reduce(withFigures, '');

describe('figures', () => {
  it('name the command, the programs and the day above each table', () => {
    const text = documentOf(figures('npm run faults', 'a case', ['--seed', '7']));
    const day = new Date().toISOString().slice(0, 10);
    assert.match(text, /^# Figures\n/);
    assert.match(
      text,
      new RegExp(`\\n## Of npm run faults\n\n\`npm run faults -- --seed 7\` · .* · tmux 3.3a · ${day}\n`),
    );
    assert.match(text, /\n\nWhat it is\.\n\n\| case \| count \|\n\| --- \| --: \|\n\| a case \| 1 \|\n/);
  });

  it('are replaced by the command that wrote them, which leaves the others', () => {
    const first = documentOf(figures('npm run soak', 'old'), figures('npm run fuzz', 'other'));
    const second = withFigures(first, figures('npm run soak', 'new'));
    assert.equal(second, first.replace('| old |', '| new |'));
    assert.equal(withFigures(second, figures('npm run soak', 'new')), second);
  });

  it('are in the same order, whichever command was run first', () => {
    const [bench, faults] = [figures('npm run bench', 'a'), figures('npm run faults', 'b')];
    assert.equal(documentOf(faults, bench), documentOf(bench, faults));
  });

  it('keep a bar inside its cell', () => {
    assert.match(documentOf(figures('npm run fuzz', 'a | b')), /\n\| a \\\| b \| 1 \|\n/);
  });

  it('that are written down have a command above each table', () => {
    const file = join(root, 'docs/figures.md');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const section of text.split(/^## /m).slice(1))
      assert.match(section, /^.+\n\n`npm run [^`]+` · .* · \d{4}-\d\d-\d\d\n/);
  });
});
