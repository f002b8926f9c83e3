// What a gate answers: a denial is a problem with its ways out, as an error of Party is.

import { type Reader, type Remark, remarkText, type WayOut } from '../base/remark.ts';

export interface Denial extends Remark {
  /** What the problem consists of, each with its own ways out. */
  readonly parts?: readonly Remark[];
}

/** A gate's decision about a call that concerns it. */
export interface GateVerdict {
  /** What the call would do, in a few words. */
  readonly what: string;
  /** Undefined when the call may run. */
  readonly deny: Denial | undefined;
}

export function deny(problem: string, ...next: readonly WayOut[]): Denial {
  return { problem, next };
}

/** Gates speak to Claude, the author. */
export function denialText({ parts = [], ...remark }: Denial, reader: Reader = 'author'): string {
  return [remarkText(remark, reader), ...parts.map((one) => `- ${remarkText(one, reader)}`)].join('\n');
}

/** The denial of a line that the gate cannot read. */
export function unseen(what: string, detail: string): Denial {
  return deny(
    `Party cannot see ${detail}, so it counts as ${what}. Write the program and its first words literally, without variables or substitutions (values in double quotes are fine)`,
  );
}

export function alsoSay(denial: Denial, sentence: string): Denial {
  return { ...denial, problem: `${denial.problem}. ${sentence}` };
}

/** The gate cannot read all of the line, and denies what it can read for a reason of its own. */
export function unseenAnd({ problem }: Denial, denial: Denial): Denial {
  return { ...denial, problem: `${problem}.\n${denial.problem}` };
}
