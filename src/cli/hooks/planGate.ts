// PreToolUse of every tool, where a plan gate is on: before the plan is approved, Claude can write nothing but the
// plan. A gate: if it breaks, or cannot parse its input, it denies. It acts with or without a party, in every
// permission mode, and for sub-agents too.

import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Denial } from '../../core/gates/denial.ts';
import { inClaudesWords } from '../../core/gates/editorCall.ts';
import { isServed } from '../../core/gates/plan/gateCalls.ts';
import type { OwnProgram } from '../../core/gates/plan/partyLine.ts';
import { planGate as decide, GatedCall } from '../../core/gates/plan/planGate.ts';
import { approvalFile } from '../../core/plan/plan.ts';
import { gatedTop } from '../../node/gates/gatedTop.ts';
import { readGitFacts } from '../../node/gates/gateGitFacts.ts';
import { gatePlace } from '../../node/gates/gatePlaces.ts';
import { detourOf, isOwnProgram } from '../../node/gates/ownPrograms.ts';
import { gitVariable, projectProgram } from '../../node/gates/projectPrograms.ts';
import { isSubAgentOf } from '../../node/gates/subAgents.ts';
import type { ApprovalStanding } from '../../node/plan/readPlan.ts';
import { mayBeThere } from '../../node/system/files.ts';
import { readInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { answer } from './toolCalls.ts';

export async function planGate(context: HookContext): Promise<object | undefined> {
  const { env } = context;
  const input = await readInput();
  const call = readCall(input);
  const said = call instanceof Error ? undefined : call.cwd;
  // The script may have found the gate through a field that this program cannot parse, so it passes the place as an
  // argument.
  const places = [said, context.argument, env['CLAUDE_PROJECT_DIR'], process.cwd()].filter(
    (place) => place !== undefined && place !== '',
  );
  const tops = new Set(places.flatMap((place) => gatedTop(context.paths, place ?? '') ?? []));
  if (tops.size === 0) return undefined;
  if (call instanceof Error) throw call;
  for (const top of tops) {
    const deny = await denyIn(context, call, top);
    if (deny !== undefined) return answer(context, call, { what: oneLine(call.tool_name, 60), deny });
  }
  return undefined;
}

async function denyIn(context: HookContext, call: GatedCall, top: string): Promise<Denial | undefined> {
  const { env } = context;
  const standing = await approvalStanding(context, top);
  const { cwd } = call;
  const place = { top, cwd, home: env['HOME'] };
  return decide(call, {
    top,
    cwd: cwd ?? process.cwd(),
    approved: standing === 'approved',
    foreignApproval: standing === 'foreign',
    mcpReaders: await mcpReaders(call.tool_name, env),
    placeOf: (path) => gatePlace(path, place),
    isOwnAgent: (id) => isSubAgentOf(call.transcript_path, id),
    party: partyFacts(context, place),
    git: () => readGitFacts(cwd ?? process.cwd(), top, env),
    projectProgram: (name) => projectProgram(name, place, env),
    gitVariable: () => gitVariable(place, env),
    ripgrepConfig: isInside(env['RIPGREP_CONFIG_PATH'], cwd ?? process.cwd(), top),
  });
}

/** The id of the party comes from the environment, as for the programs and the server that the call would reach. */
function partyFacts({ env, paths, session }: HookContext, { top, cwd }: { top: string; cwd: string | undefined }) {
  const installed = { env, paths, top, cwd, root: join(__dirname, '..') };
  const machine = { env, paths, cwd: cwd ?? process.cwd() };
  return {
    isOwn: (program: OwnProgram, word: string) => isOwnProgram(program, word, installed),
    detour: () => detourOf(installed),
    isAnswer: async (path: string) =>
      session !== '' && (await import('../hookFacts/questions.ts')).isPlainAnswer(paths, session, path, top),
    isAsked: async (id: string | undefined) =>
      session !== '' && (await import('../hookFacts/questions.ts')).isOpenQuestion(paths, session, id),
    isOwnServer: async () => session !== '' && (await import('../hookFacts/asking.ts')).isPartysClaude(machine),
    doubt: async () =>
      session === '' ? 'This is not a party' : (await import('../hookFacts/asking.ts')).doubt(machine),
  };
}

async function mcpReaders(tool: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  return isServed(tool) ? (await import('../hookFacts/tools.ts')).readMcpReaders(env) : [];
}

/** Without an approval there is none to check or to withdraw. */
async function approvalStanding(context: HookContext, top: string): Promise<ApprovalStanding> {
  if (!(await mayBeThere(join(top, approvalFile)))) return 'none';
  const { settledStanding } = await import('../hookFacts/plan.ts');
  return settledStanding(context, top);
}

/** Strict: the client never sends a byte order mark or bytes that are not UTF-8. */
function readCall(input: Buffer): GatedCall | Error {
  try {
    return GatedCall.parse(
      inClaudesWords(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input))),
    );
  } catch (error) {
    return new Error(`the client's input cannot be parsed: ${messageOf(error)}`);
  }
}

function isInside(path: string | undefined, cwd: string, top: string): boolean {
  if (!path) return false;
  const full = resolve(cwd, path);
  try {
    return realpathSync(full).startsWith(`${top}/`) || full.startsWith(`${top}/`);
  } catch {
    return full.startsWith(`${top}/`);
  }
}
