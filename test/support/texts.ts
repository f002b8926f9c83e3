// Texts that have caused bugs: they were executed, expanded, cut off, or taken for a key or for a command of the
// client.

export const texts: Readonly<Record<string, string>> = {
  'a single line': 'Is this right?',
  'several lines': 'first line\n\n  third line, indented\n# a heading\nlast line',
  '60 lines': Array.from({ length: 60 }, (_, n) => `line ${n} of sixty`).join('\n'),
  '20 kB': `begin ${'0123456789 abcdefghi '.repeat(950)}end`,
  'a leading !': '!touch trap',
  'a leading /': '/clear',
  'a leading -': '-x --help',
  'a trailing ;': 'echo abc;',
  'a trailing \\': 'a path that ends with \\',
  'a trailing @x': 'what do you think of @a',
  'the word Enter': 'Enter',
  quotes: `it's "quoted" and 'again' \\"so\\"`,
  'variables and backticks': '$HOME $PATH $(touch trap) `touch trap` #{pane_id} #(touch trap)',
  'a shell line': 'x; touch trap && touch trap | touch trap > trap',
  CJK: '日本語のテキスト、中文文本、한국어 텍스트',
  emoji: 'party 🎉 family 👩‍👩‍👧‍👦 flag 🇫🇷',
  controls: 'bell\x07 back\x08space tab\there return\rhere',
  'the end of a paste': 'before\x1b[201~\r!touch trap\rafter',
};
