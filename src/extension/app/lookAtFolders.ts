// One look at each folder of the window. What was found is kept for the next look, which reads only what may have changed.

import type { Folder } from './snapshot.ts';

interface Looked<Entry> {
  readonly entry: Entry | undefined;
  /** Why the entry may be old. */
  readonly problem: string | undefined;
}

export async function lookAtFolders<Entry extends { readonly folder: Folder }, Known extends Looked<Entry>>(
  folders: readonly Folder[],
  known: Map<string, Known>,
  look: (folder: Folder) => Promise<Known & Looked<Entry>>,
): Promise<{ readonly entries: readonly Entry[]; readonly problem: string | undefined }> {
  const all = await Promise.all(
    folders.map(async (folder) => {
      const one = await look(folder);
      known.set(folder.top, one);
      return { folder, ...one };
    }),
  );
  return {
    // The folder may have another name by now.
    entries: all.flatMap(({ entry, folder }) => (entry === undefined ? [] : [{ ...entry, folder }])),
    problem: all.find(({ problem }) => problem !== undefined)?.problem,
  };
}
