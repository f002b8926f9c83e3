// The plan gate: until the plan is approved, Claude may write only the plan and run only what reads. The gate denies
// what it cannot understand. After the approval it still protects the files that record it, which agents may not write.

import { oneLine } from '../../base/outsideText.ts';
import * as z from '../../base/schema.ts';
import { foreignApproval, planFolder, planPath } from '../../plan/plan.ts';
import { type Denial, deny } from '../denial.ts';
import { allowedBash, type BashFacts, refuseBash } from './gateBash.ts';
import { isReader, mayLaunch, mayWriteTo, writtenPath } from './gateCalls.ts';

/** Only the fields that the gate uses; the client may send more. */
export const GatedCall = z.looseObject({
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.unknown()),
  cwd: z.optional(z.string()),
  /** The transcript of the conversation, also for a sub-agent's call. */
  transcript_path: z.optional(z.string()),
});
export type GatedCall = z.infer<typeof GatedCall>;

/** What a path is in the project, after following links. */
export type GatePlace =
  | { readonly kind: 'plan' }
  /** In `.claude/review`, or another path to a file there. */
  | { readonly kind: 'review' }
  /** `.claude/settings*.json`, which could turn the gate off. */
  | { readonly kind: 'settings' }
  | { readonly kind: 'other' }
  /** The gate cannot tell which file would be written. */
  | { readonly kind: 'unclear'; readonly why: string };

export interface GateFacts extends BashFacts {
  readonly top: string;
  readonly approved: boolean;
  /** There is an approval of this plan that was not given on this machine. */
  readonly foreignApproval?: boolean;
  readonly placeOf: (path: string) => GatePlace;
  /** Whether this conversation started the sub-agent; false when unknown. */
  readonly isOwnAgent: (id: string) => boolean;
}

/** Undefined when the call may run. */
export function planGate(call: GatedCall, facts: GateFacts): Denial | undefined {
  if (facts.approved) return denyAfter(call, facts);
  const denial = denyBefore(call, facts);
  if (denial === undefined || facts.foreignApproval !== true) return denial;
  return deny(`${denial.problem}. ${foreignApproval}`, { act: 'approvePlan' });
}

function denyBefore(call: GatedCall, facts: GateFacts): Denial | undefined {
  const { tool_name: tool, tool_input: input } = call;
  if (tool === 'Bash') {
    const why = refuseCommand(input['command'], facts);
    return why === undefined
      ? undefined
      : waiting(`${oneLine(why, 300)}. Allowed: one command at a time, of ${allowedBash}`);
  }
  if (isReader(tool)) return undefined;
  const launch = mayLaunch(tool, input) ?? mayWriteTo(tool, input, facts.isOwnAgent);
  if (launch !== undefined) return launch.refused === undefined ? undefined : waiting(launch.refused);
  const written = writtenPath(tool, input);
  if (written === undefined) return waiting(`Party does not know that ${oneLine(tool)} only reads`);
  if ('refused' in written) return waiting(`${oneLine(tool)}: ${written.refused}`);
  return denyPlace(written.path, facts.placeOf(written.path));
}

function denyPlace(path: string, place: GatePlace): Denial | undefined {
  if (place.kind === 'plan') return undefined;
  if (place.kind === 'review') return ownFiles;
  const shown = oneLine(path, 120);
  return waiting(place.kind === 'unclear' ? `"${shown}": ${place.why}` : `"${shown}" is not ${planPath}`);
}

function refuseCommand(command: unknown, facts: BashFacts): string | undefined {
  return typeof command === 'string' ? refuseBash(command, facts) : 'the command is not text';
}

function denyAfter({ tool_name: tool, tool_input: input }: GatedCall, facts: GateFacts): Denial | undefined {
  // A message to another agent is text, even when it names a file.
  if (isReader(tool) || tool === 'SendMessage') return undefined;
  if (tool === 'Bash') {
    const { command } = input;
    if (typeof command !== 'string') return deny('the command of this call is not text, so it is denied');
    if (refuseBash(command, facts) === undefined) return undefined;
    if (actsForHuman(command)) {
      return deny('only the human approves a plan by hand or turns the gate off: ask for it, and wait');
    }
    return namesOwnFiles(command, facts) ? ownFiles : undefined;
  }
  const written = writtenPath(tool, input);
  // For a known tool only its path counts, because its content may be any text.
  for (const text of texts(written === undefined || 'refused' in written ? input : written.path)) {
    // Paths are short and have one line; other texts are content.
    if (text.length > 4096 || text.includes('\n')) continue;
    const place = facts.placeOf(text);
    if (place.kind === 'review') return ownFiles;
    if (place.kind === 'settings') {
      return deny(`${oneLine(text, 120)} could turn the plan gate off, so an agent must not write it. Ask the human`);
    }
  }
  return undefined;
}

/**
 * Looks for the gate's files in any line: quotes and backslashes may stand between the letters, and the line may start
 * inside the folder. The plan's hash and bash-drift find what hides better.
 */
function namesOwnFiles(command: string, { cwd, top }: GateFacts): boolean {
  const plain = command.replace(/[\\'"]|\$\{?[A-Za-z_]*\}?/g, '');
  const own = `${top}/${planFolder}`;
  return (
    cwd === own ||
    cwd.startsWith(`${own}/`) ||
    /\.claude\/+(?:\.\/+)*review\b|\.claude[^\s;|&]*[*?[{]/.test(plain) ||
    (/\.claude\/*(?:[\s;|&)]|$)/.test(plain) && /\b(?:review|rm|rmdir|mv|unlink|find|rsync|chmod|chown)\b/.test(plain))
  );
}

/** The `party` command refuses agents too, but an agent can hide that it is one. */
function actsForHuman(command: string): boolean {
  return /(?:\bparty\b|cli\.cjs)[^;|&]*\bplan\s+(?:approve|stop)\b/.test(command.replace(/[\\'"]/g, ''));
}

function* texts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 6) {
    for (const one of Object.values(value)) yield* texts(one, depth + 1);
  }
}

const ownFiles = deny(`${planFolder} belongs to Party, and an agent never writes it. A review approves a plan`, {
  act: 'approvePlan',
});

function waiting(why: string): Denial {
  return deny(`the plan is not approved yet, so only ${planPath} may be written and only what reads may run: ${why}`);
}
