// The acts of a review that a person asks for. Each runs the shipped program, which alone decides whether it may be.

import { l10n, ProgressLocation, window } from 'vscode';
import { isPartyError } from '../../core/base/errors.ts';
import { oneLine, withoutIcons, withoutLinks } from '../../core/base/outsideText.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { areRoundsUsedUp } from '../../core/review/rounds.ts';
import { editorWords } from '../../core/status/editorWords.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import { chooseOne } from '../app/folders.ts';
import { asOwnAct } from '../app/ownAct.ts';
import type { Folder } from '../app/snapshot.ts';
import { ensureParty } from '../session/start.ts';
import { type Standing, standingsOf } from '../status/projectStatus.ts';
import { askFor } from '../ui/askFor.ts';
import { askText } from '../ui/askText.ts';
import { inStatusBar } from '../ui/progress.ts';
import * as program from './reviewProgram.ts';

/** `kind` is what was chosen already, if anything was. */
export async function requestReview(context: Context, folder: Folder, kind?: 'full' | 'delta'): Promise<void> {
  const chosen = kind ?? (await chooseKind(standingOf(context, folder)));
  if (chosen === undefined) return;
  const beyond = await askBeyond(standingOf(context, folder));
  if (beyond === 'turned away') return;
  const base = await askBase(standingOf(context, folder));
  if (base === 'turned away') return;
  const how = await chooseReviewer(context, folder);
  if (how !== undefined) await sendRequest(context, folder, { delta: chosen === 'delta', ...how, ...beyond, ...base });
}

/** The file is the one that the open round waits for. */
export async function completeReview(context: Context, folder: Folder): Promise<void> {
  const round = standingOf(context, folder)?.review?.rounds.at(-1);
  if (round === undefined || round.outcome !== 'open' || round.receivedAt !== null) {
    askFor(l10n.t('No round waits for findings'), l10n.t('Request Review'), commandId('requestReview'));
    return;
  }
  await acting(context, folder, l10n.t('Reading the findings'), async (place) => {
    const { round: n, found, blocking } = await program.completeReview(context.host, place, round.file);
    tell(l10n.t('Round {0}: {1} found, {2} blocking', String(n), String(found), String(blocking)));
  });
}

export async function approve(context: Context, folder: Folder): Promise<void> {
  if (!(await isMeant(standingOf(context, folder)))) return;
  await acting(context, folder, l10n.t('Approving'), (place) => program.approve(context.host, place));
}

export async function approveTargeted(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Approve Targeted'),
    placeholder: l10n.t('Which small fix was made since the last round?'),
    optional: false,
  });
  if (reason === undefined) return;
  await acting(context, folder, l10n.t('Approving'), (place) => program.approve(context.host, place, reason));
}

export const requestReReview = verdict('re-review', () => ({
  title: l10n.t('Request Re-review'),
  placeholder: l10n.t('What has to be changed first? (optional)'),
}));

export const needsDiscussion = verdict('needs-discussion', () => ({
  title: l10n.t('Needs Discussion'),
  placeholder: l10n.t('What is to be decided? (optional)'),
}));

export async function nudgeCodex(context: Context, folder: Folder): Promise<void> {
  await acting(context, folder, l10n.t('Reminding Codex'), async (place) => {
    const { state, reason } = await program.nudgeCodex(context.host, place);
    if (state === 'submitted') tell(l10n.t('Codex was reminded'));
    else tell(l10n.t('Codex is reminded as soon as it is idle. It waits: {0}', oneLine(reason ?? state, 120)));
  });
}

function verdict(name: 're-review' | 'needs-discussion', question: () => { title: string; placeholder: string }) {
  return async (context: Context, folder: Folder): Promise<void> => {
    const { title, placeholder } = question();
    const reason = await askText({ title, placeholder, optional: true });
    if (reason === undefined) return;
    await acting(context, folder, title, (place) => program.giveVerdict(context.host, place, name, reason));
  };
}

export function standingOf({ model }: Context, folder: Folder): Standing | undefined {
  const standings = model.snapshot ? standingsOf(model.snapshot) : [];
  return standings.find((standing) => standing.folder.top === folder.top);
}

export function placeOf({ folder, party }: Standing): program.ReviewPlace {
  return { folder: folder.path, session: party?.session.id };
}

/** Shows that something is done; a refusal is an answer and says what to do, everything else is an error. */
async function acting(
  context: Context,
  folder: Folder,
  doing: string,
  work: (place: program.ReviewPlace) => Promise<unknown>,
): Promise<void> {
  const standing = standingOf(context, folder);
  const place = standing === undefined ? { folder: folder.path, session: undefined } : placeOf(standing);
  try {
    await asOwnAct(() => inStatusBar(doing, () => work(place).finally(context.model.refresh)));
  } catch (error) {
    if (!isPartyError(error, 'REFUSED') && !isPartyError(error, 'NOT_A_REPOSITORY')) throw error;
    context.host.log.info(`${doing}: ${error.message}`);
    askFor(withoutLinks(oneLine(editorWords(error.message), 500)), l10n.t('What Next?'), commandId('showReview'));
  }
}

