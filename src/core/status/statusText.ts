// The text of `party status`: the agents, the state of the review, what is missing, and the next command.

import type { AgentStatus } from '../agents/agent.ts';
import { isLimited, limitDetails, stateAndLimit } from '../agents/agentText.ts';
import { type OfferedAct, requestActs, wordsOf } from '../base/acts.ts';
import { oneLine } from '../base/outsideText.ts';
import { commandLine, type Reader, remarkText } from '../base/remark.ts';
import { roleLabels } from '../base/role.ts';
import { english } from '../base/translate.ts';
import { budgetText, hasBudget, tokensText } from '../codex/budgetText.ts';
import { collabWords, hasCollab } from '../collab/collabText.ts';
import { isMessageOnItsWay } from '../messages/messageTrouble.ts';
import { gatelessText, hasPlan, planText } from '../plan/planText.ts';
import { brokenLogText } from '../project/chain.ts';
import { arrivedReason } from '../review/arrivals/arrivedText.ts';
import { ranText } from '../review/evidenceWays.ts';
import { passText, policyLines } from '../review/policyText.ts';
import type { Review } from '../review/review.ts';
import { hasReview, reviewText, someFiles } from '../review/reviewText.ts';
import { standstillText } from '../review/standstill.ts';
import { agentToInstall, agentToRestart, endedPartyText } from '../session/bringBack.ts';
import { installCommand, notInstalled } from '../session/casting.ts';
import { type ActFacts, awaitedRound } from './actFacts.ts';
import { awaited, awaitedText } from './awaited.ts';
import { gatesText } from './gatesText.ts';
import { nextStep } from './nextActs.ts';
import type { Status } from './status.ts';

export interface StatusTextOptions {
  readonly review?: Review;
  /** The value of PARTY_SESSION. */
  readonly named?: string | undefined;
  /** A human when omitted. */
  readonly reader?: Reader;
}

export function statusText(facts: ActFacts, { review, named, reader = 'human' }: StatusTextOptions = {}): string {
  const { status: found } = facts;
  const rows = found.session === null ? [] : partyRows(found, found.session, facts.now);
  if (found.session === null && hasPlan(found)) rows.push(...planRows(found));
  rows.push(...collabRows(found));
  if (found.session !== null) rows.push(['Gates', gatesText(found.gates, english)]);
  rows.push(...policyRows(found, reader));
  const worked = hasReview(found) || hasPlan(found) || hasCollab(found) || hasBudget(found) || isGivenUp(review);
  if (found.session !== null || worked || commandRows(review, reader).length > 0) {
    rows.push(
      ...reviewRows(found, review, reader),
      ...budgetRows(found, reader),
      ...tokenRows(found),
      ...nextRows(facts, review, reader),
    );
  }
  rows.push(...logRows(found));
  const text = rows.map(([label, words]) => `${label.padEnd(width)}${words}\n`).join('');
  return found.session === null ? `${noParty(named, found.ended, facts.now)}\n${text}` : text;
}

type Row = [label: string, words: string];

const width = 10;

function noParty(named: string | undefined, ended: Status['ended'], now = Date.now()): string {
  if (named) return `PARTY_SESSION names ${oneLine(named)}, which is not running`;
  const start = 'No party is running for this project. Start one with: party start';
  if (ended === undefined || !ended.restorable) return start;
  return `${start}\n${oneLine(endedPartyText(ended, now, english), 300)}. Bring it back with: party restore`;
}

function partyRows(found: Status, { id, cwd }: NonNullable<Status['session']>, now = Date.now()): Row[] {
  return [
    ['Party', `${id}  ${cwd}`],
    ...found.agents.map((agent): Row => [roleLabels[agent.role], describe(agent, now)]),
    ...messageRow(found),
    ...planRows(found),
  ];
}

function collabRows(found: Status): Row[] {
  return hasCollab(found) ? [['Collab', collabWords(found, english)]] : [];
}

