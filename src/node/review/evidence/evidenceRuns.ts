// Evidence that a command gives: Party runs the tests or checks, and a human can accept a command that is not the usual one.

import { actorOf } from '../../../core/base/actor.ts';
import { PartyError, refused } from '../../../core/base/errors.ts';
import { commandHash } from '../../../core/review/commands/commandText.ts';
import type { Purpose } from '../../../core/review/commands/declared.ts';
import type { Review } from '../../../core/review/review.ts';
import type { Machine } from '../../project/machine.ts';
import { runCopied, runInTerminal } from '../../system/exec.ts';
import { mustBeHuman } from '../../tmux/caller.ts';
import { filesStamp } from '../beginRound.ts';
import { mirrorOwnMarkers } from '../markers.ts';
import { openReview } from '../openReview.ts';
import { beginRun } from './runRecords.ts';
import { unusualCommand, usualCommand } from './unusualCommand.ts';

export interface EvidenceRun {
  readonly what: Purpose;
  /** What to run; empty for the project's usual command. */
  readonly command: readonly string[];
  /** `stderr` when the stdout of this process carries data. */
  readonly stdout?: 'stdout' | 'stderr';
}

/** Runs the command itself in this terminal and records its exit code, so that no agent can just claim a result. */
export async function runEvidence(
  machine: Machine,
  { what, command: given, stdout = 'stdout' }: EvidenceRun,
): Promise<{ exit: number | null; review: Review }> {
  const opened = await openReview(machine);
  const changeNow = async () => opened.change(await opened.log.state());
  const { hash: before, base } = await changeNow();
  const wanted = { what, base, configured: opened.commands[what] };
  const command = given.length > 0 ? given : await usualCommand(opened.git, wanted);
  if (command.length === 0) {
    throw new PartyError('USAGE', `This project does not say how its ${what} are run. Say what to run`, {
      next: [{ act: what === 'tests' ? 'runTests' : 'runChecks' }],
    });
  }
  const unusual = await unusualCommand(opened.git, { ...wanted, command, cwd: machine.cwd, env: machine.env });
  const exit = await runRecorded(machine, opened.log.directory, { what, command, stdout });
  const { hash: after, files } = await changeNow();
  await opened.log.append({
    event: 'ran',
    actor: actorOf(machine.env),
    what,
    command: [...command],
    exit,
    before: before ?? '',
    after: after ?? '',
    ...filesStamp({ files }),
    ...(unusual === null ? {} : { unusual }),
    ...(wanted.configured === undefined ? {} : { configured: [...wanted.configured] }),
  });
  const review = await opened.read();
  await mirrorOwnMarkers(machine, opened.git.top, review);
  return { exit, review };
}

/** The output is kept, unless it goes to a terminal, where the program may need the terminal. */
async function runRecorded(
  { env }: Pick<Machine, 'env'>,
  directory: string,
  { what, command, stdout = 'stdout' }: EvidenceRun,
): Promise<number | null> {
  const [program = '', ...args] = command;
  const logged = !process.stdout.isTTY && !process.stderr.isTTY;
  const run = await beginRun(directory, `${what}-passed`, { command, logged });
  try {
    const { log: copy } = run;
    return await (copy === undefined
      ? runInTerminal(program, args, env, { stdout })
      : runCopied(program, args, { env, stdout, copy }));
  } catch (cause) {
    throw new PartyError('COMMAND_FAILED', `${program} could not be started; nothing was recorded`, { cause });
  } finally {
    await run.end();
  }
}

interface Accepted {
  readonly what: Purpose;
  readonly command: readonly string[];
}

/** What the human has seen. Another command may pass, or the code change, while the human decides. */
export interface SeenCommand {
  /** Undefined for every kind that waits. */
  readonly what?: Purpose | undefined;
  /** The hash of the change; undefined for that of now. */
  readonly hash?: string | undefined;
  /** See `commandHash`; undefined for the command that ran last. */
  readonly commandHash?: string | undefined;
}

/** For the code as it is now, and for the command that ran last. */
export async function acceptEvidence(
  machine: Machine,
  { what, ...seen }: SeenCommand = {},
): Promise<{ accepted: readonly Accepted[]; review: Review }> {
  await mustBeHuman(machine, 'Only the human accepts another command as evidence: ask for it, and wait');
  const opened = await openReview(machine);
  return opened.transaction(async (_, before) => {
    const hash = before.change?.hash ?? null;
    const accepted = (what === undefined ? (['tests', 'checks'] as const) : [what]).flatMap((one) => {
      const { waitsAt, command } = before.evidence[`${one}-passed`];
      return waitsAt !== null && waitsAt === hash && command !== null ? [{ what: one, command }] : [];
    });
    if (accepted.length === 0 || hash === null) {
      throw refused('No command waits for a human: none that is not the usual one has passed for the current code');
    }
    const isOther = accepted.some(
      ({ command }) => seen.commandHash !== undefined && commandHash(command) !== seen.commandHash,
    );
    if (isOther || (seen.hash !== undefined && seen.hash !== hash)) {
      throw refused('This is not what you saw: another command has passed since, or the code has changed', {
        act: 'acceptEvidence',
      });
    }
    if (before.log?.broken) throw refused('Another program has changed the log', { act: 'anchorLog' });
    for (const { what: kind, command } of accepted) {
      await opened.log.append({ event: 'accepted', actor: 'human', what: kind, hash, command: [...command] });
    }
    const review = await opened.read({ change: before.change });
    await mirrorOwnMarkers(machine, opened.git.top, review);
    return { accepted, review };
  });
}
