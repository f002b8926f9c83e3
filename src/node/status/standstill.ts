// Finds out whether Codex is still working on a requested review.

import type { EventOf } from '../../core/project/event.ts';
import { paneStandstill, partyOfFindings, type Standstill } from '../../core/review/standstill.ts';
import { isRunOn } from '../codex/withRunner.ts';
import { isRunning } from '../system/processIdentity.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { partyStatus } from './readStatus.ts';

type Requested = EventOf<'requested'>;

/** `directory` is the project's directory in `$PARTY_HOME`. Null when Codex is working, else why it is not. */
export async function readStandstill(
  machine: TmuxMachine,
  directory: string,
  { headless, request, file, runner }: Pick<Requested, 'headless' | 'request' | 'file' | 'runner'>,
): Promise<Standstill | null> {
  if (headless) return (await isRunOn(directory, runner)) ? null : 'run-ended';
  const id = partyOfFindings(file);
  if (id === undefined) return null;
  const sent = { request, runner: runner ?? null };
  return paneStandstill(sent, await partyStatus(machine, id), { now: Date.now(), isRunning });
}
