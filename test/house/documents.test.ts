// The documents for engineers name files. A file that was moved or renamed must be named by its new path.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runner/places.mjs';

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'README.md'];
const floors = /(?<![\w./-])(?:(?:src\/)?(?:core|node|cli|extension)|test|resources)\/[\w./-]+\.(?:ts|mjs|sh|json)\b/g;

describe('documents', () => {
  for (const document of documents) {
    it(`name files that exist: ${document}`, () => {
      const named = readFileSync(join(root, document), 'utf8').match(floors) ?? [];
      const missing = named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)));
      assert.deepEqual(missing, []);
    });
  }

  it('name enough files for this test to mean something', () => {
    const named = documents.flatMap((document) => readFileSync(join(root, document), 'utf8').match(floors) ?? []);
    assert.ok(named.length > 60, `only ${named.length}`);
  });
});
