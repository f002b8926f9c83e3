// A command line for the user's own terminal. If the shell does not find `party`, the line has its full path.

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
