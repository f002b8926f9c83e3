// Programs that only read, and their flags that only read. Excluded are flags that run a program (rg --pre, -z), write
// (file -C) or never end (tail -f).

import type { Flags } from './gateFlags.ts';

export interface GateTool extends Flags {
  /** Without a file the program would wait for input. rg and ls use the current directory instead. */
  readonly needsFile?: boolean;
  /** The first operand is a pattern, unless one of these flags is given. */
  readonly patternFlags?: string;
  /** With one of these flags the program needs no file. */
  readonly withoutFile?: string;
  /** The program reports on files without reading them, so a device cannot make it wait. */
  readonly opensNothing?: boolean;
  /** None of its flags does harm, so neither does a file with the name of a flag: `ls *.md`. */
  readonly globFirst?: boolean;
}

const rg: GateTool = {
  short: '.0abcFhHiIlLnNoPpqsSuUvVwx',
  shortValue: 'ABCdeEfgjMmrtT',
  long: [
    'auto-hybrid-regex binary block-buffered byte-offset case-sensitive column count',
    'count-matches crlf debug files files-with-matches files-without-match fixed-strings follow glob-case-insensitive',
    'heading help hidden ignore ignore-case ignore-dot ignore-exclude ignore-files ignore-global ignore-messages',
    'ignore-parent ignore-vcs include-zero invert-match json line-buffered line-number line-regexp',
    'max-columns-preview messages mmap multiline multiline-dotall no-auto-hybrid-regex no-binary no-block-buffered',
    'no-byte-offset no-column no-config no-context-separator no-crlf no-encoding no-filename no-fixed-strings no-follow',
    'no-glob-case-insensitive no-heading no-hidden no-ignore no-ignore-dot no-ignore-exclude no-ignore-files',
    'no-ignore-file-case-insensitive no-ignore-global no-ignore-messages no-ignore-parent no-ignore-vcs no-include-zero',
    'no-invert-match no-json no-line-buffered no-line-number no-max-columns-preview no-messages no-mmap no-multiline',
    'no-multiline-dotall no-one-file-system no-pcre2 no-pcre2-unicode no-pre no-require-git no-search-zip no-sort-files',
    'no-stats no-text no-trim no-unicode null null-data one-file-system only-matching passthru passthrough pcre2',
    'pcre2-unicode pcre2-version pretty quiet require-git smart-case sort-files stats stop-on-nonmatch text trace trim',
    'type-list unicode unrestricted version vimgrep with-filename word-regexp ignore-file-case-insensitive',
  ].join(' '),
  longValue: [
    'after-context before-context color colors context context-separator dfa-size-limit encoding engine',
    'field-context-separator field-match-separator file glob iglob ignore-file max-columns max-count max-depth maxdepth',
    'max-filesize path-separator regex-size-limit regexp replace sort sortr threads type type-add type-clear type-not',
  ].join(' '),
  dashValue: 'e regexp',
  dashOperands: true,
  globValues: true,
  patternFlags: 'e regexp f file files type-list',
};

const grep: GateTool = {
  short: 'abcEFGHhIiLlnoPqRrsTUuVvwxyZz',
  shortValue: 'ABCDdefm',
  number: true,
  long: [
    'basic-regexp binary byte-offset count dereference-recursive extended-regexp files-with-matches files-without-match',
    'fixed-strings help ignore-case initial-tab invert-match line-buffered line-number line-regexp no-filename',
    'no-ignore-case no-messages null null-data only-matching perl-regexp quiet recursive silent text unix-byte-offsets',
    'version with-filename word-regexp',
  ].join(' '),
  longValue: [
    'after-context before-context binary-files context devices directories exclude exclude-dir exclude-from file',
    'include label max-count regexp',
  ].join(' '),
  longOptional: 'color colour',
  dashValue: 'e regexp',
  dashOperands: true,
  globValues: true,
  needsFile: true,
  patternFlags: 'e regexp f file',
  withoutFile: 'r R recursive dereference-recursive V version help',
  globFirst: true,
};

const ls: GateTool = {
  short: 'aAbBcCdDefFgGhHiklLmnNoOpqQrRsStuUvxXZ1@',
  shortValue: 'ITw',
  long: [
    'all almost-all author context dereference dereference-command-line dereference-command-line-symlink-to-dir dired',
    'directory escape file-type full-time group-directories-first help hide-control-chars human-readable ignore-backups',
    'inode kibibytes literal no-group numeric-uid-gid quote-name recursive reverse show-control-chars si size version zero',
  ].join(' '),
  longValue: 'block-size format hide ignore indicator-style quoting-style sort tabsize time time-style width',
  longOptional: 'classify color hyperlink',
  globValues: true,
  dashOperands: true,
  globFirst: true,
  opensNothing: true,
};

const cat: GateTool = {
  short: 'AbeEnstTuv',
  long: 'help number number-nonblank show-all show-ends show-nonprinting show-tabs squeeze-blank version',
  dashOperands: true,
  needsFile: true,
  withoutFile: 'help version',
  globFirst: true,
};

const oneEnd: GateTool = {
  short: 'qvz',
  shortValue: 'cn',
  number: true,
  long: 'help quiet silent verbose version zero-terminated',
  longValue: 'bytes lines',
  signedValue: 'c n bytes lines',
  needsFile: true,
  withoutFile: 'help version',
};

const head: GateTool = { ...oneEnd, dashOperands: true, globFirst: true };

/** Without the flags that wait for more: -f, -F, --follow, --retry, --pid. */
const tail = oneEnd;

const wc: GateTool = {
  short: 'clLmw',
  long: 'bytes chars help lines max-line-length version words',
  longValue: 'total',
  dashOperands: true,
  needsFile: true,
  withoutFile: 'help version',
  globFirst: true,
};

/** Without -C and -m (compile or load a rules file), -z -Z (run other programs), -p -S (times, sandbox), -f. */
const file: GateTool = {
  short: 'bEhIikLlNnrv0',
  shortValue: 'eF',
  long: [
    'apple brief dereference extension help keep-going list mime mime-encoding mime-type no-buffer no-dereference no-pad',
    'print0 raw version',
  ].join(' '),
  longValue: 'exclude exclude-quiet separator',
  needsFile: true,
  withoutFile: 'help version v list l',
};

export const gateTools: ReadonlyMap<string, GateTool> = new Map(
  Object.entries({ rg, grep, ls, cat, head, tail, wc, file }),
);
