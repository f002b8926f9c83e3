// A click on the status bar: shows why the review is in its state, and what the user can do next, the most likely act
// first.

import { join } from 'node:path';
import { l10n, type QuickPickItem, QuickPickItemKind, commands as registry, Uri, window } from 'vscode';
import type { OfferedAct } from '../../core/base/acts.ts';
import { type EvidenceKind, evidenceKinds } from '../../core/project/evidenceKinds.ts';
import type { Evidence } from '../../core/review/evidence.ts';
import type { Review } from '../../core/review/review.ts';
import type { ReasonSubject } from '../../core/review/reviewText.ts';
import { type ActFacts, actFacts, awaitedRound } from '../../core/status/actFacts.ts';
import { nextActs } from '../../core/status/nextActs.ts';
import { statusBar, statusReasons } from '../../core/status/statusBar.ts';
import { lookAtFindings } from '../../node/review/completeRound.ts';
import type { Context } from '../app/context.ts';
import { commandId, viewId } from '../app/contributions.ts';
import { openCollabReview } from '../collab/collabActs.ts';
import { openLedgerFinding } from '../findings/findingsActs.ts';
import { checkGates } from '../gates/gatesActs.ts';
import { openPlan } from '../plan/planActs.ts';
import { itemText } from '../ui/plainText.ts';
import { nextActTable } from './nextActTable.ts';
import { foremostProject, type ProjectStatus, projectsOf } from './projectStatus.ts';

interface Item extends QuickPickItem {
  /** Undefined for a line that only informs. */
  readonly run?: (() => unknown) | undefined;
}

/** For the project that the status bar shows. */
export async function showReviewPick(context: Context): Promise<void> {
  await context.model.refresh();
  const { snapshot } = context.model;
  const project = snapshot && foremostProject(projectsOf(snapshot), Date.now());
  if (project === undefined) return;
  const { status, review, plan, folder } = project;
  const written = await lookAtFindings(folder.top, awaitedRound(review));
  const run = await pick(context, project, actFacts(status, { review, plan, written, now: Date.now() }));
  await run?.();
}

function pick(context: Context, project: ProjectStatus, facts: ActFacts): Promise<Item['run']> {
  const box = window.createQuickPick<Item>();
  const why = whyItems(context, project);
  const acts = nextActs(facts).map((act) => actItem(act, context, project, facts));
  box.title = statusBar(project.status, l10n.t, undefined, Date.now()).label;
  box.placeholder = l10n.t('What next?');
  box.matchOnDetail = true;
  box.items = [...(why.length > 0 ? [separator(l10n.t('why')), ...why] : []), separator(l10n.t('next')), ...acts];
  // Enter runs the most likely act, although the reasons are listed above it.
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

/** Each item opens what it is about. */
function whyItems(context: Context, project: ProjectStatus): Item[] {
  const { status, review, plan } = project;
  return statusReasons(status, l10n.t, { now: Date.now(), review, plan }).map(({ name, value, subject }) => ({
    label: subject === undefined ? `$(blank) ${name}` : `$(${subjectIcons[subject.kind]}) ${name}`,
    description: itemText(value),
    run: subject && (() => openSubject(subject, context, project)),
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

function openSubject(subject: ReasonSubject, context: Context, project: ProjectStatus): unknown {
  const { folder, party, review } = project;
  switch (subject.kind) {
    case 'file':
      return registry.executeCommand('vscode.open', Uri.file(join(folder.top, subject.file)));
    case 'finding':
      return openLedgerFinding(context, folder, subject.finding);
    case 'findings':
      return registry.executeCommand(`${viewId('findings')}.focus`);
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

/** The whole list, missing evidence first. It is only for reading: no click can create evidence. */
async function showEvidence({ missing, evidence }: Review): Promise<void> {
  const there = evidenceKinds.filter((kind) => !missing.includes(kind));
  const item = (kind: EvidenceKind, isThere: boolean): QuickPickItem => ({
    label: `$(${isThere ? 'pass' : 'circle-outline'}) ${kind}`,
    description: isThere ? l10n.t('passed') : whyMissing(evidence[kind]),
  });
  await window.showQuickPick([...missing.map((kind) => item(kind, false)), ...there.map((kind) => item(kind, true))], {
    title: l10n.t('{0} of {1} checks passed for the current code', String(there.length), String(evidenceKinds.length)),
    placeHolder: l10n.t('Required for a pull request'),
  });
}

function whyMissing({ note, hash }: Evidence): string {
  if (note !== null) return itemText(note);
  return hash === null ? l10n.t('missing') : l10n.t('outdated: the code has changed since');
}

function actItem(act: OfferedAct, context: Context, project: ProjectStatus, facts: ActFacts): Item {
  const { icon, label, detail, run } = nextActTable[act];
  return { label: `$(${icon}) ${label()}`, detail: detail(), run: () => run(context, project, facts) };
}
