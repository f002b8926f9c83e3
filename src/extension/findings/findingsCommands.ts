// The commands about findings, and how the finding for a command is found.

import type { CommandTable, Resolvers } from '../app/editorCommand.ts';
import {
  clearFilter,
  copyFinding,
  filterFindings,
  findingMeant,
  groupBy,
  markFixed,
  openFinding,
  reopenFinding,
  resolveWithReason,
  sayNoFinding,
  sendFinding,
  showNonBlocking,
  walkFindings,
} from './findingsActs.ts';
import type { findingsContributions } from './findingsContributions.ts';

export const findingsCommands = {
  openFinding: { needs: 'nothing', run: openFinding },
  sendFindingToClaude: { needs: 'finding', run: sendFinding },
  markFindingFixed: { needs: 'finding', run: markFixed },
  rejectFinding: { needs: 'finding', run: resolveWithReason('rejected') },
  findingOutOfScope: { needs: 'finding', run: resolveWithReason('out-of-scope') },
  reopenFinding: { needs: 'finding', run: reopenFinding },
  copyFinding: { needs: 'finding', run: copyFinding },
  nextFinding: { needs: 'nothing', run: walkFindings(1) },
  previousFinding: { needs: 'nothing', run: walkFindings(-1) },
  filterFindings: { needs: 'nothing', run: filterFindings },
  clearFindingsFilter: { needs: 'nothing', run: clearFilter },
  hideNonBlockingFindings: { needs: 'nothing', run: showNonBlocking(false) },
  showNonBlockingFindings: { needs: 'nothing', run: showNonBlocking(true) },
  groupFindingsBySeverity: { needs: 'nothing', run: groupBy('severity') },
  groupFindingsByFile: { needs: 'nothing', run: groupBy('file') },
  groupFindingsByRound: { needs: 'nothing', run: groupBy('round') },
  showMoreFindings: { needs: 'nothing', run: ({ findings }, [id]) => findings.view.showMore(id) },
} as const satisfies CommandTable<typeof findingsContributions>;

export const findingsNeeds: Resolvers<'finding'> = {
  async finding({ context: { findings }, args, folders }) {
    // Read before any await: the cursor may move in the meantime.
    const meant = findingMeant(findings.store, args);
    if ((await folders('known')) === undefined) return undefined;
    const placed = meant === undefined ? undefined : findings.store.find(meant);
    if (placed !== undefined) return [placed];
    sayNoFinding(args.length > 0);
    return undefined;
  },
};
