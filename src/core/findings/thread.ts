// The thread of a finding: what the human, Claude and Codex say about it. A reply decides nothing. Its text is from
// outside, as every text of a finding.

import type { Actor } from '../base/actor.ts';
import { fenced } from '../base/codeContext.ts';
import { PartyError } from '../base/errors.ts';
import { oneLine, withoutTricks } from '../base/outsideText.ts';
import { roleLabels } from '../base/role.ts';
import { english, type Translate } from '../base/translate.ts';
import { limits } from './finding.ts';
import { type FindingReply, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';
import {
  findingMarks,
  findingMessage,
  findingPlace,
  findingTitle,
  replyWays,
  type ShownAt,
  severityText,
} from './words.ts';

export const speakerLabels: Readonly<Record<Actor, string>> = { ...roleLabels, human: 'Human' };

/** The text as the log keeps it. Throws when there is nothing to say, or too much. */
export function replyText(given: string): string {
  const text = withoutTricks(given).trim();
  if (text === '') throw new PartyError('USAGE', 'A reply needs a text');
  if (text.length <= limits.text) return text;
  throw new PartyError(
    'USAGE',
    `A reply has at most ${limits.text} characters, and this one has ${text.length}. Write the rest to a file and name it`,
  );
}

/** The message to an agent about a reply. It is not translated. */
export function replyMessage(finding: LedgerFinding, { text, by }: Pick<FindingReply, 'text' | 'by'>): string {
  const { key, severity, description } = finding;
  const where = finding.file.trim() === '' ? '' : ` at ${findingPlace(finding, { kind: 'outside' }, english, 1000)}`;
  return [
    `About review finding ${key} (${severity})${where}:`,
    text,
    `The finding, as ${roleLabels.codex} wrote it:`,
    fenced(description.trim() || findingTitle(finding)),
    // An agent has to be told that it has an answer. The human sees it in the editor.
    `Answer in the thread of the finding, where the human reads it: ${replyWays(key, by === 'human' ? undefined : by)}. A reply does not change the state of the finding.`,
  ].join('\n\n');
}

/** One comment of a thread, as a window shows it. */
export interface ThreadComment {
  readonly by: Actor;
  readonly text: string;
  /** Null when it is not known. */
  readonly at: string | null;
  /** What else is to be said about it, beside its author. */
  readonly label: string;
}

/** The finding itself, then what was said and decided about it, oldest first. */
export function threadComments(finding: LedgerFinding, t: Translate): ThreadComment[] {
  const said = (finding.replies ?? []).map(({ by, text, at, to }) => {
    return { by, text, at, label: to === undefined ? '' : t('to {0}', roleLabels[to]) };
  });
  const after = [...said, ...decisions(finding, t)].sort((one, other) => (one.at < other.at ? -1 : 1));
  return [{ by: 'codex', text: findingMessage(finding, t), at: null, label: '' }, ...after];
}

/** `r1-F1 · blocking · correctness`, and what is special about it. */
export function threadTitle(finding: LedgerFinding, shownAt: ShownAt, t: Translate): string {
  const { replies: _, ...rest } = finding;
  const parts = [
    finding.key,
    severityText(finding, t),
    oneLine(finding.category, 60),
    ...findingMarks(rest, shownAt, t),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The decision that holds. An earlier one is in the log alone. */
function decisions(finding: LedgerFinding, t: Translate) {
  if (isUnresolved(finding)) return [];
  const { by, since: at, reason } = finding;
  const what = decisionText(finding, t);
  const text = reason === null ? what : t('{0}: {1}', what, reason);
  return [{ by: by === 'review' ? ('codex' as const) : by, text, at, label: '' }];
}

function decisionText({ state }: LedgerFinding, t: Translate): string {
  if (state === 'rejected') return t('Rejected');
  return state === 'out-of-scope' ? t('Out of scope') : t('Fixed');
}
