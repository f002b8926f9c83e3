// The plan gate: until the plan is approved, Claude may write only the plan, run only what reads, and talk to a Codex
// that cannot write either. The gate denies what it cannot understand. After the approval it still protects the files
// that record it, which agents may not write.

import { oneLine } from '../../base/outsideText.ts';
import type { WayOut } from '../../base/remark.ts';
import { reviewer } from '../../base/role.ts';
import * as z from '../../base/schema.ts';
import { foreignApproval, planFolder, planPath } from '../../plan/plan.ts';
import { type Denial, deny } from '../denial.ts';
import { toolAnswer } from './clientTools.ts';
import { allowedBash, type BashFacts, refuseBash } from './gateBash.ts';
import { isNamed, isReader, isServed, mayLaunch, mayWriteTo, writtenPath } from './gateCalls.ts';
import { allowedPartyLines, type OwnProgram, readPartyLine } from './partyLine.ts';
import { type PartyToolAnswer, partyToolAnswer } from './partyTools.ts';

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
  /** The MCP tools that the user lets pass, each as `server/tool`. */
  readonly mcpReaders?: readonly string[];
  readonly placeOf: (path: string) => GatePlace;
  /** Whether this conversation started the sub-agent; false when unknown. */
  readonly isOwnAgent: (id: string) => boolean;
  readonly party: PartyFacts;
}

/** What the gate asks about the party around the call. Outside a party, no answer lets anything pass to Codex. */
export interface PartyFacts {
  /** Whether this word runs that program of the Party that runs this gate. */
  readonly isOwn: (program: OwnProgram, word: string) => boolean;
  /** What would make Party's programs run something of the project, or write there; undefined when nothing would. */
  readonly detour: () => string | undefined;
  /** Whether an open question of Codex names exactly this file for its answer. */
  readonly isAnswer: (path: string) => Promise<boolean>;
  /** Whether this question of Codex is open; without an id, whether any is. */
  readonly isAsked: (id: string | undefined) => Promise<boolean>;
  /** Whether the server `party` is the one that Party gave this Claude. */
  readonly isOwnServer: () => Promise<boolean>;
  /** Why Codex might write code when it is asked; undefined when Party itself has launched it read-only. */
  readonly doubt: () => Promise<string | undefined>;
}

/** Undefined when the call may run. */
export async function planGate(call: GatedCall, facts: GateFacts): Promise<Denial | undefined> {
  if (facts.approved) return denyAfter(call, facts);
  const denial = await denyBefore(call, facts);
  if (denial === undefined || facts.foreignApproval !== true) return denial;
  return deny(`${denial.problem}. ${foreignApproval}`, { act: 'approvePlan' });
}

async function denyBefore(call: GatedCall, facts: GateFacts): Promise<Denial | undefined> {
  const { tool_name: tool, tool_input: input } = call;
  if (tool === 'Bash') return denyLine(input['command'], facts);
  if (isReader(tool)) return undefined;
  const own = partyToolAnswer(tool);
  if (own !== undefined && (await facts.party.isOwnServer())) return denyPartyTool(call, own, facts);
  const named = isNamed(tool, facts.mcpReaders ?? []);
  if (isServed(tool) && !named) return waiting(unnamed(tool));
  const launch = mayLaunch(tool, input) ?? mayWriteTo(tool, input, facts.isOwnAgent);
  if (launch !== undefined) return launch.refused === undefined ? undefined : waiting(launch.refused);
  const written = writtenPath(tool, input);
  if (written === undefined && named) return undefined;
  if (written === undefined) return waiting(refuseTool(tool));
  if ('refused' in written) return waiting(`${oneLine(tool)}: ${written.refused}`);
  const place = facts.placeOf(written.path);
  if (tool === 'Write' && place.kind === 'other' && (await facts.party.isAnswer(written.path))) return undefined;
  return denyPlace(written.path, place);
}

function refuseTool(tool: string): string {
  const answer = toolAnswer(tool);
  if (typeof answer === 'object' && 'denied' in answer) return `${oneLine(tool)}: ${answer.denied}`;
  return `Party does not know that ${oneLine(tool)} only reads. Look with Read, Grep, Glob and Bash; if you need this tool to plan, ask the human`;
}

/** A line of Party's own programs is looked for only when the line is not one that reads. */
async function denyLine(command: unknown, facts: GateFacts): Promise<Denial | undefined> {
  const why = refuseCommand(command, facts);
  if (why === undefined) return undefined;
  const { party } = facts;
  const line = typeof command === 'string' ? readPartyLine(command, party.isOwn) : undefined;
  const refused = line === undefined ? why : 'refused' in line ? line.refused : party.detour();
  if (refused !== undefined) {
    return waiting(`${oneLine(refused, 300)}. Allowed: one command at a time, of ${allowedBash}; ${allowedPartyLines}`);
  }
  if (line === undefined || 'refused' in line) return undefined;
  if (line.does === 'ask') return denyAsking(facts);
  if (line.does === 'read') return undefined;
  if (await party.isAnswer(line.file)) return undefined;
  return waiting(`"${oneLine(line.file, 120)}" is not the file that an open question of Codex names for its answer`);
}

async function denyPartyTool(
  { tool_name: tool, tool_input: { id } }: GatedCall,
  answer: PartyToolAnswer,
  facts: GateFacts,
): Promise<Denial | undefined> {
  if (answer === 'reads') return undefined;
  if (answer !== 'asks' && answer !== 'answers') return waiting(`${tool}: ${answer.denied}`);
  // An answer that no open question waits for would be an order.
  const isAnswer = answer === 'answers' && (await facts.party.isAsked(typeof id === 'string' ? id : undefined));
  return isAnswer ? undefined : denyAsking(facts);
}

async function denyAsking({ party }: GateFacts): Promise<Denial | undefined> {
  const doubt = await party.doubt();
  if (doubt === undefined) return undefined;
  return waiting(
    `${oneLine(doubt, 300)}, so Codex could write code when you ask it. Write the question into ${planPath}, which Codex reads with the next review, or ask the human to let Party launch Codex read-only`,
    { act: 'restartAgent', role: reviewer, by: 'human' },
  );
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
  if (isNamed(tool, facts.mcpReaders ?? []) && writtenPath(tool, input) === undefined) return undefined;
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

function unnamed(tool: string): string {
  return `${oneLine(tool)} is a tool of an MCP server, and those pass only when the human has named them in ~/.tmux-team/config.json: { "plan": { "mcpReaders": ["server/tool"] } }`;
}

function waiting(why: string, ...next: readonly WayOut[]): Denial {
  return deny(
    `the plan is not approved yet, so only ${planPath} may be written and only what reads may run: ${why}`,
    ...next,
  );
}
