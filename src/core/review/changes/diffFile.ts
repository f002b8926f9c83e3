// A file that differs between two states of the code, and how git prints such files.

export interface DiffFile {
  /** Relative to the project. */
  readonly path: string;
  /** The earlier name of a renamed file. */
  readonly from: string | null;
  /** A type change (a file that became a link, or the other way round) counts as modified. */
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Links and submodules have no text to compare. */
  readonly type: 'file' | 'link' | 'submodule';
  /** The ids of git's objects. Null when there is no file, and for a file on disk that git does not have. */
  readonly before: string | null;
  readonly after: string | null;
  /** Null for a binary file. */
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

/** Reads what `git diff --raw --numstat -z` prints, after `decode` has made text of a name. */
export function parseDiff(output: string, decode: (raw: string) => string): DiffFile[] {
  const fields = output.split('\0');
  const files: Omit<DiffFile, 'lines'>[] = [];
  const lines = new Map<string, DiffFile['lines']>();
  let at = 0;
  const next = () => fields[at++] ?? '';
  while (at < fields.length) {
    const field = next();
    const raw = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field);
    if (raw !== null) {
      files.push(rawFile(raw, next, decode));
      continue;
    }
    const [, added = '', removed = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field) ?? [];
    if (added === '') continue;
    // git prints both names of a renamed file after an empty one.
    const path = name !== '' ? name : [next(), next()].at(-1);
    lines.set(decode(path ?? ''), added === '-' ? null : { added: Number(added), removed: Number(removed) });
  }
  return files.map((file) => ({ ...file, lines: lines.get(file.path) ?? null }));
}

function rawFile(
  [, beforeMode = '', afterMode = '', before = '', after = '', letter = '']: RegExpExecArray,
  next: () => string,
  decode: (raw: string) => string,
): Omit<DiffFile, 'lines'> {
  const first = decode(next());
  const isRenamed = letter === 'R' || letter === 'C';
  return {
    path: isRenamed ? decode(next()) : first,
    from: isRenamed ? first : null,
    status: isRenamed ? 'renamed' : (statuses[letter] ?? 'modified'),
    type: types.find(([mode]) => [beforeMode, afterMode].includes(mode))?.[1] ?? 'file',
    before: idOf(before),
    after: idOf(after),
  };
}

const statuses: Readonly<Record<string, DiffFile['status']>> = { A: 'added', D: 'deleted' };
const types = [
  ['160000', 'submodule'],
  ['120000', 'link'],
] as const;

function idOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}
