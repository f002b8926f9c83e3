// The reviewer reports its findings in one call of its own MCP server. Party writes them to the file that the request
// names and completes the round at once: they need not be loaded. Only a process that descends from the
// reviewer's pane may call this, in a turn that Codex's own record has.

import { join } from 'node:path';
import { refused } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import { limits } from '../../core/findings/finding.ts';
import { readFindings } from '../../core/findings/intake.ts';
import { type FindingsReport, reportDocument, reportProblems } from '../../core/findings/report.ts';
import { hasLine } from '../../core/messages/arrival.ts';
import { saidInTurn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import type { EventOf } from '../../core/project/event.ts';
import { partyOfFindings } from '../../core/review/standstill.ts';
import { readConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { linesOfTurn } from '../codex/codexRollout.ts';
import { projectDirectory, projectTop } from '../project/paths.ts';
import { writeInPlainFolder } from '../system/plainFolder.ts';
import { readSmallFileNow } from '../system/readSmallFile.ts';
import { mustDescendFrom, type PaneMachine } from '../tmux/ownPane.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { type CompletedRound, completeRound } from './completeRound.ts';
import { projectFiles } from './findingsFile.ts';
import { type OpenReview, openReview } from './openReview.ts';
import { isErrand } from './reviewersWord.ts';
import { readFiles } from './snapshotTree.ts';

/** The turn of Codex in which it calls, as Codex names it in the call. */
export interface ReviewersCall {
  readonly thread: string | undefined;
  readonly turn: string | undefined;
}

export interface ReportRequest extends FindingsReport {
  /** The id of the request that it answers. It may be left out while only one is open. */
  readonly request?: string | undefined;
}

/** `messages` are those of the party. Throws with every reason why the report is not accepted. */
export async function reportFindings(
  machine: PaneMachine,
  report: ReportRequest,
  call: ReviewersCall,
  messages: readonly Message[],
): Promise<CompletedRound> {
  const party = await mustDescendFrom(machine, reviewer);
  await mustBeReviewing(machine, party, call, messages);
  const opened = await openReview(machine);
  const open = (await opened.log.state()).openRequests();
  const request = requestOf(
    open.filter(({ file, collab }) => partyOfFindings(file) === party && collab === undefined),
    report.request,
  );
  const text = reportDocument(report);
  await mustBeSound(opened, request, text);
  await writeInPlainFolder(request.file, text);
  return completeRound(machine, request.file, { answer: text, origin: 'mcp' });
}

/**
 * A title helper, a sub-agent and a `codex exec` of Codex descend from its pane too. The reviewer is the thread that
 * Party has typed to.
 */
async function mustBeReviewing(
  { env, cwd, paths }: TmuxMachine,
  party: string,
  { thread, turn }: ReviewersCall,
  messages: readonly Message[],
): Promise<void> {
  const instead = 'Write the findings to the file that the request names instead';
  if (thread === undefined || turn === undefined) {
    throw refused(`The call does not say in which turn of Codex it was made. ${instead}`);
  }
  const prompts = saidInTurn(await linesOfTurn({ home: codexHome(env), thread }, turn), turn);
  const known = await readConversation(projectDirectory(paths, projectTop(cwd)), party, reviewer);
  const shown = messages.some((one) => one.to === reviewer && hasLine(prompts.join('\n'), one));
  if (prompts.length === 0 || (known?.conversation !== thread && !shown)) {
    throw refused(`The call was made in a thread that is not the reviewer's. ${instead}`);
  }
  if (isErrand({ prompts }, messages)) {
    // Codex reads this. Its sandbox cannot run the command that sends the reminder.
    throw refused(
      'In this turn Codex does what Claude has asked for, and such a turn reviews nothing. Tell Claude that the review is still open',
    );
  }
}

function requestOf(open: readonly EventOf<'requested'>[], id: string | undefined): EventOf<'requested'> {
  const named = open.filter(({ request }) => id === undefined || request === id);
  const [request, ...others] = named;
  const names = open.map((one) => one.request).join(', ');
  if (request === undefined) {
    throw refused(open.length === 0 ? 'No review request is open' : `No open request is ${id}. Open: ${names}`);
  }
  if (others.length > 0) throw refused(`Several requests are open. Name the one that you answer: ${names}`);
  return request;
}

async function mustBeSound({ git }: OpenReview, { base }: EventOf<'requested'>, text: string): Promise<void> {
  const intake = readFindings(Buffer.from(text), projectFiles(git.top));
  const files = new Set(intake.findings.filter(({ linked }) => linked).map(({ file }) => file));
  const now = new Map([...files].flatMap((file) => linesNow(join(git.top, file), file)));
  const gone = [...files].filter((file) => !now.has(file) && !/[\n\0]/.test(file));
  const before = base === '' ? new Map<string, Buffer>() : await readFiles(git, base, gone);
  const linesBefore = (file: string) => {
    const content = before.get(file);
    return content && countLines(content);
  };
  const problems = reportProblems(intake, (file) => now.get(file) ?? linesBefore(file));
  if (problems.length > 0) {
    throw refused(`Nothing was recorded. Correct this and report all findings again:\n- ${problems.join('\n- ')}\n`);
  }
}

/** A file that is too large to look at counts as long enough. */
function linesNow(path: string, file: string): [string, number][] {
  const found = readSmallFileNow(path, { largest: limits.bytes, links: 'follow' });
  if (found.kind === 'text') return [[file, countLines(found.bytes)]];
  return found.kind === 'too-large' ? [[file, limits.line]] : [];
}

/** An empty file has a line, too: the editor shows one. */
function countLines(content: Uint8Array): number {
  const breaks = content.reduce((sum, byte) => sum + Number(byte === 0x0a), 0);
  return Math.max(1, content.at(-1) === 0x0a ? breaks : breaks + 1);
}
