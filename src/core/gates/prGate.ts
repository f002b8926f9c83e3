// The gate before a pull request: it requires all evidence for the current code. It denies what it cannot read.

import { messageOf } from '../base/errors.ts';
import { oneLine } from '../base/outsideText.ts';
import { type GatedAct, gatedActNames } from '../project/gatedActs.ts';
import { fittingPass, type Pass } from '../review/pass.ts';
import { couldHide } from '../shell/programs.ts';
import { type AskedHead, type Door, type DoorFacts, denyHead, doorsOf, goesToBase, withDoor } from './acts/doors.ts';
import { denyHeads, denyPlace, type Place, type PullTarget, targetOf, toolTarget } from './acts/pullTarget.ts';
import { denyCompany } from './alone.ts';
import { type BashCall, bashCall } from './bashCall.ts';
import { denyPullRequest, isGateOff } from './decide.ts';
import { alsoSay, type Denial, deny, type GateVerdict, unseen, unseenAnd } from './denial.ts';
import { type GatedReview, gatedReviews, type ReviewFacts } from './gatedReviews.ts';
import { mentionsPullRequests } from './pullRequest.ts';
import { toolAct } from './pullRequestTool.ts';
import { denyOpenTasks, denyUnreadTasks, hasBlockingTasks, type LinkedTask } from './tasks.ts';
import type { ToolCall } from './toolCall.ts';

export interface PrGateFacts extends ReviewFacts, DoorFacts {
  /** The user's home, for `~`; null when unknown. */
  readonly userHome: string | null;
  /** Whether the user requires that tasks made from blocking findings are done first. */
  readonly tasksRequired: () => Promise<boolean>;
  /** The findings of a project that became tasks; throws when they cannot be read. */
  readonly linkedTasks: (top: string) => Promise<readonly LinkedTask[]>;
  /** Whether the user's configuration asks for nothing. Cheap, unlike a look at a project. */
  readonly offWanted: () => Promise<boolean>;
  /** Records that a human's pass is used; false when it is used already. */
  readonly usePass: (top: string, pass: Pass) => Promise<boolean>;
  /** What git and the remotes say about the pull request; `base` is that of the review. */
  readonly placeOf: (top: string, target: PullTarget, base: string) => Promise<Place>;
}

/** Undefined when the call does not concern the gate. */
export async function prGate(call: ToolCall, facts: PrGateFacts): Promise<GateVerdict | undefined> {
  const { tool_name: tool, cwd } = call;
  const looking: Looking = { ...facts, relied: new Map(), off: new Set(), freed: new Set() };
  const found = toolAct(tool, call.tool_input);
  if (found !== undefined) {
    const door: Door = { ...found, places: [cwd], known: true };
    if (found.act === 'push-base' && !(await goesToBase(door, facts, cwd))) return undefined;
    const denial = await denyAt(cwd, [cwd], { ...found, byTool: true, target: toolTarget(call.tool_input) }, looking);
    return concluded(tool, denial && withDoor(denial, door), looking);
  }
  const bash = bashCall(call, facts.userHome);
  if (bash === undefined) return undefined;
  const doors = await doorsOf(bash.line, facts, cwd);
  if (doors.length === 0 && !couldHide(bash.line, bash.command, mentionsPullRequests)) return undefined;
  return concluded(gatedActNames[doors[0]?.act ?? 'pr-create'], await denyLine(cwd, bash, doors, looking), looking);
}

/** The facts, and what the gate has found so far. */
interface Looking extends PrGateFacts {
  /** By project: the passes without which the call would be denied. */
  readonly relied: Map<string, Pass>;
  /** The projects in which nothing is required. */
  readonly off: Set<string>;
  /** The acts that the user has taken out of the gate. */
  readonly freed: Set<GatedAct>;
}

/** Uses the passes only when nothing else denies the call. */
async function concluded(what: string, denial: Denial | undefined, { relied, off, usePass }: Looking) {
  if (denial !== undefined) return { what, deny: denial };
  const notes: string[] = off.size > 0 ? ['the gate is off'] : [];
  for (const [top, pass] of relied) {
    if (!(await usePass(top, pass))) return { what, deny: deny(usedUp, { act: 'letThrough' }) };
    notes.push(`a human let it through: ${oneLine(pass.reason, 160)}`);
  }
  return { what: [what, ...notes].join('; '), deny: undefined };
}

