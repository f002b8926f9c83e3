// Short names of files for narrow rows: the name alone, with just enough of its folders to tell it from the others.

/** By path. */
export function shortNames(files: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(files)];
  for (let parts = 1; open.length > 0; parts++) {
    const [unique, shared] = byName(open, parts);
    for (const [name, file] of unique) names.set(file, name);
    open = shared;
  }
  return names;
}

/** Files with a name of their own, and the others. A whole path is a name of its own. */
function byName(files: readonly string[], parts: number): [unique: [string, string][], shared: string[]] {
  const taken = new Map<string, string[]>();
  for (const file of files) {
    const name = file.split('/').slice(-parts).join('/');
    const same = taken.get(name);
    if (same === undefined) taken.set(name, [file]);
    else same.push(file);
  }
  const all = [...taken].flatMap(([name, same]) => same.map((file) => ({ name, file, alone: same.length === 1 })));
  const isOwn = ({ name, file, alone }: (typeof all)[number]) => alone || name === file;
  return [
    all.filter(isOwn).map(({ name, file }) => [name, file]),
    all.filter((one) => !isOwn(one)).map(({ file }) => file),
  ];
}
