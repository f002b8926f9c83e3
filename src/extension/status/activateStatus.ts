import type { App } from '../app/app.ts';
import { createStatusItem } from './statusItem.ts';

/** Starts the item in the status bar. */
export function activateStatus({ model, ages, own }: App): void {
  own(createStatusItem(model, ages));
}
