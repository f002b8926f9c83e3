import type { TmuxMachine } from '../../tmux/tmuxMachine.ts';

/** What `party doctor` examines. */
export interface DoctorMachine extends Pick<TmuxMachine, 'env' | 'paths' | 'tmux'> {
  /** Undefined when the current directory has been removed. */
  readonly cwd: string | undefined;
  /** The top directory of the project; undefined like `cwd`. */
  readonly top: string | undefined;
  /** The folder of this installation: holds `dist/` and `resources/`. */
  readonly root: string;
}
