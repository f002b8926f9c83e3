// The commands about findings, for the table of all commands.

import type { Command } from '../app/commands.ts';
import {
  clearFilter,
  copyFinding,
  filterFindings,
  groupBy,
  markFixed,
  openFinding,
  reopenFinding,
  resolveWithReason,
  sendFinding,
  showNonBlocking,
  walkFindings,
} from './findingsActs.ts';

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
} as const satisfies Record<string, Command>;
