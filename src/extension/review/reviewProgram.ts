// What the editor does about reviews: by `tmux-codex.sh`, the script that Claude runs, wherever it has the mode. Only a
// person can go beyond the rounds or review without a pane, so the script has no mode for these.

import * as z from '../../core/base/schema.ts';
import { asInput, Nothing, textOption, verbs } from '../app/callVerb.ts';

export interface ReviewWish {
  readonly delta: boolean;
  readonly headless: boolean;
  readonly base?: string | undefined;
  /** Why the review goes on although the rounds are used up. */
  readonly beyond?: string | undefined;
  readonly signal?: AbortSignal;
}

const Requested = z.looseObject({ round: z.optional(z.number()), state: z.optional(z.string()) });
const Completed = z.looseObject({
  ...{ round: z.number(), found: z.number(), blocking: z.number() },
  origin: z.optional(z.string()),
});
const Nudged = z.looseObject({ state: z.string(), reason: z.optional(z.nullable(z.string())) });

const usualMs = 120_000;
/** A little more than the program itself allows Codex. */
const headlessMs = 20 * 60_000;

const verb = verbs(['review'], { timeoutMs: usualMs });
const mode = verbs([], { timeoutMs: usualMs, script: 'claude/skills/codex-transport/scripts/tmux-codex.sh' });

const requestByScript = mode(
  Requested,
  ({ delta, base }: ReviewWish) => [
    '--review',
    ...(delta ? ['--delta'] : []),
    ...(base === undefined ? [] : ['--', base]),
  ],
  ({ signal }) => ({ signal }),
);
const requestByHand = verb(
  Requested,
  ({ delta, headless, base, beyond }: ReviewWish) => [
    'request',
    ...(delta ? ['--delta'] : []),
    ...(headless ? ['--headless'] : []),
    ...textOption('beyond', beyond),
    ...(base === undefined ? [] : ['--', base]),
  ],
  ({ headless, signal, beyond }) => ({ timeoutMs: headless ? headlessMs : usualMs, signal, ...asInput(beyond) }),
);

const request: typeof requestByScript = (program, target, wish) =>
  (wish.headless || wish.beyond !== undefined ? requestByHand : requestByScript)(program, target, wish);

export const reviewProgram = {
  request,
  complete: mode(Completed, (file: string) => [`--review-complete=${file}`]),
  approve: mode(
    Nothing,
    (targeted?: string) => ['--approve', ...textOption('targeted', targeted)],
    (targeted?: string) => asInput(targeted),
  ),
  /** Without a reason, the program uses a default text. */
  giveVerdict: mode(
    Nothing,
    (verdict: 're-review' | 'needs-discussion', reason: string) => [
      `--${verdict}`,
      ...(reason.trim() === '' ? [] : ['--', '-']),
    ],
    (_verdict, reason) => (reason.trim() === '' ? {} : asInput(reason)),
  ),
  nudge: verb(Nudged, () => ['nudge']),
};
