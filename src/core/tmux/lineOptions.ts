// The tmux options for what the party's status line shows and no pane title tells. Hooks, verbs and the editor set
// them.

import type { TmuxCommand } from './tmuxCommands.ts';

/** Of the session: the name of the project, and what the review needs; of a pane: set while its agent asks something. */
export const lineOptions = { place: '@party_place', review: '@party_review', needs: '@party_needs' } as const;

/** `pane` is the agent's. tmux itself takes this back when the agent works again. */
export function needsCommand(pane: string, needs: boolean): TmuxCommand {
  const option = ['-p', '-t', pane, lineOptions.needs];
  return needs ? ['set-option', ...option, '1'] : ['set-option', '-u', ...option];
}
