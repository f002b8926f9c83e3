// What an agent is told about the party at its launch. The texts name the scripts by their full path: the folder they
// lie in is known only then.

/** Below the resources, in the order in which they are read. Together they are one argument in one call of tmux. */
export const instructionFiles = {
  claude: ['claude/rules/CLAUDE.md', 'claude/rules/execution-core.md', 'claude/rules/autonomous-flow.md'],
  codex: ['codex/AGENTS.md'],
} as const;

/** `{{resources}}/x.sh` becomes a word that can be given to a shell as it is. */
export function fillInstructions(text: string, resources: string): string {
  return text.replace(/\{\{resources\}\}([\w./-]*)/g, (_, path: string) => shellWord(resources + path));
}

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
