// The commands about the plan, for the table of all commands.

import { Uri } from 'vscode';
import { noteLetter } from '../../core/plan/noteWords.ts';
import type { Command } from '../app/commands.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';
import { sendText } from '../messages/send.ts';
import { approvePlan, cancelPlanReview, openPlan, reviewPlan, startPlan, stopPlan } from './planActs.ts';
import { comparePlanVersion, openPlanVersion, showPlanVersions } from './planVersions.ts';

export const planCommands = {
  startPlan: { needs: 'folder', run: startPlan },
  stopPlan: { needs: 'plan', run: stopPlan },
  reviewPlan: { needs: 'plan', run: reviewPlan },
  cancelPlanReview: { needs: 'plan', run: cancelPlanReview },
  showPlanVersions: { needs: 'plan', run: showPlanVersions },
  approvePlan: { needs: 'plan', run: approvePlan },
  openPlan: { needs: 'plan', run: openPlan },
  openPlanVersion: { needs: 'planVersion', run: (_, plan, version) => openPlanVersion(plan, version) },
  comparePlanVersion: { needs: 'planVersion', run: (_, plan, version) => comparePlanVersion(plan, version) },
  sendPlanNoteToClaude: {
    needs: 'party',
    fileOf: ([thread]) => fileOf(thread),
    run: (context, party, _, [thread]) => sendNote(context, party, thread),
  },
} as const satisfies Record<string, Command>;

async function sendNote(context: Context, party: Party, thread: unknown): Promise<void> {
  const shown = context.planNotes.find(thread);
  if (shown === undefined) return;
  const { note, version, isCurrent, place } = shown;
  await sendText(context, party, 'claude', noteLetter(note, { version, isCurrent, place }));
}

/** A thread is on the file of its plan, which says whose Claude is meant. */
function fileOf(thread: unknown): string | undefined {
  const uri = typeof thread === 'object' && thread !== null && 'uri' in thread ? thread.uri : undefined;
  return uri instanceof Uri ? uri.fsPath : undefined;
}
