// The verbs of the shipped program about messages.

import type { AgentRole } from '../../core/base/role.ts';
import * as z from '../../core/base/schema.ts';
import { type CallTarget, callParty, Nothing, type PartyCommand, understood, verbs } from '../app/callVerb.ts';

const Talked = z.looseObject({ requestId: z.nullable(z.string()) });

export interface Sent {
  /** The id of the message, if it has one. */
  readonly id: string | null;
  /** False while it waits for the agent. */
  readonly submitted: boolean;
}

const Helped = z.looseObject({ id: z.string(), state: z.string(), reason: z.nullable(z.string()) });
/** The new state of the message; `reason` says why it is not submitted. */
export type Helped = z.infer<typeof Helped> & Pick<Sent, 'submitted'>;

const timeoutMs = 60_000;
const forEver = 0;

const verb = verbs([], { timeoutMs: forEver, detached: true });

export const messagesProgram = {
  /** Passes the text through stdin, where it may have any size and any content. */
  async talk(program: PartyCommand, place: CallTarget, to: AgentRole, text: string): Promise<Sent> {
    const called = await callParty(program, place, ['talk', to, '-'], { timeoutMs, input: text });
    return { id: understood(Talked, called).requestId, submitted: called.submitted };
  },

  async help(
    program: PartyCommand,
    session: string,
    action: 'retry' | 'resend' | 'cancel',
    id: string,
  ): Promise<Helped> {
    const called = await callParty(program, { session }, ['message', action, id], { timeoutMs });
    return { ...understood(Helped, called), submitted: called.submitted };
  },

  /** Ends when no message waits, which may take hours. It goes on after the window closes. */
  relay: verb(Nothing, () => ['relay']),
};
