import { exits } from '../../core/base/exits.ts';
import { author, type Role } from '../../core/base/role.ts';
import { parseRole } from '../../core/session/routing.ts';
import { type Layout, layouts } from '../../core/tmux/layouts.ts';
import { arrangePanes, layoutOf } from '../../node/tmux/arrangePanes.ts';
import { discover } from '../../node/tmux/parties.ts';
import { usage } from '../party/arguments.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const layout: Command = {
  ...headings.layout,
  example: 'party layout rows',
  operandCount: [0, 2],
  options: { session: { value: 'ID', help: "Arrange this party instead of this project's" } },
  details: [
    'columns        Codex beside Claude, the shell below Claude',
    'rows           one below the other',
    'auto           columns, and rows while the terminal has fewer than 100 columns',
    'zoom [ROLE]    one pane fills the terminal: claude unless you name another',
    'Without a layout, prints the current one.',
  ].join('\n'),
  async run(cli, args) {
    const [given, named] = args.operands;
    const wanted = given === undefined ? undefined : parseLayout(given, named);
    const session = await discover(cli, args.value('session'));
    if (wanted !== undefined) await arrangePanes(cli.tmux, session, wanted.layout, wanted.role);
    const now = wanted?.layout ?? (await layoutOf(cli.tmux, session)) ?? 'columns';
    cli.print({ json: { session: session.name, layout: now }, text: `${now}\n` });
    return exits.success;
  },
};

function parseLayout(given: string, named: string | undefined): { readonly layout: Layout; readonly role: Role } {
  const found = layouts.find((one) => one === given);
  if (found === undefined) throw usage(layout, `LAYOUT must be one of ${layouts.join(', ')}, not ${given}`);
  if (named !== undefined && found !== 'zoom') throw usage(layout, `Only zoom takes a role, not ${found}`);
  return { layout: found, role: named === undefined ? author : parseRole(named) };
}
