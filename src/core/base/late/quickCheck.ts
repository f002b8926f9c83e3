// Checks a value against the simple schemas without Zod, which takes longer to load than most hooks take to decide. A
// check only ever says that a value is valid, and returns what Zod would return. Zod decides about everything else, and
// words the errors; test/core/base/quickCheck.test.ts compares the two.

/** Zod has to decide. */
export const undecided = Symbol('undecided');
/** Zod would refuse it, so another member of a union may accept it. */
const invalid = Symbol('invalid');

/** Returns the value as Zod would, or one of the two symbols. */
export type Check = (value: unknown) => unknown;

export interface Quick {
  readonly check: Check;
  /** An object may lack a field with this schema. */
  readonly optional?: boolean;
  /** Of an object: its fields, and whether it keeps others. */
  readonly fields?: { readonly shape: object; readonly loose: boolean };
}

/** What is known of an argument: undefined when it is a schema that only Zod can check. */
export type QuickOf = (argument: unknown) => Quick | undefined;

type MakeQuick = (args: readonly unknown[], quickOf: QuickOf) => Quick | undefined;

export function isDecided(result: unknown): boolean {
  return result !== undecided && result !== invalid;
}

/** By the names of Zod's functions. Zod checks whatever is not in this table. */
export const quickChecks: Readonly<Record<string, MakeQuick>> = {
  string: () => when((value) => typeof value === 'string'),
  boolean: () => when((value) => typeof value === 'boolean'),
  number: () => when((value) => Number.isFinite(value)),
  int: () => when((value) => Number.isSafeInteger(value)),
  unknown: () => when(() => true),
  literal: ([literal]) => (isPlain(literal) ? when((value) => value === literal) : undefined),
  enum: ([words]) =>
    Array.isArray(words) && words.every(isPlain) ? when((value) => words.includes(value)) : undefined,
  nullable: ([inner], quickOf) => from(quickOf(inner), (check) => (value) => (value === null ? null : check(value))),
  optional,
  exactOptional: optional,
  catch: ([inner], quickOf) => from(quickOf(inner), (check) => (value) => decidedOnly(check(value))),
  array: ([inner], quickOf) => from(quickOf(inner), arrayOf),
  record: ([key, inner], quickOf) =>
    quickOf(key) === undefined ? undefined : from(quickOf(inner), (check) => recordOf(quickOf(key)?.check, check)),
  object: ([shape], quickOf) => objectOf(shape, false, quickOf),
  looseObject: ([shape], quickOf) => objectOf(shape, true, quickOf),
  extend([base, more], quickOf) {
    const fields = quickOf(base)?.fields;
    return fields === undefined ? undefined : objectOf({ ...fields.shape, ...Object(more) }, fields.loose, quickOf);
  },
  union: ([members], quickOf) => unionOf(members, quickOf),
  discriminatedUnion: ([, members], quickOf) => unionOf(members, quickOf),
  minLength: ([least]) => when((value) => Object(value).length >= Number(least)),
  maxLength: ([most]) => when((value) => Object(value).length <= Number(most)),
  positive: () => when((value) => Number(value) > 0),
};

/** A schema with further conditions. */
export function withChecks(own: Quick | undefined, checks: readonly (Quick | undefined)[]): Quick | undefined {
  return from(own, (check) => (value) => {
    let result = check(value);
    for (const one of checks) {
      if (one === undefined) return undecided;
      if (isDecided(result)) result = one.check(result);
    }
    return decidedOnly(result);
  });
}

function when(accepts: (value: unknown) => boolean): Quick {
  return { check: (value) => (accepts(value) ? value : invalid) };
}

function from(inner: Quick | undefined, make: (check: Check) => Check): Quick | undefined {
  return inner === undefined ? undefined : { check: make(inner.check) };
}

function decidedOnly(result: unknown): unknown {
  return isDecided(result) ? result : undecided;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function optional([inner]: readonly unknown[], quickOf: QuickOf): Quick | undefined {
  const quick = from(quickOf(inner), (check) => (value) => (value === undefined ? undecided : check(value)));
  return quick === undefined ? undefined : { ...quick, optional: true };
}

function arrayOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return invalid;
    const results = value.map(check);
    return results.find((one) => !isDecided(one)) ?? results;
  };
}

function recordOf(key: Check | undefined, check: Check): Check {
  return (value) => {
    if (!isPlainObject(value)) return undecided;
    const result: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      if (key?.(name) !== name) return undecided;
      const checked = check(one);
      if (!isDecided(checked)) return checked;
      result[name] = checked;
    }
    return result;
  };
}

function objectOf(shape: unknown, loose: boolean, quickOf: QuickOf): Quick {
  const fields = Object.entries(Object(shape)).map(([name, schema]) => ({ name, quick: quickOf(schema) }));
  const own = new Set(fields.map(({ name }) => name));
  const check: Check = (value) => {
    if (!isPlainObject(value)) return typeof value === 'object' && value !== null ? undecided : invalid;
    const result: Record<string, unknown> = {};
    let open = false;
    for (const { name, quick } of fields) {
      const missing = !Object.hasOwn(value, name);
      if (missing && quick?.optional === true) continue;
      const checked = missing || quick === undefined ? undecided : quick.check(value[name]);
      if (checked === invalid) return invalid;
      open ||= checked === undecided;
      result[name] = checked;
    }
    if (loose) for (const name of Object.keys(value)) if (!own.has(name)) result[name] = value[name];
    return open ? undecided : result;
  };
  return { check, fields: { shape: Object(shape), loose } };
}

/** Zod takes the first member that fits. */
function unionOf(members: unknown, quickOf: QuickOf): Quick | undefined {
  if (!Array.isArray(members)) return undefined;
  const quicks = members.map(quickOf);
  return {
    check(value) {
      for (const quick of quicks) {
        const result = quick === undefined ? undecided : quick.check(value);
        if (result !== invalid) return result;
      }
      return invalid;
    },
  };
}

/** As JSON.parse makes it. Zod treats these two names in its own way. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !Object.hasOwn(value, '__proto__') &&
    !Object.hasOwn(value, 'constructor')
  );
}
