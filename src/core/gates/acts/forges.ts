// Pull requests made with the programs of forges other than GitHub, and with helpers for stacked changes and for reviews
// of patches: glab, tea, az, gt, arc, moz-phab, ghstack and others.

import type { GatedAct } from '../../project/gatedActs.ts';
import { launched } from '../../shell/options.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { couldSpell, firstVerb, type VerbOptions } from '../verbs.ts';
import { headBranch } from './githubApi.ts';

/** The verbs of one act, one from each group in order. */
type Verbs = readonly (readonly string[])[];

interface Forge {
  readonly acts: readonly (readonly [GatedAct, Verbs])[];
  /** Options before the verbs that take the next word. */
  readonly valued?: readonly string[];
  /** The options that name the branch. */
  readonly head?: readonly string[];
  /** The first words after the verbs, or options, with which it does none of it. */
  readonly unless?: RegExp;
}

/** Many of these programs submit when they are called without a verb. */
const bare: readonly (readonly [GatedAct, Verbs])[] = [['pr-create', []]];

function submits(...verbs: readonly string[][]): Forge {
  return { acts: [['pr-create', verbs]] };
}

const spr: Forge = {
  acts: [['pr-merge', [['land', 'merge']]], ...bare],
  unless: /^(?:list|ls|status|st|patch|close|format|amend|init|check|version|help|--version)$/,
};

const stacks: Forge = {
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
};

const spice: Forge = {
  acts: [
    ['pr-create', [['bs', 'ss', 'uss', 'dss']]],
    [
      'pr-create',
      [
        ['stack', 'branch', 'downstack', 'upstack', 's', 'b', 'us', 'ds'],
        ['submit', 's'],
      ],
    ],
  ],
};

const patches = submits(['request-review', 'rr', 'integrate', 'int']);

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
  aws: {
    acts: [
      ['pr-create', [['codecommit'], ['create-pull-request']]],
      [
        'pr-merge',
        [['codecommit'], ['fast-forward', 'squash', 'three-way'].map((by) => `merge-pull-request-by-${by}`)],
      ],
      ['push-base', [['codecommit'], ['fast-forward', 'squash', 'three-way'].map((by) => `merge-branches-by-${by}`)]],
    ],
    valued: ['--profile', '--region', '--output', '--endpoint-url'],
  },
  // Of python-gitlab.
  gitlab: {
    acts: [
      ['pr-create', [['project-merge-request'], ['create']]],
      ['pr-merge', [['project-merge-request'], ['merge']]],
    ],
    valued: ['-g', '--gitlab', '-c', '--config-file', '-o', '--output', '-f', '--fields'],
  },
  hub: { ...submits(['pull-request']), head: ['-h', '--head'] },
  gt: stacks,
  graphite: stacks,
  charcoal: stacks,
  gs: spice,
  'git-spice': spice,
  arc: {
    acts: [
      ['pr-create', [['diff']]],
      ['push-base', [['land']]],
    ],
  },
  fj: { ...submits(pull, ['create']), head: ['--head'] },
  bkt: submits(pull, ['create']),
  bb: submits(pull, ['create']),
  berg: submits(pull, ['create']),
  gcli: submits(pull, ['create']),
  spr,
  'jj-spr': spr,
  jj: {
    acts: [
      [
        'pr-create',
        [
          ['gerrit', 'spr'],
          ['upload', 'send', 'diff', 'update', 'submit'],
        ],
      ],
    ],
  },
  sl: { ...submits(['pr', 'ghstack']), unless: /^(?:list|ls|pull|link|unlink|follow|checkout|status|get)$/ },
  rbt: {
    acts: [
      ['pr-create', [['post', 'publish']]],
      ['push-base', [['land']]],
    ],
  },
  'moz-phab': {
    acts: bare,
    unless: /^(?:patch|self-update|install-certificate|doctor|reorgani[sz]e|version|help|--version)$/,
  },
  phabsend: { acts: bare },
  hg: submits(['phabsend', 'phabupdate', 'postreview', 'fbsubmit']),
  jf: submits(['submit', 's']),
  repo: submits(['upload']),
  b4: { ...submits(['send']), unless: /^(?:-d|--dry-run(?:-to)?|--reflect|-o|--output-dir)$/ },
  stg: submits(['mail', 'email']),
  osc: submits(['submitrequest', 'submitreq', 'sr', 'createrequest', 'creq']),
  brz: submits(['propose', 'propose-merge', 'lp-propose']),
  bzr: submits(['lp-propose', 'propose']),
  gps: patches,
  av: {
    acts: [
      ['pr-create', [['pr']]],
      ['pr-create', [['stack'], ['submit']]],
    ],
    unless: /^(?:status|queue|list|view|open)$/,
  },
  'stack-pr': {
    acts: [
      ['pr-create', [['submit', 'export']]],
      ['pr-merge', [['land']]],
    ],
  },
  ghstack: {
    acts: [['pr-merge', [['land']]], ...bare],
    unless: /^(?:checkout|status|unlink|rage|action|cherry-pick|sync|log|help|--version)$/,
  },
};

