import { existsSync } from 'node:fs';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { roleLabels } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import { chooseRecord, directoryGone, type SessionRecord } from '../../core/session/sessionRecord.ts';
import { findBrokenRecords } from '../../node/project/brokenRecords.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { readAllRecords } from '../../node/project/sessionRecords.ts';
import { openRoundOf } from '../../node/review/openRoundOf.ts';
import { restoreParty } from '../../node/session/restoreParty.ts';
import { findResumable } from '../../node/session/resumable.ts';
import { readRecords } from '../../node/session/sessionRecord.ts';
import { startPartyDetached } from '../../node/system/detached.ts';
import { allParties } from '../../node/tmux/parties.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { backgroundEnd } from './backgroundEnd.ts';
import { bringBackEnded } from './bringBackEnded.ts';
import {
  attachOptions,
  castParty,
  type MadeInTerminal,
  makeInTerminal,
  recordedFlags,
  reportParty,
} from './partyLaunch.ts';

export const restore: Command = {
  ...headings.restore,
  operandCount: [0, 1],
  options: attachOptions,
  details: [
    'Use it after a reboot, a killed tmux server or party stop. Both agents continue their conversations, and messages that',
    'had not reached them are delivered. In a party that is running, exactly the agents that have ended are brought back.',
  ].join('\n'),
  async run(cli, args) {
    return makeInTerminal(cli, args, async (signal) =>
      restoreRecord(cli, await findRecord(cli, args.operands[0]), signal),
    );
  },
};

/** Brings the party of this record back. If the party runs, brings back only the agents that have ended. */
export async function restoreRecord(cli: Cli, record: SessionRecord, signal: AbortSignal): Promise<MadeInTerminal> {
  const { id, cwd, demo = false } = record;
  if (!existsSync(cwd)) throw directoryGone(record);
  const cast = await castParty(cli, { cwd, flags: recordedFlags(record), demo });
  const resume = await findResumable(cli.env, projectDirectory(cli.paths, projectTop(cwd)), id);
  const made = await restoreParty(cli, cast.making(signal, resume), record, cast.record);
  if (!made.created) return { ...made, ...(await bringBackEnded(cli, made, cast, signal)) };
  const open = await openRoundOf(cli.paths, projectTop(cwd), id);
  const report = () => {
    if (made.background !== undefined) cli.say(backgroundEnd(made.background));
    const real = cast.castings.filter(({ role, probe }) => resume[role] === undefined && probe !== undefined);
    for (const { role } of real) {
      cli.say(`${roleLabels[role]}: no conversation was recorded, so it starts a new one`);
    }
    const notes = open === undefined ? [] : [unanswered(open.round)];
    reportParty(cli, made, cast, { done: 'Restored', more: { resumed: resume }, notes });
    // Harmless when no message waits: the relay looks once and ends.
    startPartyDetached(__dirname, ['relay'], { ...cli.env, PARTY_SESSION: id });
  };
  return { ...made, report };
}

/** Codex was working on the review, or was about to: an interrupted turn does not go on by itself. */
function unanswered(round: number): string {
  return `Codex has not answered the review request (round ${round}). Remind it with: party review nudge`;
}

async function findRecord(cli: Cli, named: string | undefined): Promise<SessionRecord> {
  const records =
    named === undefined ? await readRecords(cli.paths, projectTop(cli.cwd)) : await readAllRecords(cli.paths);
  const running = (await allParties(cli)).flatMap((session) => session.id ?? []);
  try {
    return chooseRecord(records, running, named);
  } catch (error) {
    const broken = isPartyError(error, 'NO_SESSION') ? await brokenRecord(cli, named) : undefined;
    if (broken === undefined) throw error;
    throw new PartyError(
      'NO_SESSION',
      `${broken.file} is broken, so ${broken.id} cannot be restored. Repair it, or start a new party`,
      { cause: error, next: [{ act: 'start' }] },
    );
  }
}

async function brokenRecord(cli: Cli, named: string | undefined) {
  if (named === undefined) return (await findBrokenRecords(cli.paths, projectTop(cli.cwd))).at(-1);
  return (await findBrokenRecords(cli.paths)).find(({ id }) => id === sessionId(named));
}
