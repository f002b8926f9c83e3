// What `party status` tells a person: who is there, where the review stands, what is missing, and the next command.

import type { AgentStatus } from '../agents/agent.ts';
import { shellWord } from '../agents/instructions.ts';
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
import { type ActFacts, actCommands, awaitedFile, nextStep } from './nextActs.ts';
import type { Status } from './status.ts';
import { gatesText } from './statusBar.ts';

export interface StatusDetails {
  readonly review?: Review;
  /** What PARTY_SESSION says. */
  readonly named?: string | undefined;
}

export function statusText(facts: ActFacts, { review, named }: StatusDetails = {}): string {
  const { status: found } = facts;
  const rows = found.session === null ? [] : partyRows(found, found.session);
  if (found.session === null && hasPlan(found)) rows.push(...planRows(found));
  rows.push(...collabRows(found));
  if (found.session !== null) rows.push(['Gates', gatesText(found.gates, english)]);
  const worked = hasReview(found) || hasPlan(found) || hasCollab(found) || hasBudget(found) || isGivenUp(review);
  if (found.session !== null || worked) {
    rows.push(...reviewRows(found, review), ...budgetRows(found), ...nextRows(facts, review));
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
  // Its own: the status has those of all loops.
  const { used, limit } = known?.budget ?? { used: 0, limit: 0 };
  const rounds = used > 0 ? `, ${used} of ${limit} rounds used` : '';
  return [
    ['Review', `${reviewText(review, english)}${rounds}`],
    ...standstillRow(review),
    ...givenUpRow(known),
    ...(review.staleBecause.length > 0 ? [['', someFiles(review.staleBecause, english)] satisfies Row] : []),
    ...(hasReview(found) && !gates.active && gates.missing.length > 0
      ? [['Missing', `${gates.missing.join(', ')}  (party evidence list)`] satisfies Row]
      : []),
  ];
}

function standstillRow({ standstill = null, round }: Status['review']): Row[] {
  return standstill === null ? [] : [['', `round ${round}: ${standstillText(standstill, english)}`]];
}

function isGivenUp(known: Review | undefined): boolean {
  return (known?.givenUp ?? null) !== null;
}

function givenUpRow(known: Review | undefined): Row[] {
  const given = known?.givenUp ?? null;
  return given === null ? [] : [['', `round ${given.round} was taken back: ${oneLine(given.reason, 200)}`]];
}

function nextRows(facts: ActFacts, review: Review | undefined): Row[] {
  const next = nextCommand(facts, awaitedFile(review));
  return next === undefined ? [] : [['Next', next]];
}

/** None while others have the next word. */
function nextCommand(facts: ActFacts, file = 'FILE'): string | undefined {
  const step = nextStep(facts);
  const { review, gates, session } = facts.status;
  if (step === 'bringBack') return bringBackCommand(session?.id ?? 'ID');
  if (step !== undefined) return actCommands[step].replace('FILE', () => shellWord(oneLine(file, 1000)));
  const { missing } = gates;
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
