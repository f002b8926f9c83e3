// Schemas that are built when they are first used. What Zod does with them is Zod's own affair.
import assert from 'node:assert/strict';
import * as z from '../../../src/core/base/schema.ts';

describe('a late schema', () => {
  it('is built once, at its first use', () => {
    let built = 0;
    const shape = () => {
      built += 1;
      return z.string();
    };
    // Zod reads the shape when it builds the object.
    const Late = z.object({
      get name() {
        return shape();
      },
    });
    assert.equal(built, 0);
    assert.deepEqual(Late.parse({ name: 'a' }), { name: 'a' });
    assert.deepEqual(Late.parse({ name: 'b' }), { name: 'b' });
    assert.equal(built, 1);
  });

  it("checks values, also as part of another schema's method", () => {
    const Short = z.string().check(z.minLength(1), z.maxLength(3));
    assert.equal(Short.safeParse('abc').success, true);
    assert.equal(Short.safeParse('').success, false);
    assert.equal(Short.safeParse('abcd').success, false);
  });

  it('can be nested in other schemas, and keeps its defaults and transformations', () => {
    const Kind = z.enum(['a', 'b']);
    const Union = z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('a'), all: z.array(z.nullable(z.int())) }),
      z.extend(z.object({ kind: z.literal('b') }), { of: z.catch(Kind, 'a'), by: z.record(z.string(), Kind) }),
    ]);
    const a = { kind: 'a', all: [1, null], more: true };
    assert.deepEqual(Union.parse(a), a);
    assert.deepEqual(Union.parse({ kind: 'b', of: 'c', by: { x: 'b' } }), { kind: 'b', of: 'a', by: { x: 'b' } });
    assert.equal(Union.safeParse({ kind: 'c' }).success, false);
    const size = z.pipe(
      z.string(),
      z.transform((text: string) => text.length),
    );
    assert.equal(size.parse('four'), 4);
  });

  it('refuses with the words of Zod', () => {
    const { error } = z.object({ n: z.number().check(z.positive()) }).safeParse({ n: 'x' });
    assert.deepEqual(
      error?.issues.map(({ code, path }) => ({ code, path })),
      [{ code: 'invalid_type', path: ['n'] }],
    );
  });
});
