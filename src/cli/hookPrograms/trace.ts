// Bundle of the hook that records what Claude did about a review. It parses shell lines and writes the project's log.

import { codexTrace } from '../hooks/codexTrace.ts';
import type { Hook } from '../hooks/hook.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'codex-trace': codexTrace,
};
