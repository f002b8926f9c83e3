// Whether Party may type into this pane now. Only into an agent that reports idle: in a permission dialog, text and
// Enter approve it; a shell executes them; copy mode swallows them; and while the agent works, a dialog may appear.

import type { AgentState } from '../agents/agent.ts';
import type { Pane } from '../tmux/pane.ts';
import { agentEnded, agentNotRunning } from './messageAdvice.ts';

export type Guard = { readonly kind: 'go' } | ({ readonly kind: 'wait' } & Obstacle);

export interface Obstacle {
  readonly reason: string;
  /** Whether it lasts until a person acts. A turn ends by itself, and the agent's question needs its answer first. */
  readonly lasting?: boolean;
}

export function guard(
  pane: Pick<Pane, 'dead' | 'inMode' | 'synchronized' | 'role'>,
  { state, bareShell }: { readonly state: AgentState; readonly bareShell: boolean },
): Guard {
  const obstacle = paneObstacle(pane);
  if (obstacle !== undefined) return { kind: 'wait', ...obstacle };
  if (bareShell || pane.role === 'shell') return blocked('a shell is in the foreground and would run the text');
  switch (state.kind) {
    case 'idle':
      return { kind: 'go' };
    case 'busy':
      return wait('the agent is working');
    case 'waiting':
      return wait(`the agent is waiting for you: ${state.waitingFor}`);
    case 'dead':
      return blocked(agentEnded);
    case 'absent':
      return wait(agentNotRunning);
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

/** What tmux itself says against it. */
export function paneObstacle(pane: Pick<Pane, 'dead' | 'inMode' | 'synchronized'>): Obstacle | undefined {
  const reason = reasonOf(pane);
  return reason === undefined ? undefined : { reason, lasting: true };
}

function reasonOf({ dead, inMode, synchronized }: Pick<Pane, 'dead' | 'inMode' | 'synchronized'>): string | undefined {
  if (dead) return agentEnded;
  if (inMode) return 'you are scrolling in its pane (copy mode); press q there to continue';
  if (synchronized) return 'tmux sends what is typed there to every pane of the window (synchronize-panes)';
  return undefined;
}

function wait(reason: string): Guard {
  return { kind: 'wait', reason };
}

function blocked(reason: string): Guard {
  return { kind: 'wait', reason, lasting: true };
}
