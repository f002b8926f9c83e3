// Asks Codex about the design or about a task, and answers with a verdict that was checked. Whatever else comes of it is
// an error with its name: infrastructure, never a verdict.

import type { Probe } from '../../core/agents/agent.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type CodexFailure, codexFailureOf } from '../../core/codex/codexFailure.ts';
import type { CollabVerdict } from '../../core/collab/collab.ts';
import type { CachedModel } from '../../core/collab/model/cachedModel.ts';
import { type Effort, effortFor } from '../../core/collab/model/effort.ts';
import { type Choice, choose, fallback, type Refused, withRefusal } from '../../core/collab/model/modelChoice.ts';
import { askedFindings, collabPrompt } from '../../core/collab/prompt.ts';
import { collabVerdictSchema, readCollabVerdict } from '../../core/collab/verdict.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { askForVerdict } from '../codex/askForVerdict.ts';
import { readCodexModels } from '../codex/codexModel.ts';
import { findUsersReviewer } from '../codex/findReviewer.ts';
import type { Machine } from '../project/machine.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { createGit } from '../system/git.ts';
import { readLocalSettingsFile } from './localSettingsFile.ts';

export interface CollabQuestion {
  readonly type: 'design' | 'task';
  /** From 1; null for the design. */
  readonly task: number | null;
  readonly total: number | null;
  /** The top level of the project. */
  readonly top: string;
  /** Relative to the project; an empty text when it is not there any more. */
  readonly design: { readonly file: string; readonly text: string };
  /** Two trees between which git shows what is to be reviewed, and nothing else; null for the design. */
  readonly from: string | null;
  readonly tree: string | null;
  /** What differs between them; nothing for the design. */
  readonly files: readonly string[];
  readonly lines: number;
  readonly patch: string;
  /** To go on with; null begins a new one. */
  readonly thread: string | null;
  /** What Codex said about its models earlier in this session: cachedModelOf(state). */
  readonly cached: CachedModel | null;
  /** All that collab has found on this branch: `review.findings.filter(isCollab)`. What is open is asked about. */
  readonly findings: readonly LedgerFinding[];
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
  /** Of each run of Codex, from when it is its turn. */
  readonly timeoutMs: number;
}

export interface CollabAnswer {
  /** `resolved` holds only keys that Codex was asked about. */
  readonly verdict: CollabVerdict;
  /** To go on with next time; keep it. */
  readonly thread: string;
  /** Null when Codex chose and did not say. */
  readonly model: string | null;
  readonly effort: Effort | null;
  /** What was not as asked for, for the human. */
  readonly notes: readonly string[];
  /** Keep it: withCachedModel(state, cached). */
  readonly cached: CachedModel;
}

/** Throws PartyError: AGENT_MISSING, COMMAND_FAILED, TIMEOUT, CANCELLED, LOCK_BUSY, REFUSED (the budget). */
export async function askCollab(machine: Machine, question: CollabQuestion): Promise<CollabAnswer> {
  const { type, files, lines, top, onDoing } = question;
  const reviewer = await findUsersReviewer(machine);
  if (question.cached === null) onDoing('is asked for its model');
  const { cached, notes } = await models(machine, question, reviewer);
  const settings = await readLocalSettingsFile(top);
  const rule = effortFor({ type, files, lines, newFolders: await newFolders(machine, question) });
  const chosen = choose(rule, settings, cached);
  const answer = await askOn({ machine, question, reviewer, cached, rule }, chosen);
  return { ...answer, notes: [...notes, ...settings.problems, ...chosen.notes, ...answer.notes] };
}

/** Asked once in a session, whatever it says. */
async function models(
  { env }: Machine,
  { top, cached, signal }: CollabQuestion,
  reviewer: Probe,
): Promise<{ cached: CachedModel; notes: string[] }> {
  if (cached !== null) return { cached, notes: [] };
  const read = await readCodexModels({ env, reviewer, top, signal });
  const at = new Date().toISOString();
  if (read.kind === 'known') return { cached: { ...read.models, at }, notes: [] };
  const notes = [`Codex did not say which model it uses (${read.why}), so it chooses one itself`];
  return { cached: { model: null, catalogue: {}, at }, notes };
}

