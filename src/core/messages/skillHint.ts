// Which skill fits a prompt. A hint for Claude, no more: a wrong one costs a line of its attention.

const hints: readonly { readonly words: RegExp; readonly skill: string; readonly about: string }[] = [
  { words: /\b(?:[Pp]ull requests?|PRs?)\b/, skill: 'pre-pr-verification', about: 'a pull request' },
  {
    words: /\b(?:bugs?|bugfix|fix(?:es|ing)?|broken|crash(?:es|ed|ing)?|regressions?|hotfix)\b/i,
    skill: 'bugfix-workflow',
    about: 'a bug',
  },
  { words: /\b(?:implement\w*|tasks?|features?|refactor\w*)\b/i, skill: 'task-workflow', about: 'a task' },
];

/** Undefined when none fits, or when the prompt is not a person's own words. */
export function skillHint(prompt: string): string | undefined {
  // A message of the party, a notice of the client, a command.
  if (/^\s*(?:\[[A-Z]+|<|\/)/.test(prompt)) return undefined;
  const hint = hints.find(({ words }) => words.test(prompt));
  if (hint === undefined) return undefined;
  return `Party: this reads like ${hint.about}. The skill party:${hint.skill} fits; load it first unless it is loaded already.`;
}
