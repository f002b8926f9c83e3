// The history of tasks: what happened and who did it; and undoing the last change.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ageText } from '../../core/base/age.ts';
import { isPartyError, PartyError, refused } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { errorText } from '../../core/base/remark.ts';
import { readTaskEvent } from '../../core/tasks/read.ts';
import type { TaskEvent } from '../../core/tasks/task.ts';
import { eventColumns, eventRow, eventText, table } from '../../core/tasks/taskText.ts';
import { followJsonLines } from '../../node/system/followLines.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { interruption } from '../party/interruption.ts';
import { readerGone } from '../party/output.ts';
import { headed, isForPerson } from '../party/tableHeads.ts';
import { type OpenedTasks, openToChange, openToRead } from './opened.ts';

const lookAgainMs = 250;
const askGithubMs = 30_000;

export async function showLog(cli: Cli, args: ParsedArguments): Promise<number> {
  const limit = limitGiven(args.value('limit'));
  const opened = await openToRead(cli, args);
  if (args.flag('follow')) return follow(cli, opened, limit);
  const events = opened.readable(await opened.storage.events({ limit }));
  opened.print({
    json: { events },
    text: logText(events) || 'No changes yet\n',
  });
  return exits.success;
}

/** A person wants to know how long ago it was; a program, when. */
function logText(events: readonly TaskEvent[]): string {
  if (!isForPerson()) return events.map((event) => `${eventRow(event)}\n`).join('');
  const now = Date.now();
  const rows = events.map((event) => [`${ageText(now - Date.parse(event.ts))} ago`, ...eventColumns(event)]);
  return table(headed(['WHEN', 'BY', 'CHANGE'], rows));
}

export async function undo(cli: Cli, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['undo']);
  const undone = await opened.storage.undo(opened.by);
  if (undone === undefined) throw refused('There is no change to undo', { act: 'showTaskLog' });
  opened.print({ json: { undone }, text: `Undo: ${eventText(undone)}\n` });
  return exits.success;
}

function limitGiven(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new PartyError('USAGE', `--limit must be a whole number from 1, not ${oneLine(given, 40) || '""'}`);
}

/** Prints the latest events, then each new one on its own line, until Ctrl-C or until the reader closes the pipe. */
async function follow(cli: Cli, { storage, folder }: OpenedTasks, limit = 10): Promise<number> {
  const { signal, release } = interruption();
  const stopped = AbortSignal.any([signal, readerGone()]);
  let begun = false;
  const readOn = followJsonLines(join(folder, 'events.jsonl'), (values) => {
    const events = values.map(readTaskEvent).filter((event) => event !== undefined);
    for (const event of begun ? events : events.slice(-limit)) {
      cli.print({ json: event, text: `${eventRow(event)}\n` });
    }
    begun = true;
  });
  try {
    for (let asked = 0; !stopped.aborted; ) {
      // Changes on GitHub reach the local file only when we ask for them.
      if (storage.kind === 'github' && Date.now() - asked > askGithubMs) {
        await storage.events({ limit: 1 }).catch((error: unknown) => sayWhy(cli, error));
        asked = Date.now();
      }
      await readOn();
      await sleep(lookAgainMs, undefined, { signal: stopped }).catch(() => {});
    }
    return exits.success;
  } finally {
    release();
  }
}

/** Keep following even when GitHub does not answer now. */
function sayWhy(cli: Cli, error: unknown): void {
  if (!isPartyError(error)) throw error;
  cli.say(oneLine(errorText(error, cli.reader), 500));
}
