// Bundle of the verbs that need little more than tmux.

import { programOf } from '../party/program.ts';
import { attach } from '../session/attach.ts';
import { check } from '../session/check.ts';
import { layout } from '../session/layout.ts';
import { add, init, list, remove, update } from '../session/registry.ts';
import { sessions } from '../session/sessions.ts';
import { stop } from '../session/stop.ts';

export const run = programOf([stop, sessions, attach, check, layout, init, add, update, remove, list]);
