// Bundle of the gates before a review and a pull request. They parse shell lines; what they ask about a project is in
// another bundle (src/cli/hookFacts).

import { codexGate } from '../hooks/codexGate.ts';
import type { Hook } from '../hooks/hook.ts';
import { prGate } from '../hooks/prGate.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'codex-gate': codexGate,
  'pr-gate': prGate,
};
