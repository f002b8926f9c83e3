// Reports changes of one file that programs replace or write in place.

import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';

/** One change of a file is several events. An agent at work adds to its record many times a second. */
const quietMs = (path: string) => (path.endsWith('.jsonl') ? 500 : 50);

/** Does nothing when the file's folder does not exist. */
export function watchFile(path: string, onChange: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    onChange();
  };
  try {
    // The folder, because a file that is replaced takes its watcher with it.
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      // Some systems do not name the file.
      if (name === null || name === basename(path)) timer ??= setTimeout(tell, quietMs(path));
    });
    watcher.on('error', () => watcher.close());
    return {
      dispose() {
        clearTimeout(timer);
        watcher.close();
      },
    };
  } catch {
    return { dispose() {} };
  }
}
