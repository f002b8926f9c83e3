import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { findWindow, showWindow } from '../../node/tasks/window.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { attachTo } from '../session/attach.ts';
import { openToRead } from './opened.ts';

/**
 * Shows the team's window: inside tmux it switches our client, else it attaches this terminal. Without a terminal it
 * only selects the window in its session.
 */
export async function jump(cli: Cli, args: ParsedArguments): Promise<number> {
  const opened = await openToRead(cli, args);
  const target = await findWindow(cli, opened.team);
  const shown = await showWindow(cli, target);
  const { session, sessionName, window, name } = target;
  opened.print({
    json: { session: { id: session, name: sessionName }, window: { id: window, name } },
    text: `Window ${oneLine(name, 100)} (${window}) of ${oneLine(sessionName, 100)}\n`,
  });
  if (shown || cli.json || !cli.interactive) return exits.success;
  const found = (await cli.tmux.sessions()).find((one) => one.name === sessionName);
  return found === undefined ? exits.success : attachTo(cli, found, false);
}
