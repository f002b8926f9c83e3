// Parts of Party that a program loads when it first needs them (build.mjs).

/** A file of Party's own is missing, cut off, or from another version. */
export class BrokenInstallation extends Error {}

/** Bytes of Node, or a string. */
type Text = { toString(): string };

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The function `name` of the file that `load` loads. */
export function partOf(load: () => Functions, name: string): (...args: unknown[]) => unknown {
  const found = loaded(load)[name];
  if (typeof found !== 'function') throw new BrokenInstallation(`its file in dist/ lacks ${name}. Install Party again`);
  return found;
}

/**
 * Reads a file of Party now, because an update may remove it, and compiles it when it is needed. Most calls do not need
 * it, so its bytes become a text only then. `names` are what the file finds besides the globals.
 */
export function compiledLater(read: () => Text, names: Readonly<Record<string, unknown>> = {}): () => Functions {
  // A file that cannot be read is an error for later too: most calls do not need it, and the doctor works without it.
  const text = attempt(read);
  let functions: Functions | undefined;
  return () => {
    functions ??= compile(text().toString(), names);
    return functions;
  };
}

/** The result, or the error, for later. */
export function attempt<T>(act: () => T): () => T {
  try {
    const result = act();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** What `require` does, without a look at the file. */
function compile(text: string, names: Readonly<Record<string, unknown>>): Functions {
  const module: { exports: Functions } = { exports: {} };
  const all = { ...names, module, exports: module.exports };
  new Function(...Object.keys(all), text)(...Object.values(all));
  return module.exports;
}

function loaded(load: () => Functions): Functions {
  try {
    return load();
  } catch (cause) {
    throw new BrokenInstallation('a file in dist/ cannot be loaded. Install Party again', { cause });
  }
}
