// The item in the status bar. Core decides its text; this only shows it.

import {
  type Disposable,
  l10n,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from 'vscode';
import { asMarkdown } from '../../core/base/outsideText.ts';
import { isUsedUp } from '../../core/codex/budgetText.ts';
import { hasCollab, isCollabHeld } from '../../core/collab/collabText.ts';
import { hasPlan } from '../../core/plan/planText.ts';
import { hasReview, type Reason } from '../../core/review/reviewText.ts';
import { quietStatus, type Status } from '../../core/status/status.ts';
import { statusBar, statusLines, statusReasons } from '../../core/status/statusBar.ts';
import type { App } from '../app/app.ts';
import { type CommandName, commandId, statusItemId } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import { fingerprint, type Snapshot, situationOf } from '../app/snapshot.ts';
import type { TitleOf } from '../ui/commandTitles.ts';
import { wayCommand } from '../ui/editorWays.ts';
import { foremostProject, type ProjectStatus, projectsOf } from './projectStatus.ts';

export function createStatusItem({ host: { titleOf }, model, ages }: Pick<App, 'host' | 'model' | 'ages'>): Disposable {
  const item = window.createStatusBarItem(statusItemId, StatusBarAlignment.Left, 20);
  item.name = l10n.t('Party');
  let shown = '';
  const update = () => {
    // Setting the item closes its open tooltip, so set it only when something has changed.
    const { project, ...words } = wordsFor(model, Date.now());
    const facts = JSON.stringify([words, model.snapshot && fingerprint(model.snapshot)]);
    if (facts === shown) return;
    shown = facts;
    render(item, model, titleOf);
  };
  const subscriptions = [model.onDidChange(update), ages.onDidTick(update)];
  update();
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      item.dispose();
    },
  };
}

function wordsFor({ snapshot, activity }: Model, now: number) {
  const project = snapshot && foremostProject(projectsOf(snapshot, now), now);
  return { project, ...statusBar(project?.status ?? quietStatus, l10n.t, activity, now) };
}

function render(item: StatusBarItem, model: Model, titleOf: TitleOf): void {
  const now = Date.now();
  const { snapshot } = model;
  const situation = snapshot && situationOf(snapshot);
  const { project, text, label, attention, act } = wordsFor(model, now);
  // Where Party can do nothing, the item is hidden.
  if (snapshot === undefined || project === undefined || situation === 'noFolder' || situation === 'untrusted') {
    item.hide();
    return;
  }
  item.text = text;
  item.accessibilityInformation = { label };
  item.backgroundColor = attention ? new ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = commandId(act);
  item.tooltip = tooltip(project, snapshot, label, titleOf);
  item.show();
}

function tooltip(
  project: ProjectStatus,
  { parties, folders }: Snapshot,
  label: string,
  titleOf: TitleOf,
): MarkdownString {
  const { status, review, plan, folder } = project;
  const details = { now: Date.now(), review, plan };
  const links = linksFor(status, statusReasons(status, l10n.t, details));
  const markdown = new MarkdownString('', true);
  // Only our own links may run commands, and no text from outside is added as Markdown.
  markdown.isTrusted = { enabledCommands: links.map(commandId) };
  const say = (text: string) => markdown.appendMarkdown(text);
  say(`**${asMarkdown(label)}**`);
  if (folders.length > 1) say(` &nbsp;${asMarkdown(folder.name)}`);
  say('\n\n');
  if (status.session === null) say(`${asMarkdown(l10n.t('No party is running for this folder'))}\n\n`);
  for (const [name, value] of statusLines(status, l10n.t, details)) {
    say(`- ${asMarkdown(name)}: ${asMarkdown(value)}\n`);
  }
  if (parties.length > 1) say(`\n${asMarkdown(l10n.t('{0} parties are running', String(parties.length)))}\n`);
  return markdown.appendMarkdown(`\n---\n\n${links.map((name) => link(name, titleOf)).join(' &nbsp;·&nbsp; ')}`);
}

/** Includes the ways out of what the lines above say. */
function linksFor(status: Status, reasons: readonly Reason[]): CommandName[] {
  const acts: CommandName[] = status.session === null ? ['start', 'startDemo'] : ['attach', 'stop'];
  // Findings of collab may exist without a round.
  if (status.review.round > 0) acts.unshift('showTimeline');
  if (status.review.kind === 'stale') acts.unshift('changes.showSinceApproval');
  if (hasNext(status)) acts.unshift('showReview');
  if (hasPlan(status)) acts.splice(1, 0, 'openPlan');
  if (isCollabHeld(status)) acts.splice(1, 0, 'openCollabReview', 'resumeCollab');
  const ways = reasons.flatMap(({ next = [] }) => next).flatMap((way) => wayCommand(way) ?? []);
  acts.splice(1, 0, ...ways.filter((name) => !acts.includes(name)));
  if (status.messages.length > 0) acts.unshift('showMessages');
  return [...acts, 'showLog'];
}

function hasNext(status: Status): boolean {
  return status.session !== null || [hasReview, hasPlan, hasCollab, isUsedUp].some((has) => has(status));
}

function link(name: CommandName, titleOf: TitleOf): string {
  return `[${linkText(name, titleOf)}](command:${commandId(name)})`;
}

function linkText(name: CommandName, titleOf: TitleOf): string {
  switch (name) {
    case 'start':
      return l10n.t('Start');
    case 'startDemo':
      return l10n.t('Start with demo agents');
    case 'attach':
      return l10n.t('Show terminal');
    case 'stop':
      return l10n.t('Stop');
    case 'showMessages':
      return l10n.t('Show messages');
    case 'showReview':
      return l10n.t('What next?');
    case 'showTimeline':
      return l10n.t('Timeline');
    case 'openPlan':
      return l10n.t('Open plan');
    case 'openCollabReview':
      return l10n.t('Open review');
    case 'resumeCollab':
      return l10n.t('Resume collab');
    case 'renewBudget':
      return l10n.t('Renew budget');
    case 'nudgeCodex':
      return l10n.t('Nudge Codex');
    case 'showLog':
      return l10n.t('Show log');
    default:
      return titleOf(name);
  }
}
