// What a command changes, as one event says it.

import { type FieldChange, sameValue } from './replay.ts';

/** The fields that are not yet as they are wanted. */
export function changesBetween<K extends string, V>(
  record: { readonly [F in K]?: V | undefined },
  wanted: { readonly [F in K]?: V },
): { field: K; from: V | null; to: V | null }[] {
  const fields = Object.keys(wanted) as K[];
  return fields
    .filter((field) => !sameValue(record[field], wanted[field]))
    .map((field) => ({ field, from: record[field] ?? null, to: wanted[field] ?? null }));
}

/** All but the first one go into `also`. */
export function more(also: readonly FieldChange[]): { also?: { field: string; from: unknown; to: unknown }[] } {
  return also.length === 0 ? {} : { also: also.map((one) => ({ ...one })) };
}
