// Makes one tmux call for a hook, without loading the whole tmux client.

import type { TmuxCommand } from '../../core/tmux/tmuxCommands.ts';
import { run } from '../system/exec.ts';

/** Whether it worked does not matter to the caller. */
export async function callOnce(env: NodeJS.ProcessEnv, command: TmuxCommand): Promise<void> {
  const socket = env['PARTY_TMUX_SOCKET'];
  await run('tmux', [...(socket ? ['-L', socket] : []), ...command], { env, timeoutMs: 2000, detached: true });
}
