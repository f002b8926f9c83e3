// Pull requests made with the programs of forges other than GitHub, and with helpers for stacked changes: glab, tea, az,
// gt, arc and others.

import type { GatedAct } from '../../project/gatedActs.ts';
import { launched } from '../../shell/options.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { couldSpell, type VerbOptions } from '../verbs.ts';
import { headBranch } from './githubApi.ts';

/** The verbs of one act, one from each group in order. */
type Verbs = readonly (readonly string[])[];

interface Forge {
  readonly acts: readonly (readonly [GatedAct, Verbs])[];
  /** Options before the verbs that take the next word. */
  readonly valued?: readonly string[];
  /** The options that name the branch. */
  readonly head?: readonly string[];
}

const mergeRequest = ['mr', 'merge-request', 'mrs'];
const pull = ['pr', 'pull', 'pulls', 'prs', 'p'];

/** By the program's name. pr-gate.sh uses these names too. */
const forges: Readonly<Record<string, Forge>> = {
  glab: {
    acts: [
      ['pr-create', [mergeRequest, ['create', 'new', 'for', 'new-for', 'create-for', 'for-issue', 'issue']]],
      ['pr-create', [['stack'], ['sync', 'save']]],
      ['pr-merge', [mergeRequest, ['merge', 'accept']]],
      ['pr-ready', [mergeRequest, ['update']]],
      ['pr-create', [mergeRequest, ['update']]],
    ],
    valued: ['-R', '--repo', '-g', '--group'],
    head: ['-s', '--source-branch'],
  },
  lab: {
    acts: [
      ['pr-create', [mergeRequest, ['create', 'new']]],
      ['pr-merge', [mergeRequest, ['merge']]],
    ],
  },
  tea: {
    acts: [
      ['pr-create', [pull, ['create', 'c']]],
      ['pr-merge', [pull, ['merge', 'm']]],
    ],
    valued: ['-r', '--repo', '-R', '--remote', '-l', '--login'],
    head: ['--head'],
  },
  az: {
    acts: [
      ['pr-create', [['repos'], ['pr'], ['create']]],
      ['pr-merge', [['repos'], ['pr'], ['update']]],
    ],
    head: ['-s', '--source-branch'],
  },
  hub: { acts: [['pr-create', [['pull-request']]]], head: ['-h', '--head'] },
  gt: {
    acts: [
      ['pr-create', [['submit', 's', 'ss']]],
      [
        'pr-create',
        [
          ['stack', 'branch', 'downstack', 'upstack', 'bs'],
          ['submit', 's'],
        ],
      ],
      ['pr-merge', [['merge']]],
    ],
  },
  arc: {
    acts: [
      ['pr-create', [['diff']]],
      ['push-base', [['land']]],
    ],
  },
  fj: { acts: [['pr-create', [pull, ['create']]]], head: ['--head'] },
  bkt: { acts: [['pr-create', [pull, ['create']]]] },
  bb: { acts: [['pr-create', [pull, ['create']]]] },
  gcli: { acts: [['pr-create', [pull, ['create']]]] },
  spr: {
    acts: [
      ['pr-create', [['diff', 'update']]],
      ['pr-merge', [['land', 'merge']]],
    ],
  },
  sl: {
    acts: [
      [
        'pr-create',
        [
          ['pr', 'ghstack'],
          ['submit', 's'],
        ],
      ],
    ],
  },
  rbt: {
    acts: [
      ['pr-create', [['post', 'publish']]],
      ['push-base', [['land']]],
    ],
  },
  'moz-phab': { acts: [['pr-create', [['submit']]]] },
  repo: { acts: [['pr-create', [['upload']]]] },
  av: {
    acts: [
      ['pr-create', [['pr'], ['create']]],
      ['pr-create', [['stack'], ['submit']]],
    ],
  },
  'stack-pr': {
    acts: [
      ['pr-create', [['submit', 'export']]],
      ['pr-merge', [['land']]],
    ],
  },
  'git-review': { acts: [['pr-create', []]] },
  'git-pr': { acts: [['pr-create', []]] },
  ghstack: { acts: [['pr-create', []]] },
};

export const forgePrograms: readonly string[] = Object.keys(forges);

/** Subcommands of git that other programs add: `git review` runs git-review. */
export const gitForges: Readonly<Record<string, Verbs>> = {
  review: [],
  town: [['propose', 'new-pull-request']],
  'new-pull-request': [],
  'pull-request': [],
  pr: [],
  cl: [['upload', 'land']],
  spr: [['diff', 'update', 'land', 'merge']],
  machete: [
    ['github', 'gitlab'],
    ['create-pr', 'create-mr', 'retarget-pr', 'retarget-mr', 'restack-pr', 'restack-mr'],
  ],
  branchless: [['submit']],
  submit: [],
  codereview: [['mail', 'submit']],
  svn: [['dcommit']],
  p4: [['submit']],
};

/** Undefined when the program is not one of these, or the call does not make or change a pull request. */
export function forgeAct(name: string, args: readonly ShellWord[]): GatedAct | undefined {
  const forge = forgeOf(name);
  if (forge === undefined || asksForHelp(args)) return undefined;
  const options: VerbOptions = { valued: forge.valued ?? [], flags: [] };
  const found = forge.acts.filter(([, verbs]) => couldSpell(args, verbs, options)).map(([act]) => act);
  return found.find((act) => changesState(name, act, args));
}

/** The branch of the pull request; null when unknown, undefined when it is the checked-out branch. */
export function forgeHead(program: ShellWord | undefined, args: readonly ShellWord[]): string | null | undefined {
  const forge = forgeOf(program === undefined ? '' : (programName(program) ?? ''));
  if (forge?.head === undefined) return undefined;
  const { options } = launched(args, { valued: forge.head, operands: args.length });
  const head = options.findLast(({ name }) => forge.head?.includes(name));
  return head === undefined ? undefined : headBranch(head.value?.value);
}

export function isForge(name: string): boolean {
  return forgeOf(name) !== undefined;
}

function forgeOf(name: string): Forge | undefined {
  return Object.hasOwn(forges, name) ? forges[name] : undefined;
}

/** `glab mr update` and `az repos pr update` change many things; only these make one ready, merge or move it. */
function changesState(name: string, act: GatedAct, args: readonly ShellWord[]): boolean {
  const has = (text: RegExp) => args.some(({ value }) => value === null || text.test(value));
  if (name === 'glab' && act === 'pr-ready') return has(/^(?:--ready|-r)(?:=|$)/);
  if (name === 'glab' && act === 'pr-create' && has(/^update$/)) return has(/^--target-branch(?:=|$)/);
  if (name !== 'az' || act !== 'pr-merge') return true;
  return has(/^(?:completed|--status=completed|--auto-complete|--bypass-policy)(?:=|$)/i);
}

function asksForHelp(args: readonly ShellWord[]): boolean {
  return args.length <= 4 && /^(?:--help|-h)$/.test(args.at(-1)?.value ?? '');
}
