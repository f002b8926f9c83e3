import type { App } from '../app/app.ts';
import { createStatusItem } from './statusItem.ts';

/** Starts the item in the status bar. */
export function activateStatus(app: App): void {
  app.own(createStatusItem(app));
}
