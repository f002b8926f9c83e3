// The text of `party status`: the agents, the state of the review, what is missing, and the next command.

import type { AgentStatus } from '../agents/agent.ts';
import { shellWord } from '../agents/instructions.ts';
import type { Actor } from '../base/actor.ts';
import { oneLine } from '../base/outsideText.ts';
import { roleLabels } from '../base/role.ts';
import { english } from '../base/translate.ts';
import { budgetText, hasBudget } from '../codex/budgetText.ts';
import { collabWords, hasCollab } from '../collab/collabText.ts';
import { gatelessText, hasPlan, planText } from '../plan/planText.ts';
import type { Review } from '../review/review.ts';
import { hasReview, reviewText, someFiles } from '../review/reviewText.ts';
import { standstillText } from '../review/standstill.ts';
import { bringBackCommand } from '../session/bringBack.ts';
import { type Act, actCommands, humanActs, requestActs } from './actCommands.ts';
import { type ActFacts, awaitedFile } from './actFacts.ts';
import { awaited, awaitedText } from './awaited.ts';
import { nextStep } from './nextActs.ts';
import type { Status } from './status.ts';
import { gatesText } from './statusBar.ts';

export interface StatusTextOptions {
  readonly review?: Review;
  /** The value of PARTY_SESSION. */
  readonly named?: string | undefined;
  /** The reader; a human when omitted. */
  readonly reader?: Actor;
}

export function statusText(facts: ActFacts, { review, named, reader = 'human' }: StatusTextOptions = {}): string {
  const { status: found } = facts;
  const rows = found.session === null ? [] : partyRows(found, found.session);
  if (found.session === null && hasPlan(found)) rows.push(...planRows(found));
  rows.push(...collabRows(found));
  if (found.session !== null) rows.push(['Gates', gatesText(found.gates, english)]);
  const worked = hasReview(found) || hasPlan(found) || hasCollab(found) || hasBudget(found) || isGivenUp(review);
  if (found.session !== null || worked) {
    rows.push(...reviewRows(found, review), ...budgetRows(found), ...nextRows(facts, review, reader));
  }
  const text = rows.map(([label, words]) => `${label.padEnd(width)}${words}\n`).join('');
  return found.session === null ? `${noParty(named)}\n${text}` : text;
}

type Row = [label: string, words: string];

const width = 10;

function noParty(named: string | undefined): string {
  return named
    ? `PARTY_SESSION names ${oneLine(named)}, which is not running`
    : 'No party is running for this project. Start one with: party start';
}

function partyRows(found: Status, { id, cwd }: NonNullable<Status['session']>): Row[] {
  return [
    ['Party', `${id}  ${cwd}`],
    ...found.agents.map((agent): Row => [roleLabels[agent.role], describe(agent)]),
    ...messageRow(found),
    ...planRows(found),
  ];
}

function collabRows(found: Status): Row[] {
  return hasCollab(found) ? [['Collab', collabWords(found, english)]] : [];
}

function budgetRows(found: Status): Row[] {
  return hasBudget(found) ? [['Budget', budgetText(found, english)]] : [];
}

function planRows({ plan }: Status): Row[] {
  const gateless = (plan.gateless ?? []).map((one) => gatelessText(one, english));
  return [
    ['Plan', plan.kind === 'off' ? 'no plan gate' : planText(plan, english)],
    ...gateless.map((text): Row => ['', `gate on, this Claude has no hooks: ${text}`]),
  ];
}

function reviewRows(found: Status, known: Review | undefined): Row[] {
  const { review, gates } = found;
  // The review's own count; the status has the count over all requests to Codex.
  const { used, limit } = known?.budget ?? { used: 0, limit: 0 };
  const rounds = used > 0 ? `, ${used} of ${limit} rounds used` : '';
  return [
    ['Review', `${reviewText(review, english)}${rounds}`],
    ...roundRow(found, known),
    ...givenUpRow(known),
    ...unchangedRow(known),
    ...(review.staleBecause.length > 0 ? [['', someFiles(review.staleBecause, english)] satisfies Row] : []),
    ...(hasReview(found) && !gates.active && gates.missing.length > 0
      ? [['Missing', `${gates.missing.join(', ')}  (party evidence list)`] satisfies Row]
      : []),
  ];
}