function budgetRows(found: Status, reader: Reader): Row[] {
  return hasBudget(found) ? [['Budget', remarkText(budgetText(found, english), reader)]] : [];
}

/** Of the conversations in the panes: what `codex exec` has used is in the budget. */
function tokenRows({ agents }: Status): Row[] {
  const text = tokensText(agents, english);
  return text === undefined ? [] : [['Tokens', text]];
}

/** Silent about the default. */
function policyRows({ gates: { policy, passes = [] } }: Status, reader: Reader): Row[] {
  const last = passes.at(-1);
  const lines = policy === undefined ? [] : policyLines(policy, english, reader);
  const texts = [...lines, ...(last === undefined ? [] : [passText(last, english)])];
  return texts.map((text, index): Row => [index === 0 ? 'Policy' : '', oneLine(text, 300)]);
}

const mostLogRows = 3;

function logRows({ log }: Status): Row[] {
  if (log === undefined) return [];
  const named = log.problems.slice(0, mostLogRows).map((text) => oneLine(text, 200));
  const more = log.problems.length > named.length ? [`and ${log.problems.length - named.length} more`] : [];
  const end = log.broken ? brokenLogText : 'See: party log check';
  return [...named, ...more, end].map((text, index): Row => [index === 0 ? 'Log' : '', text]);
}

function planRows({ plan }: Status): Row[] {
  const gateless = (plan.gateless ?? []).map((one) => gatelessText(one, english));
  return [
    ['Plan', plan.kind === 'off' ? 'no plan gate' : planText(plan, english)],
    ...gateless.map((text): Row => ['', `gate on, this Claude has no hooks: ${text}`]),
  ];
}

function reviewRows(found: Status, known: Review | undefined, reader: Reader): Row[] {
  const { review, gates } = found;
  // The review's own count; the status has the count over all requests to Codex.
  const { used, limit } = known?.budget ?? { used: 0, limit: 0 };
  const rounds = used > 0 ? `, ${used} of ${limit} rounds used` : '';
  return [
    ['Review', `${reviewText(review, english)}${rounds}`],
    ...roundRow(found, known, reader),
    ...givenUpRow(known),
    ...unchangedRow(known),
    ...filteredRow(known),
    ...(review.staleBecause.length > 0 ? [['', someFiles(review.staleBecause, english)] satisfies Row] : []),
    ...commandRows(known, reader),
    ...(hasReview(found) && !gates.active && gates.missing.length > 0
      ? [['Missing', `${gates.missing.join(', ')}  (party evidence list)`] satisfies Row]
      : []),
  ];
}

/** Why the open round does not continue, or what it waits for. */
function roundRow(found: Status, known: Review | undefined, reader: Reader): Row[] {
  const { standstill = null, round } = found.review;
  const { arrived } = found.review;
  if (arrived !== undefined) return [['', `round ${round}: ${arrivedReason(arrived, english)}`]];
  const what = awaited(found, known);
  if (standstill !== null) return [['', `round ${round}: ${standstillText(standstill, english)}`]];
  return what === undefined ? [] : [['', `round ${round}: ${remarkText(awaitedText(what, english), reader)}`]];
}

function isGivenUp(known: Review | undefined): boolean {
  return (known?.givenUp ?? null) !== null;
}

function givenUpRow(known: Review | undefined): Row[] {
  const given = known?.givenUp ?? null;
  return given === null ? [] : [['', `round ${given.round} was withdrawn: ${oneLine(given.reason, 200)}`]];
}

/** Which commands the evidence for the current code comes from, and what a human could accept. */
function commandRows(known: Review | undefined, reader: Reader): Row[] {
  const hash = known?.change?.hash ?? null;
  if (known === undefined || hash === null) return [];
  return (['tests-passed', 'checks-passed'] as const).flatMap((kind): Row[] => {
    const evidence = known.evidence[kind];
    const name = kind === 'tests-passed' ? 'Tests' : 'Checks';
    const ran = evidence.hash === hash ? ranText(evidence) : null;
    if (ran !== null) return [[name, ran]];
    if (evidence.waitsAt !== hash || evidence.note === null) return [];
    return [[name, remarkText({ problem: oneLine(evidence.note, 400), next: [{ act: 'acceptEvidence' }] }, reader)]];
  });
}

