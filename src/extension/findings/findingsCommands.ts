// The commands about findings, and how the finding for a command is found.

import type { CommandCall, CommandNeed, CommandNeeds, CommandTable, Resolvers } from '../app/editorCommand.ts';
import {
  clearFilter,
  filterFindings,
  findingMeant,
  findingsMeant,
  groupBy,
  openFinding,
  sayNoFinding,
  sayNotRead,
  showInCode,
  showNonBlocking,
  walkFindings,
} from './findingsActs.ts';
import type { findingsContributions } from './findingsContributions.ts';
import { exportFindings } from './findingsExport.ts';
import { copyFindings, markFixed, reopenFindings, resolveWithReason, sendFindings } from './findingsMany.ts';
import { replyWith } from './findingsReply.ts';
import { applySuggestion, showSuggestion } from './reading/suggestions.ts';

export const findingsCommands = {
  openFinding: { needs: 'nothing', run: openFinding },
  showFindingThread: {
    needs: 'finding',
    run: ({ findings }, placed) => showInCode(findings, placed, { preview: true }),
  },
  sendFindingToClaude: { needs: 'readFindings', run: sendFindings },
  markFindingFixed: { needs: 'readFindings', run: markFixed },
  rejectFinding: { needs: 'readFindings', run: resolveWithReason('rejected') },
  findingOutOfScope: { needs: 'readFindings', run: resolveWithReason('out-of-scope') },
  reopenFinding: { needs: 'readFindings', run: reopenFindings },
  showSuggestion: { needs: 'finding', run: showSuggestion },
  applySuggestion: { needs: 'readFinding', run: applySuggestion },
  exportFindings: { needs: 'folder', run: exportFindings },
  replyToFinding: { needs: 'readFinding', run: replyWith() },
  askCodexAboutFinding: { needs: 'readFinding', run: replyWith('codex') },
  replyInThread: { needs: 'readFinding', run: replyWith() },
  askCodexInThread: { needs: 'readFinding', run: replyWith('codex') },
  sendReplyToClaude: { needs: 'readFinding', run: replyWith('claude') },
  copyFinding: { needs: 'findings', run: copyFindings },
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

export const findingsNeeds: Resolvers<'finding' | 'readFinding' | 'findings' | 'readFindings'> = {
  finding: (call) => find(call),
  async readFinding(call) {
    const found = await find(call);
    if (found === undefined || found[0].finding.arrived === undefined) return found;
    sayNotRead(call.context, found[0]);
    return undefined;
  },
  findings: (call) => findAll(call),
  async readFindings(call) {
    const found = await findAll(call);
    const unread = found?.[0].find(({ finding }) => finding.arrived !== undefined);
    if (unread === undefined) return found;
    sayNotRead(call.context, unread);
    return undefined;
  },
};

type Call = Pick<CommandCall<CommandNeed>, 'context' | 'args' | 'folders'>;

async function findAll({ context, args, folders }: Call): Promise<CommandNeeds['findings'] | undefined> {
  const { findings } = context;
  const meant = findingsMeant(findings, args);
  if ((await folders('known')) === undefined) return undefined;
  // Groups may be selected too.
  const placed = meant.flatMap((id) => findings.store.find(id) ?? []);
  if (placed.length > 0) return [placed];
  sayNoFinding(args.length > 0);
  return undefined;
}

async function find({ context, args, folders }: Call): Promise<CommandNeeds['finding'] | undefined> {
  const { findings } = context;
  // Read before any await: the cursor may move in the meantime.
  const meant = findingMeant(findings, args);
  if ((await folders('known')) === undefined) return undefined;
  const placed = meant === undefined ? undefined : findings.store.find(meant);
  if (placed !== undefined) return [placed, args];
  sayNoFinding(args.length > 0);
  return undefined;
}
