// The command that puts `party` on the PATH.

import type { CommandTable } from '../app/editorCommand.ts';
import { installCommandLine } from './installActs.ts';
import type { installContributions } from './installContributions.ts';

export const installCommands = {
  installCommandLine: { needs: 'nothing', run: installCommandLine },
} as const satisfies CommandTable<typeof installContributions>;
