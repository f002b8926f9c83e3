// The mailbox of the calling agent's party, and a relay that goes on delivering after the hook has ended.

import { PartyError } from '../../core/base/errors.ts';
import type { AgentRole } from '../../core/base/role.ts';
import { isInTurn, isPending } from '../../core/messages/message.ts';
import { isSessionId } from '../../core/project/ids.ts';
import { type Mailbox, openMailbox } from '../../node/messages/mailbox.ts';
import { hasLetters } from '../../node/messages/outbox.ts';
import { startRelay } from '../../node/messages/startRelay.ts';
import { stateDirectory } from '../../node/project/paths.ts';
import { checkStateDirectory } from '../../node/project/stateDirectory.ts';
import type { HookContext } from './hook.ts';

/** Undefined when the party has ended. */
export async function hookMailbox(context: HookContext): Promise<Mailbox | undefined> {
  checkSession(context);
  const stateDir = stateDirectory(context.paths, context.session);
  return (await checkStateDirectory(stateDir)) ? openMailbox(stateDir) : undefined;
}

export function checkSession({ session }: HookContext): void {
  if (isSessionId(session)) return;
  throw new PartyError('NO_SESSION', `PARTY_SESSION "${session}" is not the id of a session`);
}

/**
 * An agent that ends its turn is about to become idle, and messages wait for that. If the agent took a message in an
 * earlier turn and never answered it, that turn failed or a person interrupted it: a delivery finds out which.
 */
export async function deliverWhatWaits(context: HookContext, mailbox: Mailbox, by: AgentRole): Promise<void> {
  const messages = await mailbox.messages();
  const left = messages.some((message) => isPending(message) || (message.to === by && isInTurn(message)));
  if (left || (await hasLetters(mailbox.directory))) await startDelivery(context);
}

export async function startDelivery({ env, paths, session }: HookContext): Promise<void> {
  await startRelay(stateDirectory(paths, session), __dirname, { ...env, PARTY_SESSION: session });
}
