// What a command changes, for one event.

import { type FieldChange, sameValue } from './applyEvent.ts';

/** The fields that differ from the wanted values. */
export function changesBetween<K extends string, V>(
  record: { readonly [F in K]?: V | undefined },
  wanted: { readonly [F in K]?: V },
): { field: K; from: V | null; to: V | null }[] {
  const fields = Object.keys(wanted) as K[];
  return fields
    .filter((field) => !sameValue(record[field], wanted[field]))
    .map((field) => ({ field, from: record[field] ?? null, to: wanted[field] ?? null }));
}

/** Puts all changes but the first into `also`. */
export function more(also: readonly FieldChange[]): { also?: { field: string; from: unknown; to: unknown }[] } {
  return also.length === 0 ? {} : { also: also.map((one) => ({ ...one })) };
}