export const forgePrograms: readonly string[] = Object.keys(forges);

/** Subcommands of git that other programs add: `git review` runs git-review. */
export const gitForges: Readonly<Record<string, Forge>> = {
  review: { acts: bare, unless: /^(?:-[dxXNls]|--(?:download|cherrypick\w*|list|setup|version|dry-run).*)$/ },
  town: submits(['propose', 'new-pull-request']),
  'new-pull-request': { acts: bare },
  'pull-request': { acts: bare },
  'open-pull-request': { acts: bare },
  // With a number, `git pr` of git-extras checks one out.
  pr: { acts: bare, unless: /^(?:\d+|list|ls|show|status|view|checkout|co|fetch|diff|clean|help)$/ },
  cl: submits(['upload', 'land']),
  spr,
  machete: submits(
    ['github', 'gitlab'],
    ['create-pr', 'create-mr', 'retarget-pr', 'retarget-mr', 'restack-pr', 'restack-mr'],
  ),
  branchless: submits(['submit']),
  submit: { acts: bare },
  spice,
  ps: patches,
  hub: submits(pull, ['new', 'create']),
  obs: submits(pull, ['create']),
  gerrit: submits(['push', 'upload', 'submit']),
  'send-email': { acts: bare, unless: /^--(?:dry-run|dump-aliases|help)$/ },
  codereview: submits(['mail', 'submit']),
  svn: submits(['dcommit']),
  p4: submits(['submit']),
};

/** Whether `git VERB …` makes a pull request. */
export function gitForgeMakes(verb: string, args: readonly ShellWord[]): boolean {
  const forge = Object.hasOwn(gitForges, verb) ? gitForges[verb] : undefined;
  return forge !== undefined && actIn(forge, args, () => true) !== undefined;
}

/** Undefined when the program is not one of these, or the call does not make or change a pull request. */
export function forgeAct(name: string, args: readonly ShellWord[]): GatedAct | undefined {
  const forge = forgeOf(name);
  return forge && actIn(forge, args, (act) => changesState(name, act, args));
}

function actIn(forge: Forge, args: readonly ShellWord[], counts: (act: GatedAct) => boolean): GatedAct | undefined {
  const { acts, valued = [], unless } = forge;
  const options: VerbOptions = { valued, flags: [] };
  if (asksForHelp(args) || (unless !== undefined && doesOther(args, unless, options))) return undefined;
  return acts.find(([act, verbs]) => couldSpell(args, verbs, options) && counts(act))?.[0];
}

/** One of the first two verbs, or an option, says that it does something else. */
function doesOther(args: readonly ShellWord[], unless: RegExp, options: VerbOptions): boolean {
  const first = firstVerb(args, options);
  const second = first === undefined ? undefined : firstVerb(args.slice(args.indexOf(first) + 1), options);
  return [first, second, ...args.filter(({ value }) => value?.startsWith('-'))].some((word) =>
    unless.test(word?.value ?? ''),
  );
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
