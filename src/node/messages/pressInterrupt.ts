// Interrupts an agent: the key that ends its turn, and only while it works. In a dialog the same key would be an answer.

import { refused } from '../../core/base/errors.ts';
import { type AgentRole, roleLabels } from '../../core/base/role.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { type PressedKey, pressKey } from '../tmux/typing.ts';
import { withAgentPane } from './lockedPane.ts';

export async function pressInterrupt(
  machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'>,
  party: string,
  role: AgentRole,
): Promise<void> {
  await withAgentPane(machine, party, role, async ({ session, pane }) => {
    const name = roleLabels[role];
    const { kind } = await readAgentState(machine, session, pane);
    if (kind === 'waiting') throw refused(`${name} asks something. Answer it in its pane`);
    if (kind !== 'busy') throw refused(`${name} is not working`);
    const key = keyFor(pane);
    if (key === undefined) throw refused('Party does not know how to interrupt this program. Do it in its pane');
    if (!(await pressKey(machine.tmux, pane.id, key))) {
      throw refused(`Nothing was sent: the pane of ${name} does not accept keys now`);
    }
  });
}

/** Ctrl+C would end many programs. The demo agents stop with it. */
function keyFor({ demo, adapter }: Pane): PressedKey | undefined {
  if (demo) return 'C-c';
  return adapter === 'claude' || adapter === 'codex' ? 'Escape' : undefined;
}
