// The seven git commands that Claude may use while planning, and their flags that only read. Other flags of the same
// commands write a file (--output), run a program (--ext-diff, --textconv, -O, signatures) or use another repository
// (-C).

import type { Flags, UsedFlag } from './gateFlags.ts';
import type { GateWord } from './gateLexer.ts';
import type { GateTool } from './gateTools.ts';

export interface GitTool extends GateTool {
  /** The reason to refuse these words although each flag is allowed. */
  readonly refuse?: (flags: readonly UsedFlag[], operands: readonly GateWord[]) => string | undefined;
}

export const gitCommands = ['status', 'diff', 'show', 'log', 'rev-parse', 'grep', 'branch'] as const;
export type GitCommand = (typeof gitCommands)[number];

/** Flags before the command. All others there change the repository, the configuration or the program that git uses. */
export const gitGlobalFlags: Flags = {
  short: 'P',
  long: [
    'no-pager no-optional-locks no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-advice no-lazy-fetch',
  ].join(' '),
};

/** The flags that diff, log and show share. Excluded: --output --ext-diff --textconv. */
const diffing = {
  short: 'abpRruwWstz',
  shortOptional: 'BCDMX',
  shortValue: 'GIOSUl',
  long: [
    'binary check compact-summary default-prefix exit-code find-copies-harder follow full-index',
    'function-context histogram ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-space-at-eol',
    'ignore-space-change indent-heuristic irreversible-delete ita-invisible-in-index ita-visible-in-index minimal name-only name-status no-color no-color-moved',
    'no-color-moved-ws no-ext-diff no-indent-heuristic no-patch no-prefix no-relative no-rename-empty no-renames',
    'no-textconv numstat patch patch-with-raw patch-with-stat patience pickaxe-all pickaxe-regex quiet raw rename-empty',
    'shortstat summary text',
  ].join(' '),
  longValue: [
    'anchored color-moved-ws diff-algorithm diff-filter dst-prefix find-object ignore-matching-lines inter-hunk-context',
    'line-prefix output-indicator-context output-indicator-new output-indicator-old rotate-to',
    'skip-to src-prefix stat-count stat-graph-width stat-name-width stat-width unified word-diff-regex ws-error-highlight',
  ].join(' '),
  longOptional: [
    'abbrev break-rewrites color color-moved color-words cumulative dirstat dirstat-by-file find-copies find-renames',
    'ignore-submodules relative stat submodule word-diff no-abbrev',
  ].join(' '),
};

/**
 * The flags that log and show share: which commits, and how to show each. Excluded: --show-signature --remerge-diff
 * --stdin.
 */
const walking = {
  short: `${diffing.short}cgimqPEF`,
  shortOptional: diffing.shortOptional,
  shortValue: `${diffing.shortValue}nL`,
  number: true,
  long: [
    diffing.long,
    'abbrev-commit all all-match author-date-order basic-regexp bisect boundary cc cherry cherry-mark',
    'cherry-pick clear-decorations combined-all-paths date-order dd dense do-walk exclude-first-parent-only',
    'extended-regexp first-parent fixed-strings full-diff full-history graph ignore-missing invert-grep left-only',
    'left-right log-size mailmap merge merges no-abbrev-commit no-commit-id no-decorate no-diff-merges',
    'no-expand-tabs no-graph no-mailmap no-max-parents no-merges no-min-parents no-notes no-show-signature no-use-mailmap',
    'not oneline parents children perl-regexp reflog regexp-ignore-case relative-date remove-empty reverse right-only',
    'show-pulls simplify-by-decoration simplify-merges single-worktree source sparse standard-notes topo-order',
    'use-mailmap walk-reflogs',
  ].join(' '),
  longValue: [
    diffing.longValue,
    'after author before committer date decorate-refs decorate-refs-exclude diff-merges encoding exclude exclude-hidden format',
    'glob grep grep-reflog max-age max-count max-parents min-age min-parents since since-as-filter skip until',
  ].join(' '),
  longOptional: `${diffing.longOptional} ancestry-path branches decorate expand-tabs no-walk notes pretty remotes show-linear-break show-notes tags`,
  refuse: refuseWalk,
};

