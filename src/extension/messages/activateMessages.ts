import type { App } from '../app/app.ts';
import { registerMessageDocuments } from './messageDocument.ts';

/** Serves the texts of messages as documents. */
export function activateMessages({ host, model, own }: App): void {
  own(registerMessageDocuments(host, model));
}