/** At the top level, where the tree before had none of that name. */
async function newFolders({ env }: Machine, { top, from, files }: CollabQuestion): Promise<string[]> {
  const now = new Set(files.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/'))));
  if (from === null || now.size === 0) return [];
  const listed = await createGit(top, env)
    .text(['ls-tree', '-z', '--name-only', from])
    .catch(() => undefined);
  // A tree that cannot be read tells nothing; how much changed is then what counts.
  if (listed === undefined) return [];
  const before = new Set(listed.split('\0'));
  return [...now].filter((folder) => !before.has(folder));
}

interface Asking {
  readonly machine: Machine;
  readonly question: CollabQuestion;
  readonly reviewer: Probe;
  readonly cached: CachedModel;
  readonly rule: Effort;
}

/** Again when the thread is gone, and when Codex refuses the model or the effort; each once, and for nothing else. */
async function askOn(asking: Asking, first: Choice): Promise<CollabAnswer> {
  const notes: string[] = [];
  let thread = asking.question.thread ?? undefined;
  let { cached } = asking;
  let choice: Choice = { model: first.model, effort: first.effort };
  let hasFallenBack = false;
  for (;;) {
    try {
      const answer = await ask(asking, choice, thread);
      return { ...answer, ...choice, notes: [...notes, ...answer.notes], cached };
    } catch (error) {
      const failure = codexFailureOf(error);
      const lost = newThreadNote(failure);
      if (lost !== undefined) {
        notes.push(lost);
        thread = undefined;
        continue;
      }
      const refused = refusedBy(failure);
      if (hasFallenBack || refused === undefined) throw error;
      const other = fallback(refused, choice, asking.rule, cached);
      cached = withRefusal(refused, choice, cached);
      notes.push(...other.notes);
      // A thread remembers what it was last asked with: it would ask with the same again, and of another model first
      // has the old one sum up what was said, which is the one that was refused (Codex 0.166.0).
      if (refused === 'model' || other.effort === null) thread = undefined;
      choice = { model: other.model, effort: other.effort };
      hasFallenBack = true;
    }
  }
}

/** Undefined when a new thread would not help. */
function newThreadNote(failure: CodexFailure | undefined): string | undefined {
  if (failure === 'thread-lost') return 'Codex no longer has the thread of this session, so it began a new one';
  if (failure !== 'thread-invalid') return undefined;
  return 'codex_session_id of this session is not the id of a thread, so Codex began a new one';
}

function refusedBy(failure: CodexFailure | undefined): Refused | undefined {
  if (failure === 'model-refused') return 'model';
  return failure === 'effort-refused' ? 'effort' : undefined;
}

const again = 'party collab review';
const words = {
  again,
  keptIn: 'codex_session_id of this session',
  thread: 'the thread of this session',
  newThread: `Ask again: ${again}; or begin anew: party collab cancel, party collab start`,
};

async function ask(
  { machine: { env, paths }, question, reviewer }: Asking,
  { model, effort }: Choice,
  thread: string | undefined,
): Promise<Pick<CollabAnswer, 'verdict' | 'thread' | 'notes'>> {
  const { top, signal, onDoing, timeoutMs, findings } = question;
  const asked = askedFindings(findings).map(({ key }) => key);
  const { read, thread: used } = await askForVerdict({
    loop: 'collab',
    log: openProjectLog(paths, top),
    env,
    reviewer,
    top,
    prompt: promptOf(question),
    schema: collabVerdictSchema,
    thread,
    read: (answer) => readCollabVerdict(answer, asked),
    model: model ?? undefined,
    effort: effort ?? undefined,
    timeoutMs,
    signal,
    onDoing,
    words,
  });
  return { verdict: about(question.type, read.verdict), thread: used, notes: unknownNote(read.unknown) };
}

function promptOf({ type, task, total, design, findings, ...question }: CollabQuestion): string {
  const { from, tree: to, files, lines, patch } = question;
  const change = type === 'design' || from === null || to === null ? null : { from, to, files, lines, patch };
  return collabPrompt({ type, task, total, design, findings, change });
}

/** A design does not contradict itself. */
function about(type: CollabQuestion['type'], verdict: CollabVerdict): CollabVerdict {
  if (type === 'task') return verdict;
  return { ...verdict, issues: verdict.issues.map((issue) => ({ ...issue, conflicts_with_design: false })) };
}

function unknownNote(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  return [`Codex calls resolved what is not open, which changes nothing: ${oneLine(keys.join(', '), 200)}`];
}
