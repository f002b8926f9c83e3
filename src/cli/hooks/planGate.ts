// PreToolUse of every tool, where a plan gate is on: nothing but the plan is written before it is approved. A gate: if it
// breaks, or does not understand what it is told, it denies. With or without a party, in every mode, for sub-agents too.

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { oneLine } from '../../core/base/outsideText.ts';
import { planGate as decide, GatedCall } from '../../core/gates/plan/planGate.ts';
import { gatedTop } from '../../node/gates/gatedTop.ts';
import { readGitFacts } from '../../node/gates/gateGitFacts.ts';
import { gatePlace } from '../../node/gates/gatePlaces.ts';
import { isSubAgentOf } from '../../node/gates/subAgents.ts';
import { isApproved } from '../../node/plan/readPlan.ts';
import { withdrawPlan } from '../../node/plan/withdrawPlan.ts';
import { answer, type HookContext } from './hook.ts';

export async function planGate(context: HookContext): Promise<object | undefined> {
  const { env } = context;
  const input = await buffer(process.stdin);
  const call = readCall(input);
  const said = call instanceof Error ? undefined : call.cwd;
  // The script may have found the gate by words that are not understood here.
  const places = [said, context.argument, env['CLAUDE_PROJECT_DIR'], process.cwd()].filter(
    (place) => place !== undefined && place !== '',
  );
  const tops = new Set(places.flatMap((place) => gatedTop(place ?? '') ?? []));
  if (tops.size === 0) return undefined;
  if (call instanceof Error) throw call;
  for (const top of tops) {
    const reason = await refuse(context, call, top);
    if (reason !== undefined) return answer(context, { what: oneLine(call.tool_name, 60), deny: reason });
  }
  return undefined;
}

const patienceMs = 2000;

async function refuse({ env, paths }: HookContext, call: GatedCall, top: string): Promise<string | undefined> {
  // Whoever notices takes it away. Whether that works has no say in the decision, and somebody may hold the log.
  await Promise.race([withdrawPlan({ env, paths }, top).catch(() => {}), delay(patienceMs)]);
  const { cwd } = call;
  const place = { top, cwd, home: env['HOME'] };
  const decision = decide(call, {
    top,
    cwd: cwd ?? process.cwd(),
    approved: await isApproved(top),
    placeOf: (path) => gatePlace(path, place),
    isOwnAgent: (id) => isSubAgentOf(call.transcript_path, id),
    git: () => readGitFacts(cwd ?? process.cwd(), top, env),
    ripgrepConfig: isInside(env['RIPGREP_CONFIG_PATH'], cwd ?? process.cwd(), top),
  });
  return decision.allow ? undefined : decision.reason;
}

/** Strictly: a mark in front of it, or bytes that are no text, is not what the client sends. */
function readCall(input: Buffer): GatedCall | Error {
  try {
    return GatedCall.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)));
  } catch (error) {
    return new Error(
      `what the client says is not understood: ${error instanceof Error ? error.message : String(error)}`,
    );
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
