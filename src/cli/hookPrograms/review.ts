// Bundle of the gates before a review and a pull request, and of the hooks that trace reviews. They parse shell lines
// and read the project's log.

import { codexGate } from '../hooks/codexGate.ts';
import { codexTrace } from '../hooks/codexTrace.ts';
import type { Hook } from '../hooks/hook.ts';
import { prGate } from '../hooks/prGate.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'codex-gate': codexGate,
  'codex-trace': codexTrace,
  'pr-gate': prGate,
};
