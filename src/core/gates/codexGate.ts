// The gate before calls of Codex. A review request needs the critics' verdicts on the current code, and an approval
// needs a review by Codex. The gate denies what it cannot read.

import { couldHide } from '../shell/programs.ts';
import { scriptsWritten } from './acts/inScripts.ts';
import { denyPanes, type PaneFacts } from './acts/panes.ts';
import { type BashCall, bashCall } from './bashCall.ts';
import { type CodexCall, codexCalls, mentionsReviews } from './codexCalls.ts';
import { denyCodexCall } from './decide.ts';
import { type Denial, deny, type GateVerdict, unseen, unseenAnd } from './denial.ts';
import { gatedReviews, type ReviewFacts } from './gatedReviews.ts';
import { denyForgery } from './ownHooks.ts';
import type { ToolCall } from './toolCall.ts';
import { withoutQuotes } from './words.ts';

export interface CodexGateFacts extends ReviewFacts, PaneFacts {
  /** The user's home, for `~`; null when unknown. */
  readonly userHome: string | null;
  /** The folder in which Party keeps its projects. */
  readonly partyHome: string;
  /** Why the line may not run, when it would write what Party guards: state/lineWrites.ts. */
  readonly stateWrite: (bash: BashCall, cwd: string) => Promise<Denial | undefined>;
}

/** Undefined when the call does not concern the gate. */
export async function codexGate(call: ToolCall, facts: CodexGateFacts): Promise<GateVerdict | undefined> {
  const bash = bashCall(call, facts.userHome);
  if (bash === undefined) return undefined;
  const { command, line } = bash;
  const forgery = denyForgery(line, facts.partyHome);
  if (forgery !== undefined) return { what: 'evidence that no program earned', deny: forgery };
  const scripts = scriptsWritten(line, call.cwd);
  for (const one of [bash, ...scripts]) {
    const written = await facts.stateWrite(one, call.cwd);
    if (written !== undefined) return { what: "a change of Party's own files", deny: written };
  }
  if (hidesAgent(command)) {
    return {
      what: 'an act for the human',
      deny: deny('Only the human may do this, and an agent may not hide that it is one: ask for it, and wait'),
    };
  }
  const panes = denyPanes(
    [line, ...scripts.map((one) => one.line)].flatMap(({ invocations, helpers }) => [...invocations, ...helpers]),
    facts,
  );
  if (panes !== undefined) return { what: 'keys for another pane', deny: panes };
  const found = callsIn(bash);
  if (found.length > 0) return judgeCalls(call.cwd, found, facts);
  if (!couldHide(line, command, mentionsReviews)) return undefined;
  return { what: script, deny: unseen(script, 'what this line runs') };
}

/** The `party` command refuses agents by the variables that their clients set. A line that takes these away is no error. */
function hidesAgent(command: string): boolean {
  const plain = withoutQuotes(command);
  const hidden = plain.search(
    /CLAUDECODE|CODEX_(?:THREAD|SANDBOX)|\benv\s+(?:\S+\s+)*?-(?:i\b|-ignore-environment\b|\s)/,
  );
  // What follows a verb that agents may use is its text, which may speak of anything.
  return hidden >= 0 && (forHumans.test(plain) || installing.test(plain) || recording.test(plain.slice(hidden)));
}

/** Calls of the program that only a human may make. */
const forHumans =
  /(?:\bparty\b|\btmux-team\b|cli\.cjs)[^;|&\n]*\s(?:plan\s+(?:approve|stop|start)|gates\s+(?:pass|policy)|evidence\s+accept|log\s+anchor|budget\s+renew|collab\s+\w+|--beyond)\b/;

/** As the verb alone: many other texts speak of installing. */
const installing = /(?:\bparty|\btmux-team|cli\.cjs)\s+(?:-\S+\s+)*(?:un)?install\b/;

/** Calls that record who made them: an agent that hides would speak as the human. `party pm` looks at the pane itself. */
const recording =
  /(?:\bparty\b|\btmux-team\b|tmux-codex\.sh|cli\.cjs)[^;|&\n]*\s(?:findings\s+(?:reply|triage|task)|review\s+(?:request|complete|approve|re-review|needs-discussion|nudge)|evidence\s+run|plan\s+review|talk|message|--(?:prompt|review|approve|respond))\b/;

const script = 'a call of tmux-codex.sh';

interface FoundCall {
  readonly call: CodexCall;
  readonly places: readonly string[] | null;
  /** False when only the shell can tell which program it is. */
  readonly known: boolean;
}

function callsIn({ line }: BashCall): FoundCall[] {
  return [...line.invocations, ...line.helpers].flatMap((invocation) => {
    const { words, places } = invocation;
    const known = words[0]?.value != null || words[0]?.tail !== '';
    return codexCalls(invocation).map((call) => ({ call, places, known }));
  });
}

async function judgeCalls(cwd: string, found: readonly FoundCall[], facts: CodexGateFacts): Promise<GateVerdict> {
  const seen = new Set<string>();
  for (const { call, places, known } of found) {
    const key = `${call} ${places?.join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const what = known ? call : `${call}, perhaps`;
    if (places === null) return { what, deny: unseen('one that is not ready', `in which directory "${call}" runs`) };
    for (const { review } of await gatedReviews(cwd, places, facts)) {
      const reason = denyCodexCall(review, call);
      if (reason === undefined) continue;
      const deny = known ? reason : unseenAnd(unseen(script, 'which program this line runs'), reason);
      return { what, deny };
    }
  }
  return { what: found.map(({ call }) => call).join(', '), deny: undefined };
}
