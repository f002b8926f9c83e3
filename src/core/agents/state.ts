// From what is known about a pane to the state of its agent. "Idle" is only ever said on the agent's own word: text that
// is typed into an agent which merely looks idle may answer a dialog.

import type { Pane } from '../tmux/pane.ts';
import { isShell } from '../tmux/shells.ts';
import type { AgentState } from './agent.ts';
import type { ClaudeSession } from './claudeSession.ts';
import { startUpState } from './startUp.ts';
import { titleState } from './title.ts';

/** What is known beyond the pane itself. */
export interface AgentFacts {
  /** Claude's own session file, if there is one. */
  readonly session?: ClaudeSession | undefined;
  /** What the pane shows: only ever used to name a start-up dialog. */
  readonly screen?: string | undefined;
  /** Since the agent was launched. */
  readonly ageMs: number;
}

type PaneState = Pick<Pane, 'role' | 'adapter' | 'demo' | 'dead' | 'title' | 'command'>;

export function agentState(pane: PaneState, facts: AgentFacts): AgentState {
  if (pane.dead) return { kind: 'dead' };
  if (pane.role === 'shell') return shellState(pane.command);
  // The stand-ins say everything by their title.
  if (pane.demo) return titleState(pane.title) ?? { kind: 'busy' };
  if (pane.adapter === 'claude') return claudeState(facts);
  if (pane.adapter === 'codex') return titleState(pane.title) ?? startUpState('codex', facts);
  // Of any other program it is only known that it runs, unless its title says more.
  return titleState(pane.title) ?? { kind: 'idle' };
}

/** True when naming the state needs the text on the pane, which costs one more call of tmux. */
export function needsScreen(pane: PaneState, session: ClaudeSession | undefined): boolean {
  if (pane.dead || pane.demo) return false;
  if (pane.adapter === 'claude') return session === undefined;
  return pane.adapter === 'codex' && titleState(pane.title) === undefined;
}

function claudeState(facts: AgentFacts): AgentState {
  const { session } = facts;
  if (session === undefined) return startUpState('claude', facts);
  const state = sessionState(session);
  return session.kind === 'bg' || session.parkedJobId !== undefined ? awayState(state) : state;
}

/**
 * The conversation has left its pane, in which a viewer runs now. The viewer may show another conversation or a list, so
 * nothing may be typed there: this is never idle.
 */
function awayState(state: AgentState): AgentState {
  // Short enough for a line of the status.
  if (state.kind === 'idle')
    return {
      kind: 'waiting',
      waitingFor: 'its conversation left this pane. To bring it back: party stop, party restore',
    };
  if (state.kind !== 'waiting') return state;
  return { kind: 'waiting', waitingFor: `${state.waitingFor}, in a conversation that left this pane` };
}

function sessionState(session: ClaudeSession): AgentState {
  switch (session.status) {
    case 'idle':
    // The turn is over and the composer is free; only a command that Claude left in the background still runs.
    case 'shell':
      return { kind: 'idle' };
    case 'waiting':
      return { kind: 'waiting', waitingFor: session.waitingFor ?? 'your answer' };
    default:
      // Busy; or no status yet (it is coming up); or a word of a newer version, which must not count as idle.
      return { kind: 'busy' };
  }
}

function shellState(command: string): AgentState {
  return { kind: isShell(command) ? 'idle' : 'busy' };
}
