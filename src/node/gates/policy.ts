// Reads which evidence a pull request needs: the user's configuration, what a human confirmed of it, and the project's
// file as it is now and as it was at the base of the change.

import { actorOf } from '../../core/base/actor.ts';
import { messageOf } from '../../core/base/errors.ts';
import { parseConfig } from '../../core/config/config.ts';
import { evidenceKinds } from '../../core/project/evidenceKinds.ts';
import { gatedActs } from '../../core/project/gatedActs.ts';
import {
  decidePolicy,
  type GatePolicy,
  type GatesConfig,
  loosens,
  type Policy,
  type PolicyFacts,
  type ProjectPolicy,
  policyHash,
  policyOf,
} from '../../core/review/policy.ts';
import { loadUserConfig, projectFile, readProjectGates, userConfigFile } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { openUserLog, type ProjectLog } from '../project/projectLog.ts';
import { type Git, GitFailed } from '../system/git.ts';

/** Null for an unknown change, for example outside a repository. */
export interface PolicyQuestion {
  readonly gates: GatesConfig;
  readonly change: (NonNullable<PolicyFacts['change']> & { readonly base: string }) | null;
}

export async function readPolicy(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  git: Git,
  question: PolicyQuestion,
): Promise<GatePolicy> {
  const { gates, change } = question;
  const isSilent = gates.require === undefined && gates.rules === undefined && gates.acts === undefined;
  const user = { policy: policyOf(gates), file: isSilent ? null : (userConfigFile(env) ?? null) };
  const [confirmed, project] = await Promise.all([
    confirmedPolicy({ env, paths }, user.policy),
    projectPolicy(projectFile, () => readProjectGates(git.top)),
  ]);
  const facts = { user, confirmed, change };
  const found = decidePolicy({ ...facts, projects: project });
  const isWhole = found.required.length === evidenceKinds.length && found.acts.length === gatedActs.length;
  if (isWhole || change === null) return found;
  // The change under review must not remove what the project required before it.
  const before = await projectPolicy(`${projectFile} of the base`, () => gatesAtBase(git, change.base));
  const isNews = JSON.stringify(before[0]?.gates) !== JSON.stringify(project[0]?.gates);
  return isNews ? decidePolicy({ ...facts, projects: [...project, ...before] }) : found;
}

/** Whether the user's file says so, confirmed or not. */
export async function asksForNothing(env: NodeJS.ProcessEnv): Promise<boolean> {
  return policyOf((await loadUserConfig(env)).gates).require.length === 0;
}

/** A confirmation counts only for the policy whose hash it names. */
export async function heldPolicy(log: ProjectLog): Promise<Policy | null> {
  const { policy: found } = await log.state();
  if (found === undefined) return null;
  const policy = { ...found.policy, acts: found.policy.acts ?? gatedActs };
  return policyHash(policy) === found.hash ? policy : null;
}

export function recorded({ require, rules, acts }: Policy) {
  const list = rules.map((rule) => ({ ...rule, paths: [...rule.paths], require: [...rule.require] }));
  return { require: [...require], rules: list, acts: [...acts] };
}

/** Null when nothing was confirmed, or when that cannot be read: then everything is required. */
async function confirmedPolicy(machine: Pick<Machine, 'env' | 'paths'>, next: Policy): Promise<Policy | null> {
  try {
    const log = openUserLog(machine.paths);
    const held = await heldPolicy(log);
    if (held === null || loosens(next, held) || policyHash(held) === policyHash(next)) return held;
    await noteTightening(machine, next).catch(() => {});
    return next;
  } catch {
    return null;
  }
}

/** The user asks for more than was confirmed. From now on that holds: an agent cannot go back to the old policy. */
async function noteTightening({ env, paths }: Pick<Machine, 'env' | 'paths'>, next: Policy): Promise<void> {
  const log = openUserLog(paths);
  await log.transaction(async () => {
    const held = await heldPolicy(log);
    const hash = policyHash(next);
    if (held === null || loosens(next, held) || policyHash(held) === hash) return;
    await log.append({ event: 'policy', actor: actorOf(env), what: 'tightened', hash, policy: recorded(next) });
  });
}

async function projectPolicy(file: string, read: () => Promise<GatesConfig | undefined>): Promise<ProjectPolicy[]> {
  try {
    const gates = await read();
    return gates === undefined ? [] : [{ file, gates }];
  } catch (error) {
    return [{ file, gates: {}, problem: messageOf(error) }];
  }
}

async function gatesAtBase(git: Git, base: string): Promise<GatesConfig | undefined> {
  try {
    const text = await git.text(['cat-file', 'blob', `${base}:${projectFile}`]);
    return parseConfig(text, `${projectFile} of the base`).gates;
  } catch (error) {
    // The base has no such file.
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}
