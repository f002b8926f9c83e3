// The attempts at proofs in the window's projects, and the calls that their gates have denied. Hooks and `party
// evidence run` write both to small files. A run that goes on is read again, because a killed run changes no file.

import { readDenied } from '../../../node/gates/deniedCalls.ts';
import { hooksLogFiles } from '../../../node/project/hooksLog.ts';
import type { Machine } from '../../../node/project/machine.ts';
import { projectDirectory } from '../../../node/project/paths.ts';
import { readRuns } from '../../../node/review/evidence/readRuns.ts';
import { runsFolder } from '../../../node/review/evidence/runRecords.ts';
import { fileIdentity, filesIdentity } from '../../app/fileIdentity.ts';
import { FolderCache } from '../../app/folderCache.ts';
import type { Folder, FolderProofs, Snapshot } from '../../app/snapshot.ts';

export type ReadProofs = Pick<Snapshot, 'proofs'>;

type Facts = Omit<FolderProofs, 'folder' | 'revision'>;

/** More than the view shows: some may be over. */
const mostDenied = 10;

export class Proofs {
  readonly #cache: FolderCache<Facts>;

  constructor({ paths }: Pick<Machine, 'paths'>) {
    const directoryOf = ({ top }: Folder) => projectDirectory(paths, top);
    this.#cache = new FolderCache<Facts>({
      identity: async (folder) => {
        const directory = directoryOf(folder);
        const log = await fileIdentity(hooksLogFiles(directory).now);
        return `${log}\n${await filesIdentity(directory, [], runsFolder)}`;
      },
      read: async (folder) => {
        const directory = directoryOf(folder);
        return { facts: { runs: await readRuns(directory), denied: readDenied(directory, mostDenied) } };
      },
      isStale: ({ facts }) => facts === undefined || facts.runs.some(({ isRunning }) => isRunning),
      face: (facts) => JSON.stringify(facts),
    });
  }

  /** What is known about these folders; reads only what may have changed. A file that cannot be read shows nothing. */
  readonly read = async (folders: readonly Folder[]): Promise<ReadProofs> => {
    const { entries } = await this.#cache.read(folders);
    return { proofs: entries };
  };
}
