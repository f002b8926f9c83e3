// Counts what was done to the programs and what was checked afterwards, and keeps every promise that did not hold.

import type { Random } from '../fuzz/random.ts';

export class Tally {
  injected = 0;
  checked = 0;
  readonly violations: string[] = [];

  /** A promise; `found` says what was there instead. */
  holds(promise: string, isKept: boolean, found: unknown = ''): void {
    this.checked++;
    if (isKept) return;
    const told = typeof found === 'string' ? found : JSON.stringify(found);
    this.violations.push(`after fault ${this.injected}: not kept: ${promise}. ${told}`.trim());
  }
}

/** What a kind of fault works with. */
export interface Scene {
  readonly random: Random;
  /** How many faults. */
  readonly times: number;
  readonly tally: Tally;
}

export interface Fault {
  readonly name: string;
  /** How it is brought about. */
  readonly means: string;
  /** What has to hold after it. */
  readonly promise: string;
  readonly run: (scene: Scene) => Promise<void>;
}