function filteredRow(known: Review | undefined): Row[] {
  const change = known?.change ?? null;
  if (change === null || change.filtered.length === 0) return [];
  return [['', `git commits other bytes than those on disk: ${someFiles(change.filtered, english)}`]];
}

/** Why no review is suggested. */
function unchangedRow(known: Review | undefined): Row[] {
  const change = known?.change ?? null;
  if (change === null || !change.baseKnown || Object.keys(change.files).length > 0) return [];
  const what = change.docsOnly ? 'only files that need no review have changed' : 'no changes';
  return [['', `${what} since ${change.base.slice(0, 7)}`]];
}

function nextRows(facts: ActFacts, review: Review | undefined, reader: Reader): Row[] {
  const step = nextStep(facts);
  const file = awaitedRound(review)?.file;
  const command = step === undefined ? evidenceCommand(facts.status) : commandFor(step, facts, file);
  if (command === undefined) return [];
  const missing = step === 'restartAgent' ? agentToInstall(facts.status) : undefined;
  const install = missing === undefined ? '' : `${installCommand(missing)} && `;
  const isForHuman = missing !== undefined || (step !== undefined && wordsOf(step).isForHuman === true);
  return [['Next', `${isForHuman && reader !== 'human' ? 'ask the human for: ' : ''}${install}${command}`]];
}

/** A command that runs here; values that only the reader knows stay as words in capitals. */
function commandFor(act: OfferedAct, { status, stopped: pid }: ActFacts, file?: string): string {
  const { session } = status;
  const role = agentToRestart(status);
  const withoutPane = requestActs.has(act) && session === null ? ' --headless' : '';
  const known = {
    ...(file && { file }),
    ...(session && { id: session.id }),
    ...(pid !== undefined && { pid }),
    ...(role && { role }),
  };
  return `${commandLine({ act, ...known })}${withoutPane}`;
}

/** None before the approval, because the review comes first. */
function evidenceCommand({ review, gates: { missing } }: Status): string | undefined {
  if (review.kind !== 'approved' || missing.length === 0) return undefined;
  return missing.every((kind) => kind === 'pr-verified') ? 'party evidence verify' : 'party evidence list';
}

function messageRow({ messages }: Status): Row[] {
  const returned = messages.filter((message) => message.returned).length;
  const held = messages.filter(({ state }) => state === 'held').length;
  const waiting = messages.filter(isMessageOnItsWay).length - returned - held;
  const unsure = messages.filter(({ state }) => state === 'unsure').length;
  const failed = messages.filter(({ state }) => state === 'failed').length;
  const parts = [
    ...(waiting > 0 ? [`${waiting} in transit`] : []),
    ...(held > 0 ? [`${held} held`] : []),
    ...(returned > 0 ? [`${returned} back in Claude's input box`] : []),
    ...(unsure > 0 ? [`${unsure} unsure`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.length === 0 ? [] : [['Messages', `${parts.join(', ')}  (party message list)`]];
}

function describe(agent: AgentStatus, now: number): string {
  const demo = agent.demo ? '  (demo)' : '';
  const pane = agent.pane === null ? '' : `  ${agent.pane}`;
  const details = isLimited(agent, now) ? limitDetails(agent, english) : missingDetails(agent);
  const why = details.map((text) => `: ${text}`);
  return `${stateAndLimit(agent, english, now)}${demo}${pane}${why.join('')}`;
}

function missingDetails({ role, missing }: AgentStatus): string[] {
  return missing && role !== 'shell' ? [notInstalled(role)] : [];
}
