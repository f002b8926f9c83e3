// What is checked without Zod, beside Zod itself: the same results for the same values.
import assert from 'node:assert/strict';
import * as zod from 'zod/mini';
import * as z from '../../../src/core/base/schema.ts';

type Zod = Pick<typeof zod, keyof typeof z & keyof typeof zod>;
type Made = Readonly<Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>>;

/** The same schemas, by Zod and by ours. */
function schemas(by: Zod): Made {
  const Base = by.looseObject({ id: by.string(), at: by.optional(by.int()) });
  const Kind = by.enum(['a', 'b']);
  return {
    string: by.string(),
    boolean: by.boolean(),
    number: by.number(),
    int: by.int(),
    unknown: by.unknown(),
    literal: by.literal('a'),
    'a literal of several': by.literal(['a', 1]),
    'a literal null': by.literal(null),
    enum: Kind,
    nullable: by.nullable(by.string()),
    optional: by.optional(by.string()),
    array: by.array(by.nullable(by.int())),
    tuple: by.tuple([by.string(), by.int()]),
    record: by.record(by.string(), by.unknown()),
    'a record of few keys': by.record(by.string().check(by.minLength(2)), by.int()),
    object: by.object({ b: by.string(), a: by.optional(by.nullable(by.boolean())), c: by.exactOptional(by.int()) }),
    'an object of anything': by.object({ a: by.unknown(), b: by.optional(by.unknown()) }),
    looseObject: Base,
    extend: by.extend(Base, { id: by.literal(1), kind: by.optional(Kind) }),
    catch: by.looseObject({ a: by.catch(by.boolean(), false), b: by.catch(by.array(by.string()), []) }),
    union: by.union([by.string(), by.object({ id: by.string() }), Base]),
    discriminatedUnion: by.discriminatedUnion('kind', [
      by.looseObject({ kind: by.literal('a'), all: by.array(by.int()) }),
      by.object({ kind: by.enum(['b', 'c']), id: by.string() }),
    ]),
    checks: by.string().check(by.minLength(1), by.maxLength(3)),
    'checks of an array': by.array(by.string()).check(by.minLength(1)),
    'more checks': by.int().check(by.positive()),
    refine: by.string().check(by.refine((text: string) => text !== 'a')),
    regex: by.string().check(by.regex(/^a/)),
    pipe: by.pipe(
      by.string(),
      by.transform((text: string) => text.length),
    ),
    'inside another': by.object({ a: by.nullable(by.array(by.optional(Base))), b: by.optional(by.pipe(Kind, Kind)) }),
  };
}

const leaves: readonly unknown[] = [
  ...['', 'a', 'b', 'ab', 'abcd', '\u{1f600}', 0, -0, 1, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY],
  ...[true, false, null, undefined, Symbol.iterator, 1n, new Date(0), new Map(), () => 1],
];

/** Few fields with few values, so that many fit. */
function* values(): Generator<unknown> {
  yield* leaves;
  for (const one of leaves) yield [one];
  yield* [[], [1, null], ['a', 1], ['a', 1, 2], [[]], ['a', undefined]];
  let seed = 1;
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return from[seed % from.length] as T;
  };
  const names = ['a', 'b', 'c', 'id', 'at', 'kind', 'all', 'more', 'toString', 'constructor'];
  const inner = [...leaves, ...leaves, 'a', 'b', 1, [1, 2], ['a'], {}, { id: 'x' }, [{ id: 'x', at: 3, y: 1 }], [{}]];
  for (let count = 0; count < 2000; count++) {
    const size = count % 5;
    yield Object.fromEntries(Array.from({ length: size }, () => [pick(names), pick(inner)]));
  }
  yield JSON.parse('{"id":"x","__proto__":{"at":1}}');
  yield JSON.parse('{"__proto__":1}');
  yield Object.create({ id: 'x' });
  yield Object.assign(Object.create(null), { id: 'x' });
}

describe('values that are checked without Zod', () => {
  const [ours, zods] = [schemas(z as unknown as Zod), schemas(zod)];
  for (const [name, own] of Object.entries(ours)) {
    it(`${name}: gives what Zod gives, with the fields in the same order`, () => {
      for (const value of values()) {
        const [is, should] = [own.safeParse(value), zods[name]?.safeParse(value)];
        assert.equal(is.success, should?.success, describeValue(value));
        if (!is.success) continue;
        assert.deepStrictEqual(is.data, should?.data, describeValue(value));
        assert.deepEqual(keysOf(is.data), keysOf(should?.data), describeValue(value));
      }
    });
  }
});

function keysOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([key, one]) => [key, keysOf(one)]);
}

function describeValue(value: unknown): string {
  return typeof value === 'object'
    ? `${JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))}`
    : String(value);
}
