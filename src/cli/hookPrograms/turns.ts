// Bundle of the hooks that the clients call at the start and the end of turns and conversations.

import { codexNotify } from '../hooks/codexNotify.ts';
import { collabStop } from '../hooks/collabStop.ts';
import type { Hook } from '../hooks/hook.ts';
import { sessionCleanup } from '../hooks/sessionCleanup.ts';
import { skillEval } from '../hooks/skillEval.ts';
import { stop } from '../hooks/stop.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'codex-notify': codexNotify,
  'collab-stop': collabStop,
  'session-cleanup': sessionCleanup,
  'skill-eval': skillEval,
  stop,
};
