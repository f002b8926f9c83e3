// Keeps tmux's own line of each party up to date: the review, and whether an agent needs the user. Hooks and the verbs of
// `party` do the same when no editor is open.

import type { Disposable } from '../../../core/base/event.ts';
import { reviewCommand, reviewOnLine } from '../../../core/status/reviewOnLine.ts';
import { needsCommand } from '../../../core/tmux/lineOptions.ts';
import type { Host } from '../../app/host.ts';
import type { Model } from '../../app/model.ts';
import type { Party, Snapshot } from '../../app/snapshot.ts';
import { projectsOf } from '../../status/projectStatus.ts';

export function keepLines(host: Pick<Host, 'tmux' | 'log'>, model: Model): Disposable {
  const shown = new Map<string, string>();
  const update = () => {
    for (const { name, facts, commands } of model.snapshot === undefined ? [] : linesOf(model.snapshot)) {
      if (shown.get(name) === facts) continue;
      shown.set(name, facts);
      // The party may have just ended.
      host.tmux.call(commands()).catch((error) => host.log.debug(`tmux's line of ${name}: ${String(error)}`));
    }
  };
  update();
  return model.onDidChange(update);
}

/** What the line of each party says, as a text to compare, and the commands that make it so. */
export function linesOf(snapshot: Snapshot) {
  return projectsOf(snapshot).flatMap(({ party, status }) => {
    if (party === undefined) return [];
    const asking = agentsOf(party).map(({ pane, state }) => ({ pane: pane ?? '', needs: state === 'waiting' }));
    return {
      name: party.session.name,
      facts: JSON.stringify([reviewOnLine(status.review), asking]),
      commands: () => [
        reviewCommand(party.session.name, status.review),
        ...asking.map(({ pane, needs }) => needsCommand(pane, needs)),
      ],
    };
  });
}

/** The shell asks nothing, and an agent without a pane has no place on the line. */
function agentsOf({ status }: Party) {
  return status.agents.filter(({ role, pane }) => role !== 'shell' && pane !== null);
}
