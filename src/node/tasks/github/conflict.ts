// Refuses a change when the issue has changed on GitHub since it was last seen here. Only `--force` overwrites that, and
// says so.

import { PartyError } from '../../../core/base/errors.ts';
import { differences } from '../../../core/tasks/github/remote.ts';

export interface Sides<T extends object> {
  /** `Task 1-2 (#44)`. */
  readonly name: string;
  readonly seen: T;
  readonly now: T;
  /** A field that already has the wanted value on GitHub is not a conflict. */
  readonly wanted: Partial<T>;
  readonly about: Readonly<Record<string, unknown>>;
}

export interface Force {
  readonly force?: boolean | undefined;
  say(message: string): void;
}

export function refuseConflict<T extends object>(sides: Sides<T>, { force = false, say }: Force): void {
  const { name, seen, now, wanted, about } = sides;
  const changed = differences(seen, now);
  if (changed.every((field) => field in wanted && wanted[field] === now[field])) return;
  if (force) {
    const over = changed.filter((field) => field in wanted);
    const kept = changed.filter((field) => !(field in wanted));
    const said = [
      ...(over.length === 0 ? [] : [`--force has overwritten ${over.join(', ')}`]),
      ...(kept.length === 0 ? [] : [`${kept.join(', ')} stays as it is there`]),
    ];
    say(`Warning: ${name} had been changed on GitHub: ${said.join('; ')}`);
    return;
  }
  throw new PartyError(
    'CONFLICT',
    `${name} was changed on GitHub: ${changed.join(', ')}. Fetch that change, or overwrite it with --force`,
    { next: [{ act: 'pullTasks' }], details: { ...about, fields: changed, local: seen, remote: now } },
  );
}
