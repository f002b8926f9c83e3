// Which lines of Bash write what Party guards. Its own bundle: the gate is called for few lines.

export { denyStateWrite } from '../../core/gates/state/lineWrites.ts';
