// The audit on GitHub: a readable comment, with the same data for programs in an HTML comment. Party writes one only
// when the status or the milestone changes; more would be noise for those who follow the issue.

import { oneLine } from '../../base/outsideText.ts';
import * as z from '../../base/schema.ts';
import { markText, readMarked } from './marker.ts';

const Change = z.object({
  field: z.enum(['status', 'milestone']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type AuditChange = z.infer<typeof Change>;

const AuditMark = z.looseObject({
  team: z.string(),
  key: z.string(),
  id: z.string(),
  actor: z.string(),
  ts: z.string(),
  changes: z.array(Change),
});
export type AuditMark = z.infer<typeof AuditMark>;

/** `show` gives the display value of a field, such as the name of a milestone. */
export function auditComment(mark: AuditMark, show: (change: AuditChange, value: string) => string): string {
  const shown = (change: AuditChange, value: string | null) =>
    value === null ? 'none' : `\`${quoted(show(change, value))}\``;
  const lines = mark.changes.map(
    (change) =>
      `**[tmux-team]** ${titles[change.field]} changed: ${shown(change, change.from)} → ${shown(change, change.to)}`,
  );
  return `${[...lines, `Actor: ${name(mark.actor)} | ${mark.ts}`].join('\n')}\n\n${markText(mark)}`;
}

export function readAudit(body: string | null): AuditMark | undefined {
  return readMarked(body, AuditMark).mark;
}

const titles = { status: 'Status', milestone: 'Milestone' } as const;

/** In backticks nothing is a link, and an `@` notifies no user. */
function quoted(text: string): string {
  return oneLine(text, 200).replaceAll('`', "'");
}

function name(actor: string): string {
  return /^[\w][\w.-]*$/.test(actor) ? actor : `\`${quoted(actor)}\``;
}
