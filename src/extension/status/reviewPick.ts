// A click on the status bar: shows why the review is in its state, and what the user can do next, the most likely act
// first.

import { l10n, type QuickPickItem, QuickPickItemKind, commands as registry, window } from 'vscode';
import type { OfferedAct } from '../../core/base/acts.ts';
import type { ReasonSubject } from '../../core/review/reviewText.ts';
import { type ActFacts, actFacts, awaitedRound } from '../../core/status/actFacts.ts';
import { nextActs } from '../../core/status/nextActs.ts';
import { statusBar, statusReasons } from '../../core/status/statusBar.ts';
import { lookAtFindings } from '../../node/review/arrivals/answer.ts';
import type { Context } from '../app/context.ts';
import { commandId, viewId } from '../app/contributions.ts';
import { openCollabReview } from '../collab/collabActs.ts';
import { openLedgerFinding } from '../findings/findingsActs.ts';
import { checkGates } from '../gates/gatesActs.ts';
import { openPlan } from '../plan/planActs.ts';
import { showFileSinceApproval, showSinceApproval } from '../review/changes/changesActs.ts';
import { showReadiness } from '../review/ready/readyPick.ts';
import { itemText } from '../ui/plainText.ts';
import { whenSlow } from '../ui/progress.ts';
import { nextActTable } from './nextActTable.ts';
import { foremostProject, type ProjectStatus, projectsOf } from './projectStatus.ts';

interface Item extends QuickPickItem {
  /** Undefined for a line that only informs. */
  readonly run?: (() => unknown) | undefined;
}

/** For the project that the status bar shows. */
export async function showReviewPick(context: Context): Promise<void> {
  await whenSlow(l10n.t('Party: looking at the project'), context.model.refresh());
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
  const next = nextActs(facts);
  const acts = next.map((act) => actItem(act, context, project, facts));
  // Second to the delta review, whatever is more urgent than both.
  const second = Math.max(1, next.indexOf('requestDeltaReview') + 1);
  if (project.review?.status.kind === 'stale') acts.splice(second, 0, changesItem(context, project));
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

/** Only an editor can show this well, so it is not among the acts of core. */
function changesItem(context: Context, { folder, review }: ProjectStatus): Item {
  return {
    label: `$(git-compare) ${l10n.t('Show What Changed')}`,
    detail: l10n.t('The difference that made the review outdated'),
    run: () => review && showSinceApproval(context, { folder, review }),
  };
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
  file: 'diff',
  changes: 'diff-multiple',
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
      return review && showFileSinceApproval(context, { folder, review }, subject.file);
    case 'changes':
      return review && showSinceApproval(context, { folder, review });
    case 'finding':
      return openLedgerFinding(context, folder, subject.finding);
    case 'findings':
      return registry.executeCommand(`${viewId('findings')}.focus`);
    case 'evidence':
      return showReadiness(context, folder);
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

function actItem(act: OfferedAct, context: Context, project: ProjectStatus, facts: ActFacts): Item {
  const { icon, label, detail, run } = nextActTable[act];
  return { label: `$(${icon}) ${label()}`, detail: detail(project), run: () => run(context, project, facts) };
}
