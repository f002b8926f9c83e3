// A click on the status bar: why the review is in its state, and what can be done next, the obvious act first.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { l10n, type QuickPickItem, QuickPickItemKind, commands as registry, Uri, window } from 'vscode';
import { type Evidence, type EvidenceKind, evidenceKinds } from '../../core/review/evidence.ts';
import type { Review } from '../../core/review/review.ts';
import type { ReasonSubject } from '../../core/review/reviewText.ts';
import { editorWords } from '../../core/status/editorWords.ts';
import { type Act, actFacts, nextActs } from '../../core/status/nextActs.ts';
import { statusBar, statusReasons } from '../../core/status/statusBar.ts';
import type { Context } from '../app/context.ts';
import { commandId, views } from '../app/contributions.ts';
import { renewBudget } from '../codex/budgetActs.ts';
import { cancelCollab, openCollabReview, pauseCollab, resumeCollab, skipCollab } from '../collab/collabActs.ts';
import { openLedgerFinding } from '../findings/findingsActs.ts';
import { checkGates } from '../gates/gatesActs.ts';
import { approvePlan, cancelPlanReview, openPlan, reviewPlan, stopPlan } from '../plan/planActs.ts';
import { showPlanVersions } from '../plan/planVersions.ts';
import {
  approve,
  approveTargeted,
  completeReview,
  needsDiscussion,
  nudgeCodex,
  requestReReview,
  requestReview,
} from '../review/reviewActs.ts';
import { bringBack, restore } from '../session/bringBack.ts';
import { itemText } from '../ui/plainText.ts';
import { foremostStanding, type Standing, standingsOf } from './projectStatus.ts';

interface Item extends QuickPickItem {
  /** Nothing for a line that only says something. */
  readonly run?: (() => unknown) | undefined;
}

/** Of the project that the status bar speaks about. */
export async function showReview(context: Context): Promise<void> {
  await context.model.refresh();
  const { snapshot } = context.model;
  const standing = snapshot && foremostStanding(standingsOf(snapshot), Date.now());
  if (standing === undefined) return;
  const run = await pick(context, standing);
  await run?.();
}

function pick(context: Context, standing: Standing): Promise<Item['run']> {
  const box = window.createQuickPick<Item>();
  const why = whyItems(context, standing);
  const acts = actItems(context, standing);
  box.title = statusBar(standing.status, l10n.t, undefined, Date.now()).label;
  box.placeholder = l10n.t('What next?');
  box.matchOnDetail = true;
  box.items = [...(why.length > 0 ? [separator(l10n.t('why')), ...why] : []), separator(l10n.t('next')), ...acts];
  // Enter does the obvious, although the reasons stand above it.
  box.activeItems = acts.slice(0, 1);
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      const [chosen] = box.selectedItems;
      if (chosen?.run === undefined) return;
      resolve(chosen.run);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

const separator = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator });

/** Each opens what it is about. */
function whyItems(context: Context, standing: Standing): Item[] {
  const { status, review, plan } = standing;
  return statusReasons(status, l10n.t, Date.now(), review, plan).map(({ name, value, subject }) => ({
    label: subject === undefined ? `$(blank) ${name}` : `$(${subjectIcons[subject.kind]}) ${name}`,
    description: itemText(editorWords(value)),
    run: subject && (() => openSubject(subject, context, standing)),
  }));
}

const subjectIcons: Record<ReasonSubject['kind'], string> = {
  file: 'go-to-file',
  finding: 'go-to-file',
  findings: 'list-unordered',
  evidence: 'checklist',
  timeline: 'graph',
  gates: 'shield',
  messages: 'mail',
  party: 'terminal',
  plan: 'checklist',
  collab: 'go-to-file',
};

