// For a round in which a headless Codex hit a limit: when the limit is over, Claude gets a message, so that the round
// continues even if no person is there. Until then the party's relay holds the message back.

import { isPartyError } from '../../core/base/errors.ts';
import { author, reviewer } from '../../core/base/role.ts';
import { isPending, type Message } from '../../core/messages/message.ts';
import { limitOverLine } from '../../core/messages/paneLines.ts';
import type { Loop } from '../../core/project/budget.ts';
import { limitsOf } from '../../node/agents/limits.ts';
import { withdraw } from '../../node/messages/deliver.ts';
import { mostLimits } from '../../node/messages/limitedTurns.ts';
import type { Mailbox } from '../../node/messages/mailbox.ts';
import { whileAsking } from '../../node/messages/mailboxLock.ts';
import { openPost, type Post } from '../../node/messages/send.ts';
import { startRelay } from '../../node/messages/startRelay.ts';
import type { Cli } from '../party/cli.ts';

/** What Claude does so that Codex is asked again. */
const asksAgain: Readonly<Record<Loop, string>> = {
  plan: 'Write docs/plan.md again, so that Codex reviews it',
  collab: 'Stop, so that Codex reviews what you have done',
  review: 'Ask for the review again: tmux-codex.sh --review --headless',
};

export async function goOnAfterLimit<T>(cli: Cli, loop: Loop, act: () => Promise<T>): Promise<T> {
  const tell = (problem: unknown) => cli.trace(`no message for later: ${String(problem)}`);
  const post = await openPost(cli).catch(tell);
  if (post === undefined) return act();
  return whileAsking(post.stateDir, async () => {
    try {
      const done = await act();
      await forget(post, loop).catch(tell);
      return done;
    } catch (error) {
      const isLimit = isPartyError(error, 'COMMAND_FAILED') && error.details?.['limitedUntil'] !== undefined;
      // The failure itself is what the caller reports.
      if (isLimit) await announce(cli, post, loop).catch(tell);
      throw error;
    }
  });
}

async function announce(cli: Cli, { session, stateDir, mailbox, delivery }: Post, loop: Loop): Promise<void> {
  const tries = (await limitsOf(delivery)).get(reviewer)?.tries ?? 0;
  // Otherwise, with no person there, each message would lead to the next failure.
  if (tries >= mostLimits || (await waiting(mailbox, loop)).length > 0) return;
  const text = asksAgain[loop];
  const line = ({ id }: { id: string }) => limitOverLine(id, text);
  await mailbox.write({ to: author, from: reviewer, kind: 'notice', text, line, awaits: reviewer });
  await startRelay(stateDir, __dirname, { ...cli.env, PARTY_SESSION: session.id ?? session.name });
}

/** Codex has been asked since, for example by a person. */
async function forget({ mailbox, delivery }: Post, loop: Loop): Promise<void> {
  // The act can also succeed without a question to Codex.
  if ((await limitsOf(delivery)).has(reviewer)) return;
  for (const one of await waiting(mailbox, loop)) await withdraw(delivery, one, 'Codex has been asked again');
}

async function waiting(mailbox: Mailbox, loop: Loop): Promise<readonly Message[]> {
  const text = asksAgain[loop];
  const messages = await mailbox.messages();
  return messages.filter((one) => isPending(one) && one.awaits === reviewer && one.line.includes(text));
}
