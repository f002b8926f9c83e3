// Keeps the mailboxes of the window's parties open, so that each refresh reads only what was added to the journal.

import { statSync } from 'node:fs';
import { type Mailbox, openMailbox } from '../../node/messages/mailbox.ts';

export function createMailboxes(): (stateDir: string) => Pick<Mailbox, 'messages'> {
  const open = new Map<string, { readonly identity: string; readonly mailbox: Mailbox }>();
  return (stateDir) => {
    const identity = identityOf(stateDir);
    const known = open.get(stateDir);
    if (known?.identity === identity) return known.mailbox;
    const mailbox = openMailbox(stateDir);
    open.set(stateDir, { identity, mailbox });
    return mailbox;
  };
}

/** A restored party has a new directory of the same name as the old one, with another journal in it. */
function identityOf(stateDir: string): string {
  const entry = statSync(stateDir, { throwIfNoEntry: false });
  return entry === undefined ? 'none' : `${entry.dev} ${entry.ino} ${entry.birthtimeMs}`;
}
