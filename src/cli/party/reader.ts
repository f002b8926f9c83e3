import { actorOf } from '../../core/base/actor.ts';
import type { Reader } from '../../core/base/remark.ts';

/** A caller of tmux-codex.sh knows its modes, and so does Claude. */
export function readerOf(env: NodeJS.ProcessEnv, verb: string): Reader {
  const actor = actorOf(env);
  if (verb === 'tmux-codex' || actor === 'claude') return 'author';
  return actor === 'human' ? 'human' : 'anyone';
}
