import { join } from 'node:path';
import { userConfigPaths } from '../../node/project/paths.ts';
import type { App } from '../app/app.ts';
import { watchFile } from '../session/watchFile.ts';
import { noticeGates } from './gatesNotice.ts';

/** Reads again what is required when the user's configuration or the confirmation changes, and asks the user. */
export function activateGates(app: App): void {
  const { host, model, own } = app;
  const files = [...userConfigPaths(host.env), join(host.paths.home, 'user', 'events.jsonl')];
  for (const file of files) own(watchFile(file, () => void model.refresh()));
  own(noticeGates(app));
}
