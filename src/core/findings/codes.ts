// Every problem that a findings file can have, by its code for programs and in words.

export const warningWords = {
  'unwrapped-fence': 'the document was in a code fence',
  'leading-text': 'there was text before the document',
  'trailing-text': 'there was text after the document',
  'repaired-json': 'a byte order mark, a comment, a trailing comma or a repeated key was repaired',
  'wrapped-array': 'the top level was a list, not an object',
  'bad-utf8': 'bytes that are not text are shown as a replacement character',
  'stats-missing': 'the stats are missing or lack a count',
  'stats-type': 'the stats are not an object of whole numbers',
  'counts-disagree': 'the counts do not match the list, so a finding may be lost: ask for a new review',
  'summary-type': 'the summary is not a text',
  'verdict-ignored': 'the reviewer gave a verdict; it does not count',
  'severity-normalised': 'a severity was spelled differently',
  'severity-unknown': 'an unknown severity counts as blocking until a person lowers it',
  'field-missing': 'a finding lacks its file, category or description',
  'finding-not-object': 'an entry of the list is not a finding; it is kept as text and counts as blocking',
  'placeholder-finding': 'a finding looks like a placeholder that was not filled in',
  'nothing-reviewed': 'the reviewer says that no file was reviewed',
  'id-generated': 'a finding without an id was given one',
  'id-normalised': 'an id was normalised',
  'id-renumbered': 'two findings had the same id',
  'line-adjusted': 'a line is missing or not a line number; it was corrected or left out',
  'file-unlinked': 'a file is outside this project and cannot be opened from its finding',
  'file-relativised': 'a path was made relative to the project',
  'controls-stripped': 'control characters were removed from a text',
  'text-shortened': 'a text was too long and was cut',
  'list-shortened': 'the list was too long and was cut',
} as const;

export const errorWords = {
  empty: 'the file is empty',
  'not-json': 'the file is not JSON',
  truncated: 'the document ends in the middle: it is still being written, or the writing was interrupted',
  'not-an-object': 'the document is not an object {"findings": […]}',
  'findings-missing': 'the document has no "findings"',
  'findings-not-array': '"findings" is not a list',
  'ambiguous-document': 'there are several documents, and it is not clear which one counts',
  'too-large': 'the file is too large',
  'too-deep': 'the document is nested too deeply',
  'not-utf8': 'the file is not UTF-8',
  fs: 'the file cannot be read',
} as const;

export type WarningCode = keyof typeof warningWords;
export type IntakeError = keyof typeof errorWords;

export type Warn = (code: WarningCode) => void;

export const warningCodes = Object.keys(warningWords) as WarningCode[];
export const intakeErrors = Object.keys(errorWords) as IntakeError[];
