// The reading half of `party plan`: its state, its versions, and what changed between them.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type Reader, wayText } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import { foreignWays, usedUpWays } from '../../core/plan/outcome.ts';
import { type PlanState, type PlanVerdict, planFolder, planPath, snapshotFile } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { planReasons, planText, versionText } from '../../core/plan/planText.ts';
import { gatelessClaudes } from '../../node/gates/gatelessClaudes.ts';
import { keepGate } from '../../node/plan/keepGate.ts';
import { planProject } from '../../node/plan/planActs.ts';
import { readPlan } from '../../node/plan/readPlan.ts';
import { run } from '../../node/system/exec.ts';
import { gitEnvironment } from '../../node/system/git.ts';
import type { Cli } from '../party/cli.ts';

export async function showPlanStatus(cli: Cli): Promise<number> {
  const { top } = planProject(cli);
  const found = await readPlan(cli.paths, top);
  if (found.gateFileGone) await keepGate(cli.paths, top);
  const state = { ...found, gateless: await gatelessClaudes(cli.env, top) };
  const reasons = planReasons(state, english);
  const width = Math.max(0, ...reasons.map(({ name }) => name.length));
  cli.print({
    json: { top, plan: planStatus(state), ...withNulls(state) },
    text: [
      `Plan: ${planText(planStatus(state), english)}`,
      ...reasons.map(({ name, value }) => `  ${`${name}:`.padEnd(width + 2)}${value}`),
      ...versionRows(state),
      ...wayOn(state, cli.reader).map(cli.named),
      '',
    ].join('\n'),
  });
  return exits.success;
}

/** After a killed review, nothing reviews the plan until a person asks for it. */
function wayOn(state: PlanState, reader: Reader): string[] {
  const { kind, hash } = planStatus(state);
  // The lines above already say why the plan cannot be reviewed or approved.
  if (hash === null || state.problem !== undefined || state.missingHeadings.length > 0) return [];
  if (kind === 'needs-human') return usedUpWays.map((way) => wayText(way, reader));
  if (state.foreignApproval) return foreignWays.map((way) => wayText(way, reader));
  return kind === 'none' || kind === 'stale' ? [wayText({ act: 'reviewPlan' }, reader)] : [];
}

export async function showHistory(cli: Cli): Promise<number> {
  const { top, log } = planProject(cli);
  const state = await readPlan(cli.paths, top);
  const events = (await log.state()).planEvents();
  const rows = events.map(({ at, what, version, actor, reason }) => {
    const why = reason === undefined ? '' : `: ${oneLine(reason, 200)}`;
    return `  ${at}  ${what}${version > 0 ? ` v${version}` : ''} by ${actor}${why}`;
  });
  cli.print({
    json: { versions: state.versions.map((one) => ({ ...one, verdict: one.verdict ?? null })), events },
    text: [
      ...(state.versions.length === 0 ? ['No version has been reviewed'] : ['Versions', ...versionRows(state)]),
      ...(rows.length === 0 ? [] : ['Events', ...rows]),
      '',
    ].join('\n'),
  });
  return exits.success;
}

/** Without operands: what the newest version changed. With one version: what has changed since. */
export async function showDiff(cli: Cli, operands: readonly string[]): Promise<number> {
  const { top } = planProject(cli);
  const { versions } = await readPlan(cli.paths, top);
  const [last, ...earlier] = versions.map(({ version }) => String(version)).reverse();
  const [from, to] =
    operands.length > 0
      ? [operands[0], operands[1] ?? 'now']
      : earlier[0] === undefined
        ? [last, 'now']
        : [earlier[0], last];
  if (from === undefined || to === undefined) {
    throw new PartyError('REFUSED', 'No version of the plan has been reviewed, so there is nothing to compare');
  }
  const files = [fileOf(top, from), fileOf(top, to)];
  const diff = await compare(cli.env, top, files);
  cli.print({ json: { from, to, files, diff }, text: diff === '' ? 'The two versions are the same\n' : diff });
  return exits.success;
}

export function noteRow({ line, severity, text }: PlanVerdict['notes'][number]): string {
  return `  ${planPath}${line === null ? '' : `:${line}`}  ${severity}: ${oneLine(text, 300)}`;
}

function versionRows(state: PlanState): string[] {
  return state.versions.map((one) => `  v${one.version}  ${versionText(state, one, english)}`);
}

function fileOf(top: string, version: string): string {
  const file =
    version === 'now' ? planPath : /^v?\d+$/.test(version) ? snapshotFile(Number(version.replace('v', ''))) : '';
  if (file !== '' && existsSync(join(top, file))) return file;
  throw new PartyError('USAGE', `There is no version ${version} of the plan. See them with: party plan history`);
}

/**
 * Runs git in the folder of the versions, so that it shows short names. It sees no repository, whose configuration
 * could name filters and other programs to run.
 */
async function compare(env: NodeJS.ProcessEnv, top: string, files: readonly string[]): Promise<string> {
  const cwd = join(top, planFolder);
  const names = files.map((file) => relative(cwd, join(top, file)));
  const off = ['-c', 'core.fsmonitor=false', '--no-pager'];
  const plain = ['--no-index', '--no-color', '--no-ext-diff', '--no-textconv', '--'];
  const result = await run('git', [...off, 'diff', ...plain, ...names], {
    timeoutMs: 30_000,
    cwd,
    env: { ...gitEnvironment(env), GIT_DIR: '/dev/null' },
  });
  if (result.missing) throw new PartyError('COMMAND_FAILED', 'git was not found; comparing needs it. Install git');
  if (result.exitCode === 0 || result.exitCode === 1) return result.stdout;
  throw new PartyError('COMMAND_FAILED', `git diff: ${oneLine(result.stderr, 200)}`);
}

/** JSON drops undefined values. A null tells the reader that Party knows the field and that it has no value. */
function withNulls({ hash, problem, approval, approvalProblem, versions, ...rest }: PlanState) {
  return {
    ...rest,
    hash: hash ?? null,
    problem: problem ?? null,
    approval: approval ?? null,
    approvalProblem: approvalProblem ?? null,
    versions: versions.map((one) => ({ ...one, verdict: one.verdict ?? null })),
  };
}
