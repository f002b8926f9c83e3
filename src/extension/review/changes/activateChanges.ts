import type { App } from '../../app/app.ts';
import { ChangedFiles, fileReader } from './changedFiles.ts';
import { decorateChanges } from './changesDecorations.ts';
import { registerCodeDocuments } from './codeDocuments.ts';

/** Offers earlier versions of files to VS Code's diff editors, and reads the files of a change when the view shows it. */
export function activateChanges(app: App): ChangedFiles {
  app.own(registerCodeDocuments(app));
  app.own(decorateChanges());
  return app.own(new ChangedFiles(fileReader(app.host)));
}
