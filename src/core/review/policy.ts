// Which kinds of evidence a pull request needs, and which other acts need the same. The user's configuration may ask for
// less than all of them, but that counts only once a human has confirmed it: an agent that edits the file changes
// nothing. Rules for paths and branches and the project's own file can only add.

import { sha256OfText } from '../base/sha256.ts';
import { type EvidenceKind, evidenceKinds } from '../project/evidenceKinds.ts';
import { type GatedAct, gatedActs } from '../project/gatedActs.ts';
import { wholeGlob } from './ignored.ts';

export interface PolicyRule {
  /** Patterns as in `review.ignore`; one changed file that matches is enough. */
  readonly paths: readonly string[];
  /** A pattern for the name of the branch; null when the rule is about paths alone. */
  readonly branch: string | null;
  readonly require: readonly EvidenceKind[];
}

export interface Policy {
  readonly require: readonly EvidenceKind[];
  readonly rules: readonly PolicyRule[];
  /** In the order of `gatedActs`, and always with `pr-create`. */
  readonly acts: readonly GatedAct[];
}

/** What the key `gates` of a configuration file says. */
export interface GatesConfig {
  readonly require?: Requirement | undefined;
  readonly rules?: readonly RuleConfig[] | undefined;
  readonly acts?: readonly GatedAct[] | undefined;
}

interface RuleConfig {
  readonly paths?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  readonly require: Requirement;
}

type Preset = 'strict' | 'standard' | 'off';
type Requirement = Preset | readonly EvidenceKind[];

const presets: Readonly<Record<Preset, readonly EvidenceKind[]>> = {
  strict: evidenceKinds,
  standard: ['tests-passed', 'checks-passed', 'codex-ran', 'codex-approved'],
  off: [],
};

/** What holds when no file says anything. */
export const strictPolicy: Policy = { require: evidenceKinds, rules: [], acts: gatedActs };

/** Equal policies are equal as JSON too, whatever the order and the form in the file. */
export function policyOf({ require = 'strict', rules = [], acts = gatedActs }: GatesConfig): Policy {
  const read = rules.map((rule) => ({
    paths: [...new Set(rule.paths)].sort(),
    branch: rule.branch ?? null,
    require: kindsOf(rule.require),
  }));
  const inOrder = new Map(read.map((rule) => [JSON.stringify(rule), rule]));
  return {
    require: kindsOf(require),
    rules: [...inOrder.keys()].sort().flatMap((key) => inOrder.get(key) ?? []),
    acts: actsOf(acts),
  };
}

function actsOf(acts: readonly GatedAct[]): readonly GatedAct[] {
  return gatedActs.filter((act) => act === 'pr-create' || acts.includes(act));
}

/** Names exactly this policy, for a confirmation. The usual acts are left out: older confirmations do not have them. */
export function policyHash(policy: Policy): string {
  const { acts, ...others } = policyOf(withoutNull(policy));
  return sha256OfText(JSON.stringify(acts.length === gatedActs.length ? others : { ...others, acts }));
}

export type PolicyName = Preset | 'list';

export function policyNameOf(kinds: readonly EvidenceKind[]): PolicyName {
  const names = Object.keys(presets) as Preset[];
  return names.find((name) => same(kindsOf(presets[name]), kindsOf(kinds))) ?? 'list';
}

/** The configuration of a project, as one of its versions has it. */
export interface ProjectPolicy {
  /** What a message calls the file. */
  readonly file: string;
  readonly gates: GatesConfig;
  /** Why the file cannot be understood. What it asks for is then unknown, so it counts as everything. */
  readonly problem?: string | undefined;
}

export interface PolicyFacts {
  readonly user: { readonly policy: Policy; readonly file: string | null };
  /** What a human confirmed last; null when nothing was. */
  readonly confirmed: Policy | null;
  readonly projects: readonly ProjectPolicy[];
  /** Null when the change is not known; then every rule applies. */
  readonly change: { readonly files: Readonly<Record<string, string>>; readonly branch: string } | null;
}

/** Which kinds are required because of what. */
export interface PolicySource {
  readonly from: 'default' | 'user' | 'confirmed' | 'project';
  /** The file; null without one. */
  readonly file: string | null;
  /** What the rule matches; null for `gates.require`. */
  readonly rule: string | null;
  readonly kinds: readonly EvidenceKind[];
}

export interface GatePolicy {
  readonly name: PolicyName;
  /** In the best order to get them. */
  readonly required: readonly EvidenceKind[];
  /** The acts that need them. */
  readonly acts: readonly GatedAct[];
  readonly sources: readonly PolicySource[];
  /** What the user's file asks for and no human has confirmed. */
  readonly waiting: WaitingPolicy | null;
  /** What a file asks for that Party does not grant, in words. */
  readonly ignored: readonly string[];
}

export interface WaitingPolicy {
  readonly name: PolicyName;
  readonly hash: string;
  readonly file: string | null;
  /** What would no longer be required, at least of some changes. */
  readonly leavesOut: readonly EvidenceKind[];
  /** The acts that would no longer be gated. */
  readonly freed: readonly GatedAct[];
}