function openSubject(subject: ReasonSubject, context: Context, standing: Standing): unknown {
  const { folder, party, review } = standing;
  switch (subject.kind) {
    case 'file':
      return registry.executeCommand('vscode.open', Uri.file(join(folder.top, subject.file)));
    case 'finding':
      return openLedgerFinding(context, folder, subject.finding);
    case 'findings':
      return registry.executeCommand(`${views.findings}.focus`);
    case 'evidence':
      return review && showEvidence(review);
    case 'timeline':
      return context.timeline.show(folder);
    case 'gates':
      return checkGates(context, folder);
    case 'messages':
      return registry.executeCommand(commandId('showMessages'));
    case 'party':
      return party && context.terminals.attach(party);
    case 'plan':
      return openPlan(context, folder);
    case 'collab':
      return openCollabReview(context, folder);
    default: {
      const unreachable: never = subject;
      return unreachable;
    }
  }
}

/** The whole list, what is missing first. Only looked at: evidence is earned, not clicked. */
async function showEvidence({ missing, evidence }: Review): Promise<void> {
  const there = evidenceKinds.filter((kind) => !missing.includes(kind));
  const item = (kind: EvidenceKind, isThere: boolean): QuickPickItem => ({
    label: `$(${isThere ? 'pass' : 'circle-outline'}) ${kind}`,
    description: isThere ? l10n.t('there') : whyMissing(evidence[kind]),
  });
  await window.showQuickPick([...missing.map((kind) => item(kind, false)), ...there.map((kind) => item(kind, true))], {
    title: l10n.t('{0} of {1} are there for the code as it is', String(there.length), String(evidenceKinds.length)),
    placeHolder: l10n.t('What a pull request needs'),
  });
}

function whyMissing({ note, hash }: Evidence): string {
  if (note !== null) return itemText(note);
  return hash === null ? l10n.t('missing') : l10n.t('missing, was about other code');
}

function actItems(context: Context, standing: Standing): Item[] {
  const { status, review } = standing;
  const acts = nextActs(actFacts(status, review, { isThere: existsSync, now: Date.now() }));
  return acts.map((act) => ({ ...words(act), run: () => runAct(act, context, standing) }));
}

function runAct(act: Act, context: Context, { folder, party }: Standing): unknown {
  switch (act) {
    case 'requestReview':
      return requestReview(context, folder, 'full');
    case 'requestDeltaReview':
      return requestReview(context, folder, 'delta');
    case 'completeReview':
      return completeReview(context, folder);
    case 'showFindings':
      return registry.executeCommand(`${views.findings}.focus`);
    case 'approve':
      return approve(context, folder);
    case 'approveTargeted':
      return approveTargeted(context, folder);
    case 'requestReReview':
      return requestReReview(context, folder);
    case 'needsDiscussion':
      return needsDiscussion(context, folder);
    case 'nudgeCodex':
      return nudgeCodex(context, folder);
    case 'showTimeline':
      return context.timeline.show(folder);
    case 'openPlan':
      return openPlan(context, folder);
    case 'reviewPlan':
      return reviewPlan(context, folder);
    case 'cancelPlanReview':
      return cancelPlanReview(context, folder);
    case 'showPlanVersions':
      return showPlanVersions(context, folder);
    case 'approvePlan':
      return approvePlan(context, folder);
    case 'stopPlan':
      return stopPlan(context, folder);
    case 'resumeCollab':
      return resumeCollab(context, folder);
    case 'openCollabReview':
      return openCollabReview(context, folder);
    case 'pauseCollab':
      return pauseCollab(context, folder);
    case 'skipCollab':
      return skipCollab(context, folder);
    case 'cancelCollab':
      return cancelCollab(context, folder);
    case 'renewBudget':
      return renewBudget(context, folder);
    case 'checkGates':
      return checkGates(context, folder);
    case 'attach':
      return party && context.terminals.attach(party);
    case 'bringBack':
      return party && bringBack(context, party);
    case 'restore':
      return restore(context, folder);
    case 'showMessages':
    case 'start':
      return registry.executeCommand(commandId(act));
    default: {
      const unreachable: never = act;
      return unreachable;
    }
  }
}

