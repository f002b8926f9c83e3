// Builds the SVG elements of Party's pictures. This file alone escapes their text.

type Values = Readonly<Record<string, string | number>>;

export function attributes(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

export function rect(values: Values): string {
  return `<rect ${attributes(values)}/>`;
}

export function textAt(x: number, y: number, words: string, kind: string): string {
  return words === '' ? '' : `<text ${attributes({ class: kind, x, y })}>${escapeXml(words)}</text>`;
}

export function group(values: Values, children: readonly string[]): string {
  return [`<g ${attributes(values)}>`, ...children.filter((child) => child !== ''), '</g>'].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces control characters, which XML does not allow, with spaces. */
export function escapeXml(words: string): string {
  return words.replace(/[^\P{C}\t\n]|\p{Cs}/gu, ' ').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
