// Bundle of the verbs that start a party.

import { programOf } from '../party/program.ts';
import { demo } from '../session/demo.ts';
import { restart } from '../session/restart.ts';
import { restore } from '../session/restore.ts';
import { start } from '../session/start.ts';

export const run = programOf([start, restore, restart, demo]);
