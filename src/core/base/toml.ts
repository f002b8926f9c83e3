// Values for `codex -c key=value`, which Codex reads as TOML.

export type TomlValue = string | number | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue };

/** Writes a value on one line. Every text becomes a basic string with all special characters escaped. */
export function toml(value: TomlValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(toml).join(',')}]`;
  // Keys are always quoted: a bare key such as `/tmp/x` or `:root` is a syntax error.
  return `{${Object.entries(value)
    .map(([key, entry]) => `${quote(key)}=${toml(entry)}`)
    .join(',')}}`;
}

/** TOML's control characters, and halves of surrogate pairs, which a UTF-8 argument cannot carry. */
const unsafe = /["\\\p{Cc}\p{Cs}]/gu;
const short: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quote(text: string): string {
  const escaped = text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
    return short[character] ?? `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function isList(value: TomlValue): value is readonly TomlValue[] {
  return Array.isArray(value);
}