const usedUp = 'The pass for this pull request is used already; it was for one';

const pullRequest = gatedActNames['pr-create'];

async function denyLine(
  cwd: string,
  { line }: BashCall,
  doors: readonly Door[],
  facts: Looking,
): Promise<Denial | undefined> {
  const [first] = doors;
  if (first === undefined) return unlessOff(cwd, unseen(pullRequest, 'all that this line runs'), facts);
  for (const door of doors) {
    const { places, known, invocation } = door;
    if (places === null) return unlessOff(cwd, unseen('another project', 'in which directory gh runs'), facts);
    const reason = await denyAt(cwd, places, { ...door, target: invocation ? targetOf(invocation) : {} }, facts);
    if (reason === undefined) continue;
    return known ? withDoor(reason, door) : unseenAnd(unseenProgram, reason);
  }
  if (doors.every(({ act }) => facts.freed.has(act))) return undefined;
  const judged = new Set(doors.flatMap(({ invocation }) => invocation ?? []));
  const company = denyCompany(line, judged, first.act);
  return company && unlessOff(cwd, first.known ? withDoor(company, first) : unseenProgram, facts);
}

const unseenProgram = alsoSay(
  unseen(pullRequest, 'which program this line runs'),
  'A script from elsewhere: save it to a file, look at it, and run the file in a second call',
);

/** A gate that is off does not deny what it cannot read either. */
async function unlessOff(cwd: string, denial: Denial, facts: Looking): Promise<Denial | undefined> {
  if (!(await facts.offWanted())) return denial;
  const reviews = await gatedReviews(cwd, [], facts);
  if (!reviews.every(({ review }) => isGateOff(review))) return denial;
  for (const { top } of reviews) facts.off.add(top);
  return undefined;
}

/** What the call asks for, and where it would happen on the server. */
interface Asked extends AskedHead {
  readonly target: PullTarget;
}

async function denyAt(
  cwd: string,
  places: readonly string[],
  asked: Asked,
  facts: Looking,
): Promise<Denial | undefined> {
  for (const gated of await gatedReviews(cwd, places, facts)) {
    const { top, review } = gated;
    if (!review.policy.acts.includes(asked.act)) {
      facts.freed.add(asked.act);
      continue;
    }
    if (isGateOff(review)) {
      facts.off.add(top);
      continue;
    }
    const unready = denyPullRequest(review) ?? (await denyTasks(gated, facts));
    const pass = unready && fittingPass(review.passes, review.change);
    // A pass replaces evidence. It does not make a pull request of something else.
    const still = pass === undefined ? unready : denyPullRequest(review, { passed: true });
    const reason = still ?? denyHead(asked, review.change?.branch) ?? (await denyTarget(gated, asked, facts));
    if (reason !== undefined) return reason;
    if (pass !== undefined) facts.relied.set(top, pass);
  }
  return undefined;
}

async function denyTasks({ top, review }: GatedReview, facts: PrGateFacts): Promise<Denial | undefined> {
  if (!hasBlockingTasks(review) || review.change?.docsOnly === true) return undefined;
  if (!(await facts.tasksRequired())) return undefined;
  try {
    return denyOpenTasks(await facts.linkedTasks(top));
  } catch (error) {
    return denyUnreadTasks(messageOf(error));
  }
}

/** Only now, because it asks the remotes. */
async function denyTarget({ top, review: { change } }: GatedReview, { act, target }: Asked, facts: Looking) {
  if (change === null || act === 'push-base' || act === 'status') return undefined;
  // An existing pull request knows where it goes.
  if (act !== 'pr-create') return denyHeads(await facts.placeOf(top, {}, change.base));
  if (target.base === null || target.repo === null) {
    const what = target.base === null ? 'into which branch' : 'into which repository';
    return unseen('another pull request than the reviewed one', `${what} this one goes`);
  }
  return denyPlace(await facts.placeOf(top, target, change.base), change);
}
