// Evidence that a command gives: Party runs the tests or checks, and a human can accept a command that is not the usual one.

import { actorOf, mustBeHuman } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import type { Purpose } from '../../core/review/commands/declared.ts';
import type { Review } from '../../core/review/review.ts';
import type { Machine } from '../project/machine.ts';
import { runInTerminal } from '../system/exec.ts';
import { mirrorOwnMarkers } from './markers.ts';
import { openReview } from './openReview.ts';
import { unusualCommand } from './unusualCommand.ts';

/** Runs the command itself in this terminal and records its exit code, so that no agent can just claim a result. */
export async function runEvidence(
  machine: Machine,
  what: Purpose,
  command: readonly [string, ...string[]],
  { stdout = 'stdout' }: { stdout?: 'stdout' | 'stderr' } = {},
): Promise<{ exit: number | null; review: Review }> {
  const opened = await openReview(machine);
  const changeNow = async () => opened.change(await opened.log.state());
  const { hash: before, base } = await changeNow();
  const [program, ...args] = command;
  const question = { what, command, cwd: machine.cwd, base, configured: opened.commands[what] };
  const unusual = await unusualCommand(opened.git, question);
  const exit = await runInTerminal(program, args, machine.env, { stdout }).catch((error: unknown) => {
    throw new PartyError('COMMAND_FAILED', `${program} could not be started; nothing was recorded`, { cause: error });
  });
  const { hash: after } = await changeNow();
  await opened.log.append({
    event: 'ran',
    actor: actorOf(machine.env),
    what,
    command: [...command],
    exit,
    before: before ?? '',
    after: after ?? '',
    ...(unusual === null ? {} : { unusual }),
  });
  const review = await opened.read();
  await mirrorOwnMarkers(machine, opened.git.top, review);
  return { exit, review };
}

interface Accepted {
  readonly what: Purpose;
  readonly command: readonly string[];
}

/** For the code as it is now, and for the command that ran last. Without `what`, for each that waits. */
export async function acceptEvidence(
  machine: Machine,
  what?: Purpose,
): Promise<{ accepted: readonly Accepted[]; review: Review }> {
  mustBeHuman(machine.env, 'Only the human accepts another command as evidence: ask for it, and wait');
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
    if (before.log?.broken) throw refused('Another program has changed the log', { act: 'anchorLog' });
    for (const { what: kind, command } of accepted) {
      await opened.log.append({ event: 'accepted', actor: 'human', what: kind, hash, command: [...command] });
    }
    const review = await opened.read({ change: before.change });
    await mirrorOwnMarkers(machine, opened.git.top, review);
    return { accepted, review };
  });
}
