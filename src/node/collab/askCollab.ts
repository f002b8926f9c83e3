// Asks Codex to review the design or a task, and returns a checked verdict. Any other end throws a named error: a
// failure of the infrastructure never counts as a verdict.

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
import { askForVerdict, type VerdictWords } from '../codex/askForVerdict.ts';
import { readCodexModels } from '../codex/codexModel.ts';
import { findReviewerOf } from '../codex/findReviewer.ts';
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
  /** `file` is relative to the project; `text` is empty when the file is gone. */
  readonly design: { readonly file: string; readonly text: string };
  /** Two trees: their difference is exactly what Codex reviews; null for the design. */
  readonly from: string | null;
  readonly tree: string | null;
  /** The files that differ between the two trees; empty for the design. */
  readonly files: readonly string[];
  readonly lines: number;
  readonly patch: string;
  /** The thread to continue; null starts a new one. */
  readonly thread: string | null;
  /** What Codex reported about its models earlier in this session: cachedModelOf(state). */
  readonly cached: CachedModel | null;
  /** All findings of collab on this branch: `review.findings.filter(isCollab)`. The prompt asks about the open ones. */
  readonly findings: readonly LedgerFinding[];
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
  /** For each run of Codex, from the moment when it is its turn. */
  readonly timeoutMs: number;
}

export interface CollabAnswer {
  /** `resolved` holds only keys that Codex was asked about. */
  readonly verdict: CollabVerdict;
  /** The caller keeps it, to continue this thread next time. */
  readonly thread: string;
  /** Null when Codex chose the model itself and did not report it. */
  readonly model: string | null;
  readonly effort: Effort | null;
  /** For the user: what did not go as configured. */
  readonly notes: readonly string[];
  /** The caller keeps it: withCachedModel(state, cached). */
  readonly cached: CachedModel;
}

/** Throws PartyError: AGENT_MISSING, COMMAND_FAILED, TIMEOUT, CANCELLED, LOCK_BUSY, REFUSED (the budget). */
export async function askCollab(machine: Machine, question: CollabQuestion): Promise<CollabAnswer> {
  const { type, files, lines, top, onDoing } = question;
  const { reviewer } = await findReviewerOf(machine, top);
  if (question.cached === null) onDoing('is being asked for its model');
  const { cached, notes } = await models(machine, question, reviewer);
  const settings = await readLocalSettingsFile(top);
  const rule = effortFor({ type, files, lines, newFolders: await newFolders(machine, question) });
  const chosen = choose(rule, settings, cached);
  const answer = await askOn({ machine, question, reviewer, cached, rule }, chosen);
  return { ...answer, notes: [...notes, ...settings.problems, ...chosen.notes, ...answer.notes] };
}

/** Asks Codex only once in a session, even if it gets no answer. */
async function models(
  { env }: Machine,
  { top, cached, signal }: CollabQuestion,
  reviewer: Probe,
): Promise<{ cached: CachedModel; notes: string[] }> {
  if (cached !== null) return { cached, notes: [] };
  const read = await readCodexModels({ env, reviewer, top, signal });
  const at = new Date().toISOString();
  if (read.kind === 'known') return { cached: { ...read.models, at }, notes: [] };
  const notes = [`Codex did not say which model it uses (${read.why}), so it chooses one`];
  return { cached: { model: null, catalogue: {}, at }, notes };
}

/** Folders at the top level of the project that the earlier tree does not have. */
async function newFolders({ env }: Machine, { top, from, files }: CollabQuestion): Promise<string[]> {
  const now = new Set(files.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/'))));
  if (from === null || now.size === 0) return [];
  const listed = await createGit(top, env)
    .text(['ls-tree', '-z', '--name-only', from])
    .catch(() => undefined);
  // The tree cannot be read: then only the size of the change decides the effort.
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

/**
 * Asks again when the thread is gone, and when Codex refuses the model or the effort; once for each, and for no other
 * reason.
 */
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
      // A thread keeps its last model and effort, so it would ask with the same again. With another model, Codex
      // 0.166.0 first lets the old model summarize the thread, and that is the model that was refused. So start a new
      // thread.
      if (refused === 'model' || other.effort === null) thread = undefined;
      choice = { model: other.model, effort: other.effort };
      hasFallenBack = true;
    }
  }
}

/** Undefined when a new thread would not help. */
function newThreadNote(failure: CodexFailure | undefined): string | undefined {
  if (failure === 'thread-lost') return 'Codex no longer has the thread of this session, so it started a new one';
  if (failure !== 'thread-invalid') return undefined;
  return 'codex_session_id of this session is not a thread id, so Codex started a new thread';
}

function refusedBy(failure: CodexFailure | undefined): Refused | undefined {
  if (failure === 'model-refused') return 'model';
  return failure === 'effort-refused' ? 'effort' : undefined;
}

const again = 'reviewCollab';
const words: VerdictWords = {
  keptIn: 'codex_session_id of this session',
  thread: 'the thread of this session',
  newThread: { problem: 'Ask again, or start over', next: [{ act: again }, { act: 'cancelCollab' }] },
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
    again,
    words,
  });
  return { verdict: about(question.type, read.verdict), thread: used, notes: unknownNote(read.unknown) };
}

function promptOf({ type, task, total, design, findings, ...question }: CollabQuestion): string {
  const { from, tree: to, files, lines, patch } = question;
  const change = type === 'design' || from === null || to === null ? null : { from, to, files, lines, patch };
  return collabPrompt({ type, task, total, design, findings, change });
}

/** Codex sets conflicts_with_design even when it reviews the design itself. */
function about(type: CollabQuestion['type'], verdict: CollabVerdict): CollabVerdict {
  if (type === 'task') return verdict;
  return { ...verdict, issues: verdict.issues.map((issue) => ({ ...issue, conflicts_with_design: false })) };
}

function unknownNote(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  return [
    `Codex marked findings as resolved that are not open; this changes nothing: ${oneLine(keys.join(', '), 200)}`,
  ];
}
