// A machine on which Party talks to tmux.

import type { Machine } from '../project/machine.ts';
import type { Tmux } from './tmux.ts';

export interface TmuxMachine extends Machine {
  readonly tmux: Tmux;
}
