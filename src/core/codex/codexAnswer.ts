// Reads an answer that Codex must give in a set form. Codex 0.166.0 gets the schema but does not check its own answer,
// so Party does, and treats an answer of another form as no answer.

import { shorten, wholeCharacters } from '../base/cut.ts';
import { tryJson } from '../base/json.ts';
import { withoutControls } from '../base/outsideText.ts';
import type * as z from '../base/schema.ts';
import { limits } from '../findings/finding.ts';

/** The API wants a strict schema: every property required, and no others. */
export function strictObject<T extends Record<string, unknown>>(properties: T) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const;
}

export interface Broken {
  readonly kind: 'broken';
  readonly why: string;
}

export function readAnswer<T>(answer: string, form: z.ZodMiniType<T>): { readonly kind: 'read'; value: T } | Broken {
  if (answer.trim() === '') return broken('it is empty');
  const value = tryJson(answer);
  if (value === undefined) return broken('it is not JSON');
  const parsed = form.safeParse(value);
  if (parsed.success) return { kind: 'read', value: parsed.data };
  const [issue] = parsed.error.issues;
  return broken(`it does not have the requested format (${issue?.path.join('.') || 'as a whole'})`);
}

export function broken(why: string): Broken {
  return { kind: 'broken', why };
}

/** Text that is safe to show and keep: whole characters, no control characters, limited length. */
export function cleanWords(words: string, longest: number = limits.text): string {
  return shorten(wholeCharacters(withoutControls(words)).trim(), longest);
}
