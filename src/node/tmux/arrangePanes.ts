// Arranges the panes of a running party.

import { PartyError } from '../../core/base/errors.ts';
import type { Role } from '../../core/base/role.ts';
import { resolveRole } from '../../core/session/routing.ts';
import { type Arranged, arrange, type Layout, layoutOptions, layouts } from '../../core/tmux/layouts.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { exactSession } from '../../core/tmux/tmuxCommands.ts';
import type { Tmux } from './tmux.ts';

/** Throws when a role has no pane, or when the user has moved one to another window. */
export async function arrangePanes(tmux: Pick<Tmux, 'call'>, session: Session, layout: Layout, zoomed: Role) {
  const [codex, claude, shell] = (['codex', 'claude', 'shell'] as const).map((role) => resolveRole(session, role));
  if (codex === undefined || claude === undefined || shell === undefined) return;
  if (codex.window !== claude.window || shell.window !== claude.window) {
    throw new PartyError('REFUSED', `The panes of ${session.name} are in several windows. Move them into one first`);
  }
  const panes: Arranged['panes'] = { codex: codex.id, claude: claude.id, shell: shell.id };
  const [width, height] = (await tmux.call([['list-panes', '-t', claude.id, '-F', '#{window_width} #{window_height}']]))
    .split(/\s+/)
    .map(Number);
  const size = { width: width ?? 0, height: height ?? 0 };
  await tmux.call(
    arrange({ target: exactSession(session.name), panes }, layout, size, resolveRole(session, zoomed).id),
  );
}

/** A session that an older version of Party has made has none. */
export async function layoutOf(tmux: Pick<Tmux, 'call'>, session: Session): Promise<Layout | undefined> {
  const target = exactSession(session.name);
  const said = (await tmux.call([['show-options', '-qv', '-t', target, layoutOptions.layout]])).trim();
  return layouts.find((one) => one === said);
}

/** After a pane was made again: it has another id, and its place is that of the columns. */
export async function arrangeAgain(tmux: Pick<Tmux, 'call'>, session: Session): Promise<void> {
  const layout = await layoutOf(tmux, session);
  if (layout !== undefined && layout !== 'zoom') await arrangePanes(tmux, session, layout, 'claude');
}