/** Asks only when there was a round before: the first one is about everything. */
async function chooseKind(standing: Standing | undefined): Promise<'full' | 'delta' | undefined> {
  const answered = standing?.review?.rounds.filter((round) => round.receivedAt !== null).at(-1);
  if (answered === undefined) return 'full';
  return chooseOne(
    [
      {
        label: l10n.t('What Changed Since Round {0}', String(answered.n)),
        detail: l10n.t('Was each finding fixed, and what else has changed?'),
        value: 'delta' as const,
      },
      { label: l10n.t('The Whole Change'), detail: l10n.t('Everything against the base, once more'), value: 'full' },
    ],
    l10n.t('What should Codex review?'),
  );
}

/** Only a human lets the rounds go on beyond their budget, and says why. */
async function askBeyond(standing: Standing | undefined): Promise<{ beyond?: string } | 'turned away'> {
  const review = standing?.review;
  if (review === undefined || !areRoundsUsedUp(review)) return {};
  const { budget } = review;
  const beyond = await askText({
    title: l10n.t('{0} of {1} rounds are used', String(budget.used), String(budget.limit)),
    placeholder: l10n.t('Why should there be another round?'),
    optional: false,
  });
  return beyond === undefined ? 'turned away' : { beyond };
}

/** Where nothing says what the branch is a change of, a person does. */
async function askBase(standing: Standing | undefined): Promise<{ base?: string } | 'turned away'> {
  const change = standing?.review?.change ?? null;
  if (change === null || change.baseKnown) return {};
  const base = await askText({
    title: l10n.t('What is {0} a change of?', oneLine(change.branch, 60)),
    placeholder: l10n.t('A branch or a commit to review it against'),
    optional: false,
  });
  return base === undefined ? 'turned away' : { base: base.trim() };
}

/** A live Codex; without a party one can be started, or Codex is run for this review alone. */
async function chooseReviewer(context: Context, folder: Folder): Promise<{ headless: boolean } | undefined> {
  if (standingOf(context, folder)?.party !== undefined) return { headless: false };
  if (context.model.snapshot?.tmux === undefined) return { headless: true };
  const choice = await chooseOne(
    [
      {
        label: l10n.t('Start a Party'),
        detail: l10n.t('Codex reviews in its pane, where you can watch and answer'),
        value: 'start' as const,
      },
      {
        label: l10n.t('Run Codex Once'),
        detail: l10n.t('Without a pane, only for this review'),
        value: 'headless' as const,
      },
    ],
    l10n.t('No party is running here. Who should review?'),
  );
  if (choice === 'headless') return { headless: true };
  if (choice === undefined) return undefined;
  const party = await ensureParty(context, folder, false);
  if (party) context.terminals.attach(party);
  return party && { headless: false };
}

type Wish = Pick<program.ReviewWish, 'delta' | 'headless' | 'beyond' | 'base'>;

async function sendRequest(context: Context, folder: Folder, wish: Wish): Promise<void> {
  if (wish.headless) return reviewOnce(context, folder, wish);
  await acting(context, folder, l10n.t('Requesting a review'), async (place) => {
    const { round, state } = await program.requestReview(context.host, place, wish);
    const n = String(round ?? '');
    if (state === 'submitted') tell(l10n.t('Codex reviews, round {0}', n));
    else tell(l10n.t('Round {0} is requested; Codex gets it when it is idle', n));
  });
}

/** Takes minutes, so that it shows what is going on and can be ended. */
async function reviewOnce(context: Context, folder: Folder, wish: Wish): Promise<void> {
  const title = l10n.t('Codex reviews {0}', folder.name);
  await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    await acting(context, folder, title, async (place) => {
      const { round } = await program.requestReview(context.host, place, { ...wish, signal: controller.signal });
      tell(l10n.t('Round {0} is reviewed', String(round ?? '')));
    }).catch((error: unknown) => {
      if (!isPartyError(error, 'CANCELLED')) throw error;
    });
  });
}

/** An approval is deliberate: it says what is approved, and what is left. What will be refused needs no question. */
async function isMeant(standing: Standing | undefined): Promise<boolean> {
  const review = standing?.review;
  if (review?.status.kind !== 'findings' || review.status.blocking > 0) return true;
  const open = review.rounds.at(-1)?.open ?? 0;
  const hash = shortHash(review.change?.hash ?? null);
  const detail = [
    ...(hash === undefined ? [] : [l10n.t('The code as it is now: {0}.', hash)]),
    open === 0 ? l10n.t('Nothing is open.') : l10n.t('{0} findings that do not block are left open.', String(open)),
  ].join(' ');
  const yes = l10n.t('Approve');
  const question = l10n.t('Approve the change in {0}?', standing?.folder.name ?? '');
  return (await window.showInformationMessage(question, { modal: true, detail }, yes)) === yes;
}

/** What came of one's own click goes where it bothers nobody and goes away: the state that follows shows by itself. */
function tell(text: string): void {
  window.setStatusBarMessage(`$(check) ${withoutIcons(text)}`, 8000);
}
