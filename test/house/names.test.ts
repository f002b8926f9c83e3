// One name for one type: a reader who has seen a type recognizes it by its name.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runner/places.mjs';

/** The names that two or more files may export as different types: none. */
const shared: readonly string[] = [];

describe('exported types', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const homes = new Map<string, Set<string>>();
  for (const file of files) {
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:interface|type|(?:abstract )?class) (\w+)/gm)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
    }
  }

  it('have names of their own', () => {
    assert.ok(homes.size > 300, `only ${homes.size} types were seen`);
    const clashes = [...homes].filter(([name, where]) => where.size > 1 && !shared.includes(name));
    assert.deepEqual(
      clashes.map(([name, where]) => `${name}: ${[...where].join(', ')}`),
      [],
    );
  });

  it('that share a name are listed only while they do', () => {
    assert.deepEqual(
      shared.filter((name) => (homes.get(name)?.size ?? 0) < 2),
      [],
    );
  });
});
