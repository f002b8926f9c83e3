// Text made of the characters that Markdown, YAML, terminals and our own formats act on. The same seed gives the same
// text.

const pieces = [
  ...[
    '### CRITICAL: a:1',
    '**Finding:** r1-F1',
    '**Suggestion:**',
    '---',
    '===',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
  ],
  ...[
    '    ',
    '\\',
    '\\\\',
    '`',
    '*',
    '_',
    '<b>',
    '&lt;',
    '&amp;',
    '[a](b)',
    '![',
    '|',
    '1.',
    '- ',
    '+ ',
    '> ',
    '#1',
    '@me',
  ],
  ...[
    'https://a.b',
    'www.a.b',
    'GH-1',
    'word',
    'ä',
    '\u2028',
    '\u0007',
    '\u001b[31m',
    '$(x)',
    ':',
    '"',
    "'",
    '{',
    '}',
    '~',
  ],
];

export function randomText(seed: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)] ?? '').join(next(2) === 0 ? '' : ' ');
}
