// A command line for the user's own terminal. Where a shell does not find `party`, its path stands for it.

import { join } from 'node:path';
import { shellWord } from '../../core/base/shellWord.ts';
import { partyPaths } from '../../node/project/paths.ts';
import { currentLink } from '../../node/system/installation.ts';
import { findProgram } from '../../node/system/installHint.ts';

export function typedCommand(command: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!programs.test(command) || findProgram('party', env['PATH'] ?? '') !== undefined) return command;
  const program = join(currentLink(partyPaths(env)), 'resources', 'bin', 'party');
  return command.replace(programs, (_, before: string) => `${before}${shellWord(program)} `);
}

/** As the program of the line, perhaps after a variable. */
const programs = /^((?:\w+=\S* )*)party /;
