// Reads the user's own choice of model and effort. Whatever is wrong with the file is said, and nothing depends on it.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { collabSettingsFile } from '../../core/collab/collab.ts';
import { type LocalSettings, noSettings, readLocalSettings } from '../../core/collab/model/localSettings.ts';
import { isFsError } from '../system/store.ts';

const largest = 64 * 1024;

export async function readLocalSettingsFile(top: string): Promise<LocalSettings> {
  try {
    // Without O_NONBLOCK a pipe of that name would hold us for ever.
    const file = await open(join(top, collabSettingsFile), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return ignored('is no file');
      if (found.size > largest) return ignored('is too large to be settings');
      return readLocalSettings(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return noSettings;
    return ignored(
      `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    );
  }
}

function ignored(why: string): LocalSettings {
  return { ...noSettings, problems: [`${collabSettingsFile} ${why}. It is ignored`] };
}
