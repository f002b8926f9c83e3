// The parser of Bash. For the hooks the build puts it into a separate file (build.mjs), which is loaded with the first
// line that plainLine.ts leaves to it.

export { parse } from 'unbash';