/** Why the open round does not continue, or what it waits for. */
function roundRow(found: Status, known: Review | undefined): Row[] {
  const { standstill = null, round } = found.review;
  const what = awaited(found, known);
  if (standstill !== null) return [['', `round ${round}: ${standstillText(standstill, english)}`]];
  return what === undefined ? [] : [['', `round ${round}: ${awaitedText(what, english)}`]];
}

function isGivenUp(known: Review | undefined): boolean {
  return (known?.givenUp ?? null) !== null;
}

function givenUpRow(known: Review | undefined): Row[] {
  const given = known?.givenUp ?? null;
  return given === null ? [] : [['', `round ${given.round} was taken back: ${oneLine(given.reason, 200)}`]];
}

/** Why no review is suggested. */
function unchangedRow(known: Review | undefined): Row[] {
  const change = known?.change ?? null;
  if (change === null || !change.baseKnown || Object.keys(change.files).length > 0) return [];
  const what = change.docsOnly ? 'only files that need no review have' : 'nothing has';
  return [['', `${what} changed since ${change.base.slice(0, 12)}`]];
}

function nextRows(facts: ActFacts, review: Review | undefined, reader: Actor): Row[] {
  const step = nextStep(facts);
  const command = step === undefined ? evidenceCommand(facts.status) : commandFor(step, facts, awaitedFile(review));
  if (command === undefined) return [];
  const isForHuman = step !== undefined && humanActs.has(step) && reader !== 'human';
  return [['Next', isForHuman ? `ask the human for: ${command}` : command]];
}

/** A command that runs here; values that only the reader knows stay as words in capitals. */
function commandFor(step: Act, { status, stopped }: ActFacts, file = 'FILE'): string {
  const { session } = status;
  if (step === 'bringBack') return bringBackCommand(session?.id ?? 'ID');
  if (step === 'continueRun') return actCommands[step].replace('PID', String(stopped ?? 'PID'));
  const withoutPane = requestActs.has(step) && session === null ? ' --headless' : '';
  return `${actCommands[step]}${withoutPane}`.replace('FILE', () => shellWord(oneLine(file, 1000)));
}

/** None before the approval, because the review comes first. */
function evidenceCommand({ review, gates: { missing } }: Status): string | undefined {
  if (review.kind !== 'approved' || missing.length === 0) return undefined;
  return missing.every((kind) => kind === 'pr-verified') ? 'party evidence verify' : 'party evidence list';
}

function messageRow({ messages }: Status): Row[] {
  const returned = messages.filter((message) => message.returned).length;
  const waiting = messages.filter(({ state }) => state === 'written' || state === 'typed').length - returned;
  const unsure = messages.filter(({ state }) => state === 'unsure').length;
  const failed = messages.filter(({ state }) => state === 'failed').length;
  const parts = [
    ...(waiting > 0 ? [`${waiting} on the way`] : []),
    ...(returned > 0 ? [`${returned} taken back into Claude's composer`] : []),
    ...(unsure > 0 ? [`${unsure} unsure`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.length === 0 ? [] : [['Messages', `${parts.join(', ')}  (party message list)`]];
}

function describe(agent: AgentStatus): string {
  const demo = agent.demo ? '  (demo)' : '';
  const pane = agent.pane === null ? '' : `  ${agent.pane}`;
  const state = agent.waitingFor === null ? agent.state : `waiting for you: ${oneLine(agent.waitingFor)}`;
  return `${state}${demo}${pane}`;
}
