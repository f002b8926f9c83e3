// The lines of `key: value` between `---` at the head of a Markdown file. This is not YAML: Party and users write one
// plain value per line.

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string>;
  /** Lines that are not `key: value`. */
  readonly strange: readonly string[];
  /** The text after the front matter. */
  readonly body: string;
}

/** Undefined when the text does not begin with front matter, or when its end is missing. */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (lines[0]?.trimEnd() !== fence) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  if (end < 0) return undefined;
  const fields = new Map<string, string>();
  const strange: string[] = [];
  for (const line of lines.slice(1, end)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, key, value] = /^([A-Za-z_][\w-]*)\s*:(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
    if (key === undefined) strange.push(line);
    else fields.set(key, plainValue(value ?? ''));
  }
  return { fields, strange, body: lines.slice(end + 1).join('\n') };
}

export type FrontMatterValue = string | number | null | readonly string[];

export function writeFrontMatter(fields: Readonly<Record<string, FrontMatterValue>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${valueText(value)}`);
  return `${[fence, ...lines, fence].join('\n')}\n`;
}

const fence = '---';
/** Text that YAML reads as this same text, without quotes. */
const plainText = /^[A-Za-z][\w./-]*$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const wordsOfYaml = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

function valueText(value: FrontMatterValue): string {
  // A `#` after a space would begin a comment.
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one).replaceAll('#', '\\u0023')).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  return plainText.test(value) && !wordsOfYaml.test(value) ? value : JSON.stringify(value);
}

/** Removes quotes and a trailing comment. */
function plainValue(text: string): string {
  const trimmed = text.trim();
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.exec(trimmed)?.[1];
  if (quoted === undefined) return trimmed.replace(/(?:^|\s+)#.*$/, '');
  if (quoted.startsWith("'")) return quoted.slice(1, -1).replace(/''/g, "'");
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
