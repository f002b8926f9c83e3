// The commands that a human may accept as proof: what the question shows, and what the program gets to compare.

import { oneLine } from '../../../core/base/outsideText.ts';
import { commandHash, wholeCommand } from '../../../core/review/commands/commandText.ts';
import type { Readiness } from '../../../core/review/ready/readiness.ts';
import type { ShownCommand } from './evidenceProgram.ts';

export interface WaitingCommand {
  readonly seen: ShownCommand;
  readonly detail: string;
}

export function waitingCommands({ proofs }: Pick<Readiness, 'proofs'>): WaitingCommand[] {
  return proofs.flatMap(({ kind, state, evidence: { command, waitsAt, unusual } }) => {
    if (state !== 'waiting' || command === null || waitsAt === null) return [];
    const seen = { what: kind.replace(/-passed$/, ''), hash: waitsAt, commandHash: commandHash(command) };
    return [
      { seen, detail: [wholeCommand(command), ...(unusual === null ? [] : ['', oneLine(unusual, 400)])].join('\n') },
    ];
  });
}
