// What holds for every hook that only looks on: it neither speaks nor fails.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowed, type HookedProject } from './hookedProject.ts';

const nonsense = [
  '',
  'garbage "prompt": [A bug',
  '{"half',
  'null',
  '7',
  '[]',
  '{"tool_name":7}',
  'x'.repeat(1_000_000),
];

export function staysSilent(name: string, at: () => HookedProject): void {
  it(`${name} is silent whatever comes`, async () => {
    writeFileSync(join(at().env['PARTY_MARKER_ROOT'] ?? '', 'claude-codex-x'), '');
    const more = [`{"x":"party review tmux-codex git checkout sed -i`, `{"tool_input":{"command":["party review"]}}`];
    for (const input of [...nonsense, ...more]) allowed(await at().hook(name, input));
  });

  it(`${name} is silent without Node, and outside a party`, async () => {
    const input = at().bash('party review approve; git checkout -b x', 'PostToolUse');
    allowed(await at().hook(name, input, at().withoutNode()));
    allowed(await at().hook(name, input, { PARTY_SESSION: '' }));
    assert.deepEqual(at().logged(), []);
  });
}
