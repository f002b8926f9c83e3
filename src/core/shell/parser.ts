// The parser of Bash. For the hooks the build makes a file of its own of it (build.mjs), which is loaded with the first
// line that plainLine.ts leaves to it.

export { parse } from 'unbash';
