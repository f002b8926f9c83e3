// `party doctor --fix`: corrects what is safe to correct. It touches only Party's own files.

import { chmod } from 'node:fs/promises';
import { errorText } from '../../../core/base/remark.ts';
import { count, type DoctorCheck, listedNames, type Repair } from '../../../core/status/doctor/doctorCheck.ts';
import { projectDirectory } from '../../project/paths.ts';
import { findDrafts, removeAllDrafts, removeDeadParties } from '../../session/leftovers.ts';
import { withStartLock } from '../../session/startLock.ts';
import { refreshCurrent } from '../../system/installation.ts';
import { withLock } from '../../system/lock.ts';
import { withTurn } from '../../system/turnLock.ts';
import type { DoctorMachine } from './doctorMachine.ts';
import { findHeldLocks } from './heldLocks.ts';
import { openStateDirectories } from './lookAtPlaces.ts';

/** One sentence for each repair: what was done, or why it was not. */
export async function repairAll(machine: DoctorMachine, checks: readonly DoctorCheck[]): Promise<string[]> {
  const wanted = new Set(checks.flatMap(({ repair }) => repair ?? []));
  const done: string[] = [];
  for (const repair of wanted) {
    done.push(await repairs[repair](machine).catch((error: unknown) => `Not done (${repair}): ${errorText(error)}`));
  }
  return done;
}

const repairs: Readonly<Record<Repair, (machine: DoctorMachine) => Promise<string>>> = {
  async relink({ paths, root }) {
    return `Linked ${await refreshCurrent(paths, root)} to ${root}`;
  },
  async 'make-home-private'({ paths }) {
    await chmod(paths.home, 0o700);
    return `Made ${paths.home} private (0700)`;
  },
  async 'make-state-private'({ paths }) {
    const open = await openStateDirectories(paths);
    for (const directory of open) await chmod(directory, 0o700);
    return `Made ${listedNames(open)} private (0700)`;
  },
  async 'remove-dead-parties'(machine) {
    const { paths, top = '' } = machine;
    await withStartLock(projectDirectory(paths, top), undefined, () => removeDeadParties(machine, top));
    return 'Removed what ended parties of this project had left';
  },
  async 'release-locks'(machine) {
    const dead = (await findHeldLocks(machine)).filter(({ isAlive }) => !isAlive);
    const nothing = async () => {};
    // Taking a lock and giving it back is the only safe way: another process may take it at the same moment.
    for (const { kind, path } of dead) {
      if (kind === 'lock') await withLock(path, { waitMs: 0, existing: true }, nothing);
      else await withTurn(path, { waitMs: 0 }, nothing);
    }
    return `Released ${count(dead.length, 'lock')}`;
  },
  async 'remove-drafts'(machine) {
    const { top = '' } = machine;
    const files = await findDrafts(machine, top);
    await removeAllDrafts(machine, top);
    return `Removed ${count(files.length, 'unfinished file')}`;
  },
};
