// The documented exit codes of every command and script.

export const exits = {
  success: 0,
  error: 1,
  configMissing: 2,
  routing: 3,
  timeout: 4,
  conflict: 5,
  notSubmitted: 6,
} as const;

export type Exit = (typeof exits)[keyof typeof exits];
