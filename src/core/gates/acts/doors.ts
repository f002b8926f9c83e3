// The gated acts of a whole line: of its programs, and of the scripts that these run.

import { oneLine } from '../../base/outsideText.ts';
import { gatedActNames } from '../../project/gatedActs.ts';
import { type Invocation, readShellLine, type ShellLine } from '../../shell/programs.ts';
import { type Denial, deny } from '../denial.ts';
import { runsHiddenCode } from '../inside.ts';
import { actsCarried, actsInOrder, type FoundAct } from './actsOf.ts';
import { placesOf } from './checkouts.ts';
import { gitAlias } from './gitAlias.ts';
import { actsInScripts, type ReadScript } from './inScripts.ts';

export interface Door extends FoundAct {
  /** The directories it happens in; null when unknown. */
  readonly places: readonly string[] | null;
  /** False when only the shell can tell which program it is, or what code it runs. */
  readonly known: boolean;
  /** Undefined for an act inside a script. */
  readonly invocation?: Invocation;
  /** The script that does it. */
  readonly script?: string;
}

export interface PushBranches {
  /** Null when it may be any branch. */
  readonly current: string | null;
  readonly bases: readonly string[];
}

export interface DoorFacts {
  readonly readScript: ReadScript;
  /** Where a push without names goes, and the names of the base branch. Asked about pushes only. */
  readonly branchesOf: (directory: string) => Promise<PushBranches>;
  /** The text of an alias of git; undefined when it is none. Asked about verbs that git does not know. */
  readonly aliasOf: (directory: string, name: string) => Promise<string | undefined>;
}

export async function doorsOf(line: ShellLine, facts: DoorFacts, cwd: string): Promise<Door[]> {
  const own = [...actsInOrder(line.invocations), ...actsInOrder(line.helpers)].map(({ found, invocation }) => {
    const known = invocation.words[0]?.value != null && !runsHiddenCode(invocation);
    return { ...found, places: placesOf(invocation), known, invocation };
  });
  const run = { ...line, invocations: [...line.invocations, ...line.helpers] };
  const inside = actsInScripts(run, facts.readScript, cwd).map((found) => ({
    ...found,
    places: [found.place],
    known: true,
  }));
  const doors: Door[] = [];
  const carried = [...line.carried, ...(await aliased(line, facts, cwd))].flatMap((invocation) =>
    actsCarried(invocation).map((found) => ({ ...found, places: invocation.places ?? [cwd], known: true, invocation })),
  );
  for (const door of [...own, ...inside, ...carried]) {
    if (!('to' in door)) doors.push(door);
    else if (await goesToBase(door, facts, cwd)) doors.push({ ...door, places: door.places ?? [cwd] });
  }
  return doors;
}

/** What git's aliases stand for. Git knows some of them only from its configuration. */
async function aliased(line: ShellLine, { aliasOf }: DoorFacts, cwd: string): Promise<Invocation[]> {
  const found: Invocation[] = [];
  const seen = new Set<string>();
  const open = [...line.invocations];
  for (let one = open.shift(); one !== undefined && seen.size < mostAliases; one = open.shift()) {
    const called = gitAlias(one);
    const [place = cwd] = placesOf(one) ?? [];
    if (called === undefined || seen.has(called.name)) continue;
    seen.add(called.name);
    const text = await aliasOf(place, called.name);
    if (text === undefined) continue;
    const read = text.startsWith('!') ? text.slice(1) : `git ${text}`;
    const { invocations } = readShellLine(`${read}${called.more}`, { cwd: place, home: null });
    found.push(...invocations);
    open.push(...invocations);
  }
  return found;
}

const mostAliases = 6;

export async function goesToBase({ to, places }: Door, { branchesOf }: DoorFacts, cwd: string): Promise<boolean> {
  if (to === null) return true;
  for (const place of places ?? [cwd]) {
    const { current, bases } = await branchesOf(place);
    const branch = to ?? current;
    if (branch === null || bases.includes(branch)) return true;
  }
  return false;
}

/** The denial of a pull request, in words for another act or for a script. */
export function withDoor(denial: Denial, { act, script, head }: Door): Denial {
  const contains = head === null ? 'may contain' : 'contains';
  const where = script === undefined ? '' : `The script ${oneLine(script, 60)} ${contains} ${gatedActNames[act]}. `;
  const why = act === 'pr-create' ? '' : `${capital(gatedActNames[act])} needs what a pull request needs. `;
  return { ...denial, problem: `${where}${why}${denial.problem}` };
}

/** What is asked for, and whether an MCP tool does it, which cannot do what a program can. */
export interface AskedHead extends FoundAct {
  readonly byTool?: boolean;
}

/** The review covered only the checked-out branch. */
export function denyHead(asked: AskedHead, branch: string | null | undefined): Denial | undefined {
  const { head, act, to } = asked;
  if (act === 'push-base' && head === '') {
    return deny(
      `This would delete ${to == null ? 'the base branch' : oneLine(to, 60)} on the server. Ask the human for it`,
    );
  }
  if (head === undefined || head === branch) return undefined;
  return deny(`Only the current branch (${branch ?? ''}) was reviewed; ${otherWay(asked)}`);
}

function otherWay({ act, head, byTool = false }: AskedHead): string {
  if (act === 'push-base') {
    return byTool
      ? 'push what is checked out with Bash instead: git push REMOTE HEAD:BRANCH'
      : 'push only what is checked out, as HEAD:BRANCH';
  }
  if (act === 'pr-merge' || act === 'pr-ready') {
    return byTool
      ? `use Bash instead, without a number, so that it is the pull request of this branch: gh pr ${act.slice(3)}`
      : 'leave the number out, so that it is the pull request of this branch';
  }
  return head === null ? 'write its name literally, or use gh pr create' : 'leave the other head out';
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
