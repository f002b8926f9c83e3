// Parts of Party that a hook loads when it first needs them (build.mjs).

/** A file of Party's own is missing, cut off, or from another version. */
export class BrokenInstallation extends Error {}

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The function `name` of the file that `load` loads. */
export function partOf(load: () => Functions, name: string): (...args: unknown[]) => unknown {
  const found = loaded(load)[name];
  if (typeof found !== 'function') throw new BrokenInstallation(`its file in dist/ lacks ${name}. Install Party again`);
  return found;
}

function loaded(load: () => Functions): Functions {
  try {
    return load();
  } catch (cause) {
    throw new BrokenInstallation('a file in dist/ cannot be loaded. Install Party again', { cause });
  }
}
