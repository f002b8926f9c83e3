// Reads an agent's state from its terminal title.

import type { AgentState } from './agent.ts';

/** Undefined when the title has no state, such as the host name that tmux sets for a new pane. */
export function titleState(title: string): AgentState | undefined {
  return rules.find(([pattern]) => pattern.test(title))?.[1];
}

/** The beginning of the id of Codex's thread: Codex 0.166.0 cuts it in its title. */
export function titleThread(title: string): string | undefined {
  return /\| ([0-9a-f]{8}-[0-9a-f-]+)/.exec(title)?.[1];
}

/** The title of a pane that says that its agent's program was not found (resources/session/missing.sh). */
export function isMissingTitle(title: string): boolean {
  return title.startsWith('Not found: ');
}

const rules: readonly (readonly [RegExp, AgentState])[] = [
  // Codex 0.166.0 blinks between `[ ! ]` and `[ . ]`, while its run state still says "Working".
  [/^\[ [!.] \] Action Required/, { kind: 'waiting', waitingFor: 'your decision' }],
  // Codex shows a braille spinner, Claude a turning half moon.
  [/^[\u2800-\u28ff]/, { kind: 'busy' }],
  [/^[◐◑◒◓]/, { kind: 'busy' }],
  // Codex with `run-state` in its title.
  [/^Ready(?: \||$)/, { kind: 'idle' }],
  [/^(?:Working|Thinking|Starting|Undoing|Waiting)(?: \||$)/, { kind: 'busy' }],
  // Claude also shows ✳ during its dialogs, so ✳ means idle only for demo agents, which have no dialogs.
  [/^✳ Demo /, { kind: 'idle' }],
];

/**
 * A format of tmux: the title without what turns or blinks in it, so that it differs wherever the rules above may differ.
 * The frames are listed, because a range of such characters matches nothing in some locales.
 */
export const titleMark = '#{s/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏◐◑◒◓]/*/;s/^[[] [.]/[ !/:pane_title}';
