// Derives an agent's state from what is known about its pane. Party says "idle" only when the agent itself reports it:
// text typed into an agent that merely looks idle may answer a dialog.

import type { Pane } from '../tmux/pane.ts';
import { isShell } from '../tmux/shells.ts';
import type { AgentState } from './agent.ts';
import type { ClaudeSession } from './claudeSession.ts';
import { startUpState } from './startUp.ts';
import { isMissingTitle, titleState } from './title.ts';

/** What is known besides the pane itself. */
export interface AgentFacts {
  /** Claude's own session file, if there is one. */
  readonly session?: ClaudeSession | undefined;
  /** The text on the pane, used only to name a start-up dialog. */
  readonly screen?: string | undefined;
  /** Since the agent was launched. */
  readonly ageMs: number;
}

type PaneState = Pick<Pane, 'role' | 'adapter' | 'demo' | 'dead' | 'title' | 'command' | 'byHand'>;

export function agentState(pane: PaneState, facts: AgentFacts): AgentState {
  if (pane.dead) return { kind: 'dead' };
  if (pane.role === 'shell') return shellState(pane.command);
  // Demo agents report everything in their title.
  if (pane.demo) return titleState(pane.title) ?? { kind: 'busy' };
  if (isReplaced(pane)) return replacedState(pane);
  if (pane.adapter === 'claude') return claudeState(facts);
  if (pane.adapter === 'codex') return titleState(pane.title) ?? startUpState('codex', facts);
  if (isMissingTitle(pane.title)) return { kind: 'absent', missing: true };
  // For any other program Party knows only that it runs, unless the title says more.
  return titleState(pane.title) ?? { kind: 'idle' };
}

/** True when naming the state needs the text on the pane, which costs one more tmux call. */
export function needsScreen(pane: PaneState, session: ClaudeSession | undefined): boolean {
  if (pane.dead || pane.demo || isReplaced(pane)) return false;
  if (pane.adapter === 'claude') return session === undefined;
  return pane.adapter === 'codex' && titleState(pane.title) === undefined;
}

/** A person has started another program in the agent's pane. */
function isReplaced({ adapter, byHand }: PaneState): boolean {
  return byHand === true && (adapter === 'claude' || adapter === 'codex');
}

/** A shell means that the agent has ended. An agent that a person started there has none of Party's hooks. */
function replacedState({ command, adapter }: PaneState): AgentState {
  if (isShell(command)) return { kind: 'dead' };
  return {
    kind: 'waiting',
    waitingFor: `it was started by hand, without Party. To restart it: party restart ${adapter}`,
  };
}

/** Changes when the pane's part of the agent's state may have changed: a spinner in a title changes nothing. */
export function paneSign(pane: PaneState & Pick<Pane, 'inMode' | 'pid'>): string {
  const { role, dead, inMode, pid, command, title, demo, adapter } = pane;
  // Claude reports in its own file, and shows the same title during its dialogs.
  const told = adapter === 'claude' && !demo ? null : (titleState(title) ?? isMissingTitle(title));
  // What runs in a pane of the user's shows. Under an agent it is one of its tools.
  const ofUser = role === undefined || role === 'shell' || isReplaced(pane);
  return JSON.stringify([role, adapter, demo, dead, inMode, pid, ofUser ? command : null, told]);
}

function claudeState(facts: AgentFacts): AgentState {
  const { session } = facts;
  if (session === undefined) return startUpState('claude', facts);
  const state = sessionState(session);
  return session.kind === 'bg' || session.parkedJobId !== undefined ? awayState(state) : state;
}

/**
 * The conversation has left its pane, where a viewer now runs. The viewer may show another conversation or a list, so
 * typing there is unsafe: the state is never idle.
 */
function awayState(state: AgentState): AgentState {
  // Short enough for a line of the status.
  if (state.kind === 'idle')
    return {
      kind: 'waiting',
      waitingFor: 'its conversation left this pane. To bring it back: party restart claude',
    };
  if (state.kind !== 'waiting') return state;
  return { kind: 'waiting', waitingFor: `${state.waitingFor}, in a conversation that left this pane` };
}

function sessionState(session: ClaudeSession): AgentState {
  switch (session.status) {
    case 'idle':
    // The turn is over and the composer is free. Only a background command of Claude still runs.
    case 'shell':
      return { kind: 'idle' };
    case 'waiting':
      return { kind: 'waiting', waitingFor: session.waitingFor ?? 'your answer' };
    default:
      // Busy, or no status yet while Claude starts, or a status of a newer version. None of these may count as idle.
      return { kind: 'busy' };
  }
}

function shellState(command: string): AgentState {
  return { kind: isShell(command) ? 'idle' : 'busy' };
}
