import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { openActingDesk } from './desk.ts';

/**
 * Fetches what changed on GitHub. The other direction needs no sync, because Party writes changes to GitHub at once.
 */
export async function pullTasks(cli: Cli, args: ParsedArguments): Promise<number> {
  const desk = await openActingDesk(cli, args, ['sync']);
  const { changed } = await desk.storage.pull(desk.by);
  const nothing = desk.storage.kind === 'fs' ? 'The tasks are kept in files here: there is nothing to pull' : 'No news';
  desk.print({ json: { changed }, text: changed.map((one) => `${oneLine(one, 500)}\n`).join('') || `${nothing}\n` });
  return exits.success;
}
