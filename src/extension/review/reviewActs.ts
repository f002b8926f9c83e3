// The user's commands about a review. Each runs the shipped program, which alone decides whether the command is
// allowed.

import { l10n, window } from 'vscode';
import { oneLine, withoutIcons } from '../../core/base/outsideText.ts';
import { approvalProblem } from '../../core/review/approval.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { areRoundsUsedUp } from '../../core/review/rounds.ts';
import type { CallTarget } from '../app/callVerb.ts';
import { config } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import { chooseOne } from '../app/folders.ts';
import type { Folder } from '../app/snapshot.ts';
import { ensureParty } from '../session/start.ts';
import { type ProjectStatus, projectsOf } from '../status/projectStatus.ts';
import { act, type UserAct, type UserQuestion } from '../ui/act.ts';
import { askFor } from '../ui/askFor.ts';
import { askText } from '../ui/askText.ts';
import { inNotification, inStatusBar } from '../ui/progress.ts';
import { type ReviewWish, reviewProgram } from './reviewProgram.ts';

/** `kind` is set when the user has already chosen. */
export async function requestReview(context: Context, folder: Folder, kind?: 'full' | 'delta'): Promise<void> {
  const chosen = kind ?? (await chooseKind(projectOf(context, folder)));
  if (chosen === undefined) return;
  const beyond = await askBeyond(projectOf(context, folder));
  if (beyond === 'turned away') return;
  const base = await askBase(projectOf(context, folder));
  if (base === 'turned away') return;
  const how = await chooseReviewer(context, folder);
  if (how !== undefined) await sendRequest(context, folder, { delta: chosen === 'delta', ...how, ...beyond, ...base });
}

/** Takes the file that the open round waits for. */
export async function completeReview(context: Context, folder: Folder): Promise<void> {
  const round = projectOf(context, folder)?.review?.rounds.at(-1);
  if (round === undefined || round.outcome !== 'open' || round.receivedAt !== null) {
    askFor(l10n.t('No round is waiting for findings'), l10n.t('Request Review'), commandId('requestReview'));
    return;
  }
  await reviewAct(context, {
    folder,
    doing: l10n.t('Loading the findings'),
    run: () => reviewProgram.complete(context.host, targetOf(context, folder), round.file),
    done: ({ round: n, found, blocking, origin }) => {
      if (origin !== 'unproven') {
        return tell(l10n.t('Round {0}: {1} found, {2} blocking', String(n), String(found), String(blocking)));
      }
      const problem = l10n.t('The findings of round {0} are not proven to come from Codex', String(n));
      askFor(problem, l10n.t('Remind Codex'), commandId('nudgeCodex'));
    },
  });
}

export async function approve(context: Context, folder: Folder): Promise<void> {
  await reviewAct(context, {
    folder,
    doing: l10n.t('Approving'),
    confirm: confirmApproval(projectOf(context, folder)),
    run: () => reviewProgram.approve(context.host, targetOf(context, folder)),
  });
}

export async function approveTargeted(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Approve Small Fix'),
    placeholder: l10n.t('What did you fix since the last round?'),
    optional: false,
  });
  if (reason === undefined) return;
  await reviewAct(context, {
    folder,
    doing: l10n.t('Approving'),
    run: () => reviewProgram.approve(context.host, targetOf(context, folder), reason),
  });
}

export const requestReReview = verdict('re-review', () => ({
  title: l10n.t('Request Re-review'),
  placeholder: l10n.t('What needs to change first? (optional)'),
}));

export const needsDiscussion = verdict('needs-discussion', () => ({
  title: l10n.t('Needs Discussion'),
  placeholder: l10n.t('What needs a decision? (optional)'),
}));

export async function nudgeCodex(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Reminding Codex'),
    run: () => reviewProgram.nudge(context.host, targetOf(context, folder)),
    done({ state, reason }) {
      if (state === 'submitted') tell(l10n.t('Codex has been reminded'));
      else tell(l10n.t('Codex gets the reminder as soon as it is idle. Waiting: {0}', oneLine(reason ?? state, 120)));
    },
  });
}

function verdict(name: 're-review' | 'needs-discussion', question: () => { title: string; placeholder: string }) {
  return async (context: Context, folder: Folder): Promise<void> => {
    const { title, placeholder } = question();
    const reason = await askText({ title, placeholder, optional: true });
    if (reason === undefined) return;
    await reviewAct(context, {
      folder,
      doing: title,
      run: () => reviewProgram.giveVerdict(context.host, targetOf(context, folder), name, reason),
    });
  };
}

function projectOf({ model }: Context, folder: Folder): ProjectStatus | undefined {
  const projects = model.snapshot ? projectsOf(model.snapshot) : [];
  return projects.find((project) => project.folder.top === folder.top);
}

/** The folder with its party, for verbs that need one. */
export function targetOf(context: Context, folder: Folder): CallTarget {
  return { folder: folder.path, session: projectOf(context, folder)?.party?.session.id };
}

/** Runs as the user's own command, so that its result triggers no notice. */
function reviewAct<Answer>(context: Context, wanted: UserAct<Answer>): Promise<void> {
  return act(context, { show: (doing, work) => context.model.asOwnAct(() => inStatusBar(doing, work)), ...wanted });
}

