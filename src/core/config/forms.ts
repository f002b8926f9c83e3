// The forms of values in a configuration file. Each error says what was expected, in the words of a user.

import * as z from '../base/schema.ts';

export const text = (form: string) => z.string({ error: `expected ${form}` });
export const milliseconds = z
  .number({ error: 'expected a number of milliseconds' })
  .check(z.positive('expected more than 0 milliseconds'));
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `expected one of ${values.map((value) => `"${value}"`).join(', ')}` });
export const amount = (things: string, one: string) =>
  z.int({ error: `expected a whole number of ${things}` }).check(z.positive(`expected at least 1 ${one}`));
export const object = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.looseObject(shape, { error: 'expected an object { … }' });

export const commandWords = (example: string) =>
  z
    .array(text('a word'), { error: `expected a list of words such as ${example}` })
    .check(z.minLength(1, 'expected at least the program'))
    .check(z.refine(([program]) => program !== '', 'expected a program before its arguments'));
