// Bundle of the verbs that put Party into the user's home and shell.

import { completion } from '../install/completion.ts';
import { install } from '../install/install.ts';
import { uninstall } from '../install/uninstall.ts';
import { programOf } from '../party/program.ts';

export const run = programOf([install, uninstall, completion]);
