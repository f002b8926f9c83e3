// The codes of the last errors of this window, for a bug report. Messages may be private, so they stay in the log.

import { isPartyError } from '../../../core/base/errors.ts';
import type { LoggedLine } from '../../../core/status/doctor/diagnostics.ts';

const most = 20;

export class RecentErrors {
  readonly #lines: LoggedLine[] = [];

  add(error: unknown): void {
    const code = isPartyError(error) ? error.code : error instanceof Error ? error.name : 'INTERNAL';
    this.#lines.push({ at: new Date().toISOString(), from: 'editor', code });
    if (this.#lines.length > most) this.#lines.shift();
  }

  /** Oldest first. */
  get lines(): readonly LoggedLine[] {
    return this.#lines;
  }
}
