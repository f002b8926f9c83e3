// Zod's functions, with one difference: they build a schema when it is first needed. A program loads the schemas of all
// that it could read, and building them took longer than the work of most programs. A value that quickCheck.ts finds
// valid needs no schema at all.

import { type Check, isDecided, type Quick, quickChecks, undecided, withChecks } from './late/quickCheck.ts';
import * as zod from './late/zod.ts';

export type * from 'zod/mini';

export const array = late('array', zod.array);
export const boolean = late('boolean', zod.boolean);
export const custom = late('custom', zod.custom);
export const discriminatedUnion = late('discriminatedUnion', zod.discriminatedUnion);
export const exactOptional = late('exactOptional', zod.exactOptional);
export const extend = late('extend', zod.extend);
export const int = late('int', zod.int);
export const literal = late('literal', zod.literal);
export const looseObject = late('looseObject', zod.looseObject);
export const maxLength = late('maxLength', zod.maxLength);
export const minLength = late('minLength', zod.minLength);
export const nullable = late('nullable', zod.nullable);
export const number = late('number', zod.number);
export const object = late('object', zod.object);
export const optional = late('optional', zod.optional);
export const pipe = late('pipe', zod.pipe);
export const positive = late('positive', zod.positive);
export const record = late('record', zod.record);
export const refine = late('refine', zod.refine);
export const regex = late('regex', zod.regex);
export const string = late('string', zod.string);
export const transform = late('transform', zod.transform);
export const tuple = late('tuple', zod.tuple);
export const union = late('union', zod.union);
export const unknown = late('unknown', zod.unknown);
const lateCatch = late('catch', zod.catch);
const lateEnum = late('enum', zod.enum);

export { lateCatch as catch, lateEnum as enum };

type Make = (...args: never[]) => object;

/** The mark lets the build leave out what a program does not use. */
/* @__NO_SIDE_EFFECTS__ */
function late<F extends Make>(name: string, make: F): F {
  const makeLate = (...args: Parameters<F>) =>
    standIn(
      () => make(...(args.map(built) as Parameters<F>)),
      () => quickChecks[name]?.(args, quickOf),
    );
  return makeLate as F;
}

const schemaOf = Symbol('the schema of a stand-in');
const checkOf = Symbol('how to check a value without the schema');

/** An object that behaves like the schema, and builds it when a property other than the parsing functions is read. */
function standIn(build: () => object, findQuick: () => Quick | undefined): object {
  let schema: object | undefined;
  let found: { readonly quick: Quick | undefined } | undefined;
  const get = () => {
    schema ??= build();
    return schema;
  };
  const quick = () => {
    found ??= { quick: findQuick() };
    return found.quick;
  };
  const check: Check = (value) => {
    const own = quick();
    return own === undefined ? undecided : own.check(value);
  };
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === schemaOf) return get();
        if (name === checkOf) return quick();
        // Schemas with checks are declared with this method, which must not build them either.
        if (name === 'check') return (...checks: object[]) => checked(get, quick, checks);
        if (name === 'parse' || name === 'safeParse') return parser(name, get, check);
        return Reflect.get(get(), name);
      },
      has: (_, name) => name in get(),
    },
  );
}

function checked(get: () => object, quick: () => Quick | undefined, checks: readonly object[]): object {
  return standIn(
    () => call(get(), 'check', checks.map(built)),
    () => withChecks(quick(), checks.map(quickOf)),
  );
}

function parser(name: 'parse' | 'safeParse', get: () => object, check: Check) {
  return (value: unknown, ...more: readonly unknown[]) => {
    const result = more.length === 0 ? check(value) : undecided;
    if (!isDecided(result)) return call(get(), name, [value, ...more]);
    return name === 'parse' ? result : { success: true, data: result };
  };
}

function quickOf(argument: unknown): Quick | undefined {
  return typeof argument === 'object' && argument !== null ? Reflect.get(argument, checkOf) : undefined;
}

function call(on: object, name: string, args: readonly unknown[]): object {
  return (Reflect.get(on, name) as (...args: readonly unknown[]) => object).apply(on, [...args]);
}

/** An argument with schemas in place of their stand-ins, so that parsing does not meet any. */
function built(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument;
  if (Array.isArray(argument)) return argument.map(built);
  const schema: unknown = Reflect.get(argument, schemaOf);
  if (schema !== undefined) return schema;
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument;
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, built(value)]));
}
