// Bundle of what the completion of a shell asks.

export { complete } from '../install/complete.ts';