const tools: Readonly<Record<GitCommand, GitTool>> = {
  status: {
    short: 'bsvz',
    shortOptional: 'Mu',
    long: [
      'ahead-behind branch long no-ahead-behind no-branch no-column no-renames no-show-stash null renames short',
      'show-stash verbose',
    ].join(' '),
    longOptional: 'column find-renames ignore-submodules ignored porcelain untracked-files',
  },
  diff: {
    ...diffing,
    short: `${diffing.short}c`,
    // -1 -2 -3: the side of a conflict.
    number: true,
    long: `${diffing.long} base cached cc combined-all-paths merge-base no-index ours staged theirs`,
    refuse: refuseDiff,
  },
  show: walking,
  log: walking,
  'rev-parse': {
    short: 'q',
    long: [
      'absolute-git-dir all flags git-common-dir git-dir is-bare-repository is-inside-git-dir is-inside-work-tree',
      'is-shallow-repository local-env-vars no-flags no-revs not quiet revs-only shared-index-path show-cdup',
      'show-object-format show-prefix show-ref-format show-superproject-working-tree show-toplevel sq symbolic symbolic-full-name verify',
    ].join(' '),
    longValue: 'after before default disambiguate exclude git-path glob max-age min-age path-format since until',
    longOptional: 'abbrev-ref branches remotes short show-object-format tags',
  },
  grep: {
    short: 'aEFGhHiIlLnopPqrvwWcz',
    shortValue: 'ABCefm',
    number: true,
    long: [
      'all-match and basic-regexp break cached column count exclude-standard extended-regexp files-with-matches',
      'files-without-match fixed-strings full-name function-context heading ignore-case index invert-match line-number',
      'name-only no-break no-color no-column no-exclude-standard no-heading no-index no-line-number no-recurse-submodules no-recursive',
      'no-textconv no-untracked not null only-matching or perl-regexp quiet recursive show-function text untracked',
      'word-regexp',
    ].join(' '),
    longValue: 'after-context before-context context max-count max-depth threads',
    longOptional: 'color',
    dashValue: 'e',
    patternFlags: 'e f',
  },
  branch: {
    short: 'ailrv',
    long: [
      'all ignore-case list no-color no-column no-abbrev no-ignore-case omit-empty remotes show-current verbose',
    ].join(' '),
    longValue: 'format points-at sort',
    // As in --sort -committerdate.
    dashValue: 'sort',
    longOptional: 'abbrev color column contains merged no-contains no-merged',
    refuse: refuseBranch,
  },
};

export function gitTool(command: GitCommand): GitTool {
  return tools[command];
}

/** The value of these may also be the next word, and git takes that word whatever it is. */
const listing = ['contains', 'no-contains', 'merged', 'no-merged'];

/** With a name, `git branch` creates a branch, unless a flag makes it list. */
function refuseBranch(flags: readonly UsedFlag[], operands: readonly GateWord[]): string | undefined {
  if (flags.some(({ name, value }) => ['format', 'sort'].includes(name) && runsProgram(value ?? ''))) return signatures;
  const lists = ['list', 'l', 'points-at', 'show-current', ...listing];
  if (operands.length === 0 || flags.some(({ name }) => lists.includes(name))) return undefined;
  return 'git branch with a name creates a branch: to list branches, use git branch --list PATTERN';
}

function refuseDiff(flags: readonly UsedFlag[]): string | undefined {
  return flags.some(({ name, value }) => name === 'submodule' && value === 'diff')
    ? 'git --submodule=diff runs git inside of submodules: use --submodule=log'
    : undefined;
}

function refuseWalk(flags: readonly UsedFlag[]): string | undefined {
  for (const { name, value = '' } of flags) {
    if ((name === 'format' || name === 'pretty') && runsProgram(value)) return signatures;
    if (name === 'diff-merges' && /^r/.test(value))
      return 'git --diff-merges=remerge merges again: use --diff-merges=first-parent';
  }
  return refuseDiff(flags);
}

const signatures = 'signatures (%G…) and %(describe) run another program: leave them out of the format';

/** Checks a format or a sort key. One of `-`, `+` and space may stand between the percent sign and the letter. */
export function runsProgram(format: string): boolean {
  return /%[-+ ]?G|signature|\(\*?describe/.test(format);
}
