// One name for one thing: a reader who has seen a type recognizes it by its name, and a function on its floor.
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

describe('exported functions and values', () => {
  for (const floor of ['core', 'node']) {
    it(`of ${floor} have names of their own`, () => {
      const homes = new Map<string, string[]>();
      const files = readdirSync(join(root, 'src', floor), { recursive: true, encoding: 'utf8' });
      // `schema.ts` is always imported as `z`.
      for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'base/schema.ts')) {
        const text = readFileSync(join(root, 'src', floor, file), 'utf8');
        const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const|let) (\w+)/gm)].map(
          ([, name = '']) => name,
        );
        // The overloads of a function are in one file.
        for (const name of new Set(names)) homes.set(name, [...(homes.get(name) ?? []), file]);
      }
      assert.ok(homes.size > 500, `only ${homes.size} names were seen`);
      const clashes = [...homes].filter(([, where]) => where.length > 1);
      assert.deepEqual(
        clashes.map(([name, where]) => `${name}: ${where.join(', ')}`),
        [],
      );
    });
  }
});
