// Ids of findings. Users type them and programs look them up, so each is short, plain and unique.

import type { Warn } from './codes.ts';
import { limits } from './finding.ts';
import type { JsonValue } from './repairJson.ts';

/** One id per value, in their order. An entry that cannot have an id is undefined and gets one without a warning. */
export function assignIds(values: readonly (JsonValue | undefined)[], warn: Warn): string[] {
  const wanted = values.map((value) => {
    const id = formed(value);
    if (id === '' && value !== undefined) warn('id-generated');
    if (id !== '' && id !== value) warn('id-normalised');
    return id;
  });
  // Generated ids avoid those that the reviewer uses further down.
  const taken = new Set<string>();
  const known = new Set(wanted);
  const next = new Map<string, number>();
  const free = (stem: string, from: number): string => {
    for (let number = next.get(stem) ?? from; ; number++) {
      const id = `${stem}${number}`;
      if (taken.has(id) || known.has(id)) continue;
      next.set(stem, number + 1);
      return id;
    }
  };
  return wanted.map((wish) => {
    const again = wish !== '' && taken.has(wish);
    if (again) warn('id-renumbered');
    const given = again ? free(`${wish}-`, 2) : wish;
    const id = given === '' ? free('F', 1) : given;
    taken.add(id);
    return id;
  });
}

function formed(value: JsonValue | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, limits.id)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
