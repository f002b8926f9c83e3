// Bundle for shell completion.

export { complete } from '../install/complete.ts';