export function decidePolicy({ user, confirmed, projects, change }: PolicyFacts): GatePolicy {
  const held = confirmed ?? strictPolicy;
  const waits = loosens(user.policy, held);
  const sources = [
    ...(waits ? sourcesOf(held, { from: confirmed === null ? 'default' : 'confirmed', file: null }, change) : []),
    ...sourcesOf(user.policy, { from: user.file === null ? 'default' : 'user', file: user.file }, change),
  ];
  const own = kindsOf(sources.flatMap(({ kinds }) => kinds));
  const added = projects.flatMap((project) => projectSources(project, change));
  const all = [...sources, ...added].filter(({ kinds }) => kinds.length > 0);
  const required = kindsOf(all.flatMap(({ kinds }) => kinds));
  return {
    name: policyNameOf(required),
    required,
    acts: actsOf([
      ...(waits ? held.acts : []),
      ...user.policy.acts,
      ...projects.flatMap(({ gates, problem }) => (problem === undefined ? (gates.acts ?? []) : gatedActs)),
    ]),
    sources: all,
    waiting: waits ? waiting(user, held) : null,
    ignored: projects.flatMap((project) => ignoredOf(project, own)),
  };
}

/** Whether a pull request could need less under `next` than under `held`. */
export function loosens(next: Policy, held: Policy): boolean {
  if (!includes(next.require, held.require) || !held.acts.every((act) => next.acts.includes(act))) return true;
  return held.rules.some(
    (rule) =>
      !includes(next.require, rule.require) &&
      !next.rules.some((other) => sameMatch(other, rule) && includes(other.require, rule.require)),
  );
}

/** The default holds, and no file mentions it. */
export function isPlainStrict({ name, acts, sources, waiting: waits, ignored }: GatePolicy): boolean {
  if (acts.length < gatedActs.length) return false;
  return name === 'strict' && waits === null && ignored.length === 0 && sources.every(({ from }) => from === 'default');
}

/** The default policy, for callers that know no files. Written out, so that bundles that do not need it leave it out. */
export const defaultGatePolicy: GatePolicy = {
  name: 'strict',
  required: evidenceKinds,
  acts: gatedActs,
  sources: [{ from: 'default', file: null, rule: null, kinds: evidenceKinds }],
  waiting: null,
  ignored: [],
};

function withoutNull({ require, rules, acts }: Policy): GatesConfig {
  return { require, acts, rules: rules.map(({ branch, ...rule }) => ({ ...rule, branch: branch ?? undefined })) };
}

function waiting({ policy, file }: PolicyFacts['user'], held: Policy): WaitingPolicy {
  const before = [held.require, ...held.rules.map((rule) => rule.require)].flat();
  const leavesOut = kindsOf(before).filter((kind) => !policy.require.includes(kind));
  const freed = held.acts.filter((act) => !policy.acts.includes(act));
  return { name: policyNameOf(policy.require), hash: policyHash(policy), file, leavesOut, freed };
}

type Origin = Pick<PolicySource, 'from' | 'file'>;

function sourcesOf({ require, rules }: Policy, origin: Origin, change: PolicyFacts['change']): PolicySource[] {
  const matching = rules.filter((rule) => applies(rule, change));
  return [
    { ...origin, rule: null, kinds: require },
    ...matching.map((rule) => ({ ...origin, rule: matchText(rule), kinds: rule.require })),
  ];
}

/** A project that says nothing about `require` adds nothing, unlike a user's file, whose default is strict. */
function projectSources({ file, gates, problem }: ProjectPolicy, change: PolicyFacts['change']): PolicySource[] {
  const origin = { from: 'project', file } as const;
  if (problem !== undefined) return [{ ...origin, rule: null, kinds: evidenceKinds }];
  return sourcesOf(policyOf({ require: [], ...gates }), origin, change);
}

function ignoredOf({ file, gates, problem }: ProjectPolicy, own: readonly EvidenceKind[]): string[] {
  if (problem !== undefined) return [`${problem}. Until it is corrected, all checks are required`];
  if (gates.require === undefined) return [];
  const kinds = kindsOf(gates.require);
  const addsNothing = includes(own, kinds) && !same(own, kinds);
  const isLooserPreset = typeof gates.require === 'string' && !includes(kinds, own);
  if (!addsNothing && !isLooserPreset) return [];
  return [`${file}: gates.require asks for less, and is ignored: a project can only ask for more`];
}

function applies({ paths, branch }: PolicyRule, change: PolicyFacts['change']): boolean {
  if (change === null) return true;
  if (branch !== null && wholeGlob(branch).test(change.branch)) return true;
  return Object.keys(change.files).some((path) => paths.some((pattern) => matchesPath(pattern, path)));
}

/** A pattern without a slash is for the name of a file in any folder, as in `review.ignore`. */
function matchesPath(pattern: string, path: string): boolean {
  return wholeGlob(pattern).test(pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1));
}

function matchText({ paths, branch }: PolicyRule): string {
  return [...paths, ...(branch === null ? [] : [`branch ${branch}`])].join(', ');
}

function sameMatch(one: PolicyRule, other: PolicyRule): boolean {
  return JSON.stringify([one.paths, one.branch]) === JSON.stringify([other.paths, other.branch]);
}

function kindsOf(required: Requirement): EvidenceKind[] {
  const kinds = typeof required === 'string' ? presets[required] : required;
  return evidenceKinds.filter((kind) => kinds.includes(kind));
}

function includes(kinds: readonly EvidenceKind[], others: readonly EvidenceKind[]): boolean {
  return others.every((kind) => kinds.includes(kind));
}

function same(one: readonly EvidenceKind[], other: readonly EvidenceKind[]): boolean {
  return includes(one, other) && includes(other, one);
}