function words(act: Act): { label: string; detail: string } {
  const said: Record<Act, readonly [icon: string, label: string, detail: string]> = {
    requestReview: ['eye', l10n.t('Request Review'), l10n.t('Codex reads the whole change')],
    requestDeltaReview: [
      'diff',
      l10n.t('Request Delta Review'),
      l10n.t('Codex looks at what was to be fixed and what has changed'),
    ],
    completeReview: ['inbox', l10n.t('Complete Review'), l10n.t('Codex has written its findings: read them')],
    showFindings: ['list-unordered', l10n.t('Show Findings'), l10n.t('What was found, and where')],
    approve: ['pass', l10n.t('Approve'), l10n.t('Nothing blocks, and the code is what was reviewed')],
    approveTargeted: ['target', l10n.t('Approve Targeted…'), l10n.t('Only a small fix was made since it was reviewed')],
    requestReReview: ['request-changes', l10n.t('Request Re-review…'), l10n.t('Something has to be changed first')],
    needsDiscussion: ['question', l10n.t('Needs Discussion…'), l10n.t('People have to decide')],
    nudgeCodex: ['bell', l10n.t('Nudge Codex'), l10n.t('Remind it of the request that it has not answered')],
    showTimeline: ['graph', l10n.t('Show Review Timeline'), l10n.t('The rounds as a picture')],
    openPlan: ['go-to-file', l10n.t('Open Plan'), l10n.t('The plan, with the notes of Codex on its lines')],
    reviewPlan: ['eye', l10n.t('Review Plan Now'), l10n.t('Codex reads the plan as it is')],
    cancelPlanReview: [
      'stop-circle',
      l10n.t('Cancel Plan Review'),
      l10n.t('Codex stops reading; it costs no revision'),
    ],
    showPlanVersions: ['diff', l10n.t('Show Plan Versions'), l10n.t('What changed from one version to the next')],
    approvePlan: ['pass', l10n.t('Approve Plan by Hand…'), l10n.t('You decide, in the place of Codex, and say why')],
    stopPlan: ['unlock', l10n.t('Stop Plan Gate'), l10n.t('Code may be written again, whatever became of the plan')],
    resumeCollab: ['debug-continue', l10n.t('Resume Collab'), l10n.t('Codex goes on reviewing whenever Claude stops')],
    openCollabReview: ['eye', l10n.t('Open Collab Review'), l10n.t('What Codex said last')],
    pauseCollab: ['debug-pause', l10n.t('Pause Collab'), l10n.t('Nothing is reviewed, and nothing is forgotten')],
    skipCollab: ['debug-step-over', l10n.t('Skip Next Review'), l10n.t('The next stop of Claude is let through')],
    cancelCollab: ['close', l10n.t('Cancel Collab'), l10n.t('Codex reviews no more; its reviews stay')],
    renewBudget: ['debug-continue', l10n.t('Renew Budget…'), l10n.t('Codex may go on: you say why')],
    checkGates: ['shield', l10n.t('Check Gates'), l10n.t('Do the hooks hold back what they should?')],
    showMessages: ['mail', l10n.t('Show Messages'), l10n.t('What did not arrive, and why')],
    attach: ['terminal', l10n.t('Attach'), l10n.t('Open the terminal of the party')],
    bringBack: [
      'debug-restart',
      l10n.t('Stop and Restore'),
      l10n.t('An agent has ended: both come back in their conversations'),
    ],
    restore: ['debug-restart', l10n.t('Restore'), l10n.t('Bring the last party back, with its conversations')],
    start: ['play', l10n.t('Start'), l10n.t('Claude and Codex side by side')],
  };
  const [icon, label, detail] = said[act];
  return { label: `$(${icon}) ${label}`, detail };
}
