// The state that an agent puts into its terminal title.

import type { AgentState } from './agent.ts';

/** Undefined when the title says nothing, as the host's name that tmux starts every pane with. */
export function titleState(title: string): AgentState | undefined {
  return rules.find(([pattern]) => pattern.test(title))?.[1];
}

const rules: readonly (readonly [RegExp, AgentState])[] = [
  // Codex (0.166.0) blinks between `[ ! ]` and `[ . ]`; its run state goes on saying "Working" meanwhile.
  [/^\[ [!.] \] Action Required/, { kind: 'waiting', waitingFor: 'your decision' }],
  // Codex: a braille spinner; Claude: a turning half moon.
  [/^[\u2800-\u28ff]/, { kind: 'busy' }],
  [/^[◐◑◒◓]/, { kind: 'busy' }],
  // Codex with `run-state` in its title.
  [/^Ready(?: \||$)/, { kind: 'idle' }],
  [/^(?:Working|Thinking|Starting|Undoing|Waiting)(?: \||$)/, { kind: 'busy' }],
  // Claude's ✳ stands there during its dialogs as well, so it counts only for those without dialogs: the stand-ins.
  [/^✳ Demo /, { kind: 'idle' }],
];
