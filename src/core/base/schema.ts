// Zod's functions, with one difference: they build a schema when it is first used. A program loads the schemas of all
// that it could read, and building them took longer than the work of most programs; it uses a few of them.

import * as zod from 'zod/mini';

export type * from 'zod/mini';

export const array = late(zod.array);
export const boolean = late(zod.boolean);
export const custom = late(zod.custom);
export const discriminatedUnion = late(zod.discriminatedUnion);
export const exactOptional = late(zod.exactOptional);
export const extend = late(zod.extend);
export const int = late(zod.int);
export const literal = late(zod.literal);
export const looseObject = late(zod.looseObject);
export const maxLength = late(zod.maxLength);
export const minLength = late(zod.minLength);
export const nullable = late(zod.nullable);
export const number = late(zod.number);
export const object = late(zod.object);
export const optional = late(zod.optional);
export const pipe = late(zod.pipe);
export const positive = late(zod.positive);
export const record = late(zod.record);
export const refine = late(zod.refine);
export const regex = late(zod.regex);
export const string = late(zod.string);
export const transform = late(zod.transform);
export const tuple = late(zod.tuple);
export const union = late(zod.union);
export const unknown = late(zod.unknown);
const lateCatch = late(zod.catch);
const lateEnum = late(zod.enum);

export { lateCatch as catch, lateEnum as enum };

type Make = (...args: never[]) => object;

/** The mark lets the build leave out what a program does not use. */
/* @__NO_SIDE_EFFECTS__ */
function late<F extends Make>(make: F): F {
  const makeLate = (...args: Parameters<F>) => standIn(() => make(...(args.map(built) as Parameters<F>)));
  return makeLate as F;
}

const schemaOf = Symbol('the schema of a stand-in');

/** An object that behaves like the schema, and builds it when one of its properties is read. */
function standIn(build: () => object): object {
  let schema: object | undefined;
  const get = () => {
    schema ??= build();
    return schema;
  };
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === schemaOf) return get();
        // Schemas with checks are declared with this method, which must not build them either.
        if (name === 'check') return (...checks: object[]) => standIn(() => call(get(), 'check', checks.map(built)));
        return Reflect.get(get(), name);
      },
      has: (_, name) => name in get(),
    },
  );
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
