// Which lines of Bash write what Party guards. It is its own bundle, because the gate looks at few lines.

export { denyStateWrite } from '../../core/gates/state/lineWrites.ts';
