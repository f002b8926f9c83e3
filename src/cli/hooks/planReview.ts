// PostToolUse of the tools that edit: a plan that was written is reviewed by Codex, and Claude is told what it says. If
// this breaks, the plan stays unapproved, and Claude is told that, too.

import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { oneLine } from '../../core/outsideText.ts';
import { type PlanOutcome, type ToldClaude, tellFailure, tellOutcome } from '../../core/plan/outcome.ts';
import { planPath } from '../../core/plan/plan.ts';
import type { ToolCall } from '../../core/toolCall.ts';
import { rememberPlan } from '../../node/plan/drift.ts';
import { claimCall, gatedTops } from './gatedTops.ts';
import { type HookContext, observation } from './hook.ts';
import { readToolCall } from './toolCalls.ts';

export async function planReview(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  const given = call.tool_input.file_path;
  if (given === undefined) return undefined;
  const spellings = spellingsOf(resolve(call.cwd, given));
  const tops = gatedTops(context, call, spellings.map(dirname));
  const top = tops.find((one) => spellings.includes(join(one, planPath)));
  if (top === undefined) return undefined;
  const told = await reviewOnce(context, top, call).catch((error) => tellFailure(oneLine(String(error), 400)));
  if (told === undefined) return undefined;
  await context.log('info', oneLine(`plan: ${told.text}`, 300)).catch(() => {});
  return answerOf(told);
}

/** Undefined when another hook does it. */
async function reviewOnce(context: HookContext, top: string, call: ToolCall): Promise<ToldClaude | undefined> {
  if (!(await claimCall(context, 'plan-review', top, call))) return undefined;
  await rememberPlan(context.paths, top);
  return review(context, top);
}

/** As it was given, and where that leads: a plan that is a link is named by the one and written by the other. */
function spellingsOf(path: string): string[] {
  const folder = real(dirname(path));
  return [...new Set([path, join(folder, basename(path)), real(path)])];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** By `party plan review`, which goes on for as long as we do: it ends when its standard input does. */
async function review({ env }: HookContext, top: string): Promise<ToldClaude> {
  const child = spawn(process.execPath, [join(__dirname, 'cli.cjs'), 'plan', 'review', '--attached', '--json'], {
    cwd: top,
    // It is Claude who asks, also where the client does not say so.
    env: { ...env, CLAUDECODE: '1', ...asNode() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code) => done(`party plan review ended with ${code ?? 'a signal'} and said nothing`));
  });
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const outcome = lastJson(stdout) as PlanOutcome | undefined;
  if (outcome?.kind !== undefined) return tellOutcome(outcome);
  const failed = lastJson(stderr) as { error?: { message?: string } } | undefined;
  return tellFailure(oneLine(failed?.error?.message ?? end, 800));
}

/** What the program that is ours printed; anything else is nothing. */
function lastJson(output: string): unknown {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}

function answerOf({ as, text: words }: ToldClaude): object {
  const [first = ''] = words.split('\n');
  const said = { systemMessage: `Party: ${oneLine(first, 400)}` };
  if (as === 'block') return { decision: 'block', reason: `Party: ${words}`, ...said };
  return { ...observation('PostToolUse', words), ...said };
}

/** Inside an editor our own executable is Electron, which is Node only when it is told so. */
function asNode(): NodeJS.ProcessEnv {
  return process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
}
