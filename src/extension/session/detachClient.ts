import { exactSession } from '../../core/tmux/tmuxCommands.ts';
import type { Tmux } from '../../node/tmux/tmux.ts';

/**
 * Ends one client of a session and leaves all others alone. A remote window that is reloaded goes without ending its
 * terminals (seen in code-server 4.139): their clients would stay attached for hours, one more after every reload.
 */
export async function detachClient(tmux: Pick<Tmux, 'call'>, session: string, pid: number): Promise<void> {
  const clients = await tmux.call([
    ['list-clients', '-t', exactSession(session), '-F', '#{client_pid} #{client_name}'],
  ]);
  for (const line of clients.split('\n')) {
    const [, owner, name] = /^(\d+) (.+)$/.exec(line) ?? [];
    if (Number(owner) === pid && name !== undefined) await tmux.call([['detach-client', '-t', name]]);
  }
}