/** Asks only after an earlier round: the first round covers everything. */
async function chooseKind(project: ProjectStatus | undefined): Promise<'full' | 'delta' | undefined> {
  const answered = project?.review?.rounds.filter((round) => round.receivedAt !== null).at(-1);
  if (answered === undefined) return 'full';
  return chooseOne(
    [
      {
        label: l10n.t('What Changed Since Round {0}', String(answered.n)),
        detail: l10n.t('Check the fixes and what else has changed'),
        value: 'delta' as const,
      },
      { label: l10n.t('The Whole Change'), detail: l10n.t('Review the whole change again'), value: 'full' },
    ],
    l10n.t('What should Codex review?'),
  );
}

/** Only the user can allow rounds beyond the limit, with a reason. */
async function askBeyond(project: ProjectStatus | undefined): Promise<{ beyond?: string } | 'turned away'> {
  const review = project?.review;
  if (review === undefined || !areRoundsUsedUp(review)) return {};
  const { budget } = review;
  const beyond = await askText({
    title: l10n.t('{0} of {1} rounds are used', String(budget.used), String(budget.limit)),
    placeholder: l10n.t('Why should there be another round?'),
    optional: false,
  });
  return beyond === undefined ? 'turned away' : { beyond };
}

/** Asks the user for the base of the change when nothing else tells it. */
async function askBase(project: ProjectStatus | undefined): Promise<{ base?: string } | 'turned away'> {
  const change = project?.review?.change ?? null;
  if (change === null || change.baseKnown) return {};
  const base = await askText({
    title: l10n.t('What is the base of {0}?', oneLine(change.branch, 60)),
    placeholder: l10n.t('A branch or commit to review against'),
    optional: false,
  });
  return base === undefined ? 'turned away' : { base: base.trim() };
}

/** A live Codex. Without a party, the user can start one, or run Codex for this review alone. */
async function chooseReviewer(context: Context, folder: Folder): Promise<{ headless: boolean } | undefined> {
  if (projectOf(context, folder)?.party !== undefined) return { headless: false };
  if (context.model.snapshot?.tmux === undefined) return { headless: true };
  const choice = await chooseOne(
    [
      {
        label: l10n.t('Start a Party'),
        detail: l10n.t('Codex reviews in its pane, where you can watch and reply'),
        value: 'start' as const,
      },
      {
        label: l10n.t('Run Codex Once'),
        detail: l10n.t('Without a pane, only for this review'),
        value: 'headless' as const,
      },
    ],
    l10n.t('No party is running here. How should Codex review?'),
  );
  if (choice === 'headless') return { headless: true };
  if (choice === undefined) return undefined;
  const party = await ensureParty(context, folder, config().agents);
  if (party) context.terminals.attach(party);
  return party && { headless: false };
}

type Wish = Pick<ReviewWish, 'delta' | 'headless' | 'beyond' | 'base'>;

async function sendRequest(context: Context, folder: Folder, wish: Wish): Promise<void> {
  if (wish.headless) return reviewOnce(context, folder, wish);
  // This waits until Codex has the message. If something needs the human meanwhile, that is not its result.
  await act(context, {
    folder,
    doing: l10n.t('Requesting a review'),
    run: () => reviewProgram.request(context.host, targetOf(context, folder), wish),
    done({ round, state }) {
      const n = String(round ?? '');
      if (state === 'submitted') tell(l10n.t('Codex is reviewing, round {0}', n));
      else tell(l10n.t('Round {0} is requested. Codex gets it as soon as it is idle', n));
    },
  });
}

async function reviewOnce(context: Context, folder: Folder, wish: Wish): Promise<void> {
  const doing = l10n.t('Codex is reviewing {0}', folder.name);
  await inNotification(doing, (signal) =>
    reviewAct(context, {
      folder,
      doing,
      run: () => reviewProgram.request(context.host, targetOf(context, folder), { ...wish, signal }),
      done: ({ round }) => tell(l10n.t('Round {0} is reviewed', String(round ?? ''))),
    }),
  );
}

/**
 * Approving is deliberate: the question says what is approved, and what is left. No question for what the program will
 * refuse.
 */
function confirmApproval(project: ProjectStatus | undefined): UserQuestion | undefined {
  const review = project?.review;
  if (review?.status.kind !== 'findings' || approvalProblem(review) !== undefined) return undefined;
  const open = review.rounds.at(-1)?.open ?? 0;
  const hash = shortHash(review.change?.hash ?? null);
  const detail = [
    ...(hash === undefined ? [] : [l10n.t('Current code: {0}.', hash)]),
    open === 0 ? l10n.t('No findings are open.') : l10n.t('{0} non-blocking findings are still open.', String(open)),
  ].join(' ');
  const question = l10n.t('Approve the change in {0}?', project?.folder.name ?? '');
  return { question, detail, yes: l10n.t('Approve'), tone: 'information' };
}

/**
 * Shows the result of the user's own click in the status bar for a moment. The views show the new state by themselves.
 */
function tell(text: string): void {
  window.setStatusBarMessage(`$(check) ${withoutIcons(text)}`, 8000);
}
