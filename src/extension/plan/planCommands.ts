// The commands about the plan, and how the plan or version for a command is found.

import { Uri } from 'vscode';
import { noteMessage } from '../../core/plan/noteWords.ts';
import type { Context } from '../app/context.ts';
import type { CommandTable, Resolvers } from '../app/editorCommand.ts';
import { chooseFolder, folderMeant } from '../app/folders.ts';
import type { Party } from '../app/snapshot.ts';
import { sendText } from '../messages/send.ts';
import { approvePlan, cancelPlanReview, openPlan, reviewPlan, startPlan, stopPlan } from './planActs.ts';
import type { planContributions } from './planContributions.ts';
import { isPlanRow } from './planRows.ts';
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
} as const satisfies CommandTable<typeof planContributions>;

export const planNeeds: Resolvers<'plan' | 'planVersion'> = {
  async plan({ context, args, folders }) {
    const all = await folders();
    if (all === undefined) return undefined;
    const plans = context.model.snapshot?.plans ?? [];
    const gated = plans.filter(({ status }) => status.kind !== 'off').map(({ folder }) => folder);
    const [row] = args;
    const clicked = isPlanRow(row) ? row.plan.folder : folderMeant(args, all);
    const folder = clicked ?? (await chooseFolder(gated.length > 0 ? gated : all));
    return folder && [folder];
  },
  async planVersion({ context, args: [row], folders }) {
    if ((await folders()) === undefined || !isPlanRow(row) || row.kind !== 'planVersion') return undefined;
    // A row may be older than the model.
    const plan = context.model.snapshot?.plans.find(({ folder }) => folder.top === row.plan.folder.top);
    const version = plan?.plan.versions.find((one) => one.version === row.version.version);
    return plan && version && [plan, version];
  },
};

async function sendNote(context: Context, party: Party, thread: unknown): Promise<void> {
  const shown = context.planNotes.find(thread);
  if (shown === undefined) return;
  await sendText(context, party, 'claude', noteMessage(shown));
}

/** A thread belongs to the file of its plan, which tells which party's Claude to use. */
function fileOf(thread: unknown): string | undefined {
  const uri = typeof thread === 'object' && thread !== null && 'uri' in thread ? thread.uri : undefined;
  return uri instanceof Uri ? uri.fsPath : undefined;
}
