// Reads the user's choice of model and effort. A problem with the file is reported and stops nothing.

import { join } from 'node:path';
import { collabSettingsFile } from '../../core/collab/collab.ts';
import { type LocalSettings, noSettings, readLocalSettings } from '../../core/collab/model/localSettings.ts';
import { readSmallFile, type SmallFile } from '../system/readSmallFile.ts';
import { errorCodeOf } from '../system/store.ts';

const largest = 64 * 1024;

export async function readLocalSettingsFile(top: string): Promise<LocalSettings> {
  let file: SmallFile;
  try {
    file = await readSmallFile(join(top, collabSettingsFile), { largest, links: 'follow' });
  } catch (error) {
    return ignored(`cannot be read (${errorCodeOf(error)})`);
  }
  switch (file.kind) {
    case 'text':
      return readLocalSettings(file.text);
    case 'missing':
      return noSettings;
    case 'too-large':
      return ignored('is too large to be settings');
    default:
      return ignored('is not a file');
  }
}

function ignored(why: string): LocalSettings {
  return { ...noSettings, problems: [`${collabSettingsFile} ${why}. It is ignored`] };
}
