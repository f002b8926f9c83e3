import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { sessionId } from '../../core/project/ids.ts';
import { allParties, attachedSessions } from '../../node/tmux/parties.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { headed } from '../party/tableHeads.ts';

export const sessions: Command = {
  ...headings.sessions,
  operandCount: [0, 0],
  options: {},
  async run(cli) {
    const running = await allParties(cli);
    const looked = running.some(({ attached }) => attached) ? await attachedSessions(cli.tmux) : new Set<string>();
    const parties = running.map((session) => ({
      id: session.id ?? sessionId(session.name),
      name: session.name,
      title: session.title,
      cwd: session.path,
      attached: looked.has(session.name),
      startedAt: new Date(session.createdAt).toISOString(),
    }));
    const rows = parties.map((party) => [
      party.id,
      party.attached ? 'attached' : 'detached',
      oneLine(party.title, 80) || '–',
      oneLine(party.cwd, 4096),
    ]);
    const text =
      rows.length === 0
        ? cli.named('No party is running. Start one with: party start\n')
        : table(headed(['ID', 'STATE', 'TITLE', 'DIRECTORY'], rows));
    cli.print({ json: { sessions: parties }, text });
    return exits.success;
  },
};

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
