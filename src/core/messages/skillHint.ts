// Which skill fits a prompt. It is only a hint for Claude: a wrong one costs one line of context.

interface Hint {
  /** Each word, with the pattern of what may follow it. skill-eval.sh uses these words too. */
  readonly words: Readonly<Record<string, string>>;
  /** Case-sensitive, because skill-eval.sh also finds parts of words, and `pr` is part of many. */
  readonly asWritten: boolean;
  readonly skill: string;
  readonly about: string;
}

export const skillHints: readonly Hint[] = [
  {
    words: { 'Pull request': 's?', 'pull request': 's?', PR: 's?' },
    ...{ asWritten: true, skill: 'pre-pr-verification', about: 'a pull request' },
  },
  {
    words: {
      ...{ bug: '(?:s|fix)?', fix: '(?:es|ing)?', broken: '', crash: '(?:es|ed|ing)?', regression: 's?', hotfix: '' },
    },
    ...{ asWritten: false, skill: 'bugfix-workflow', about: 'a bug' },
  },
  {
    words: { implement: '\\w*', task: 's?', feature: 's?', refactor: '\\w*' },
    ...{ asWritten: false, skill: 'task-workflow', about: 'a task' },
  },
];

function isAbout(prompt: string, { words, asWritten }: Hint): boolean {
  const forms = Object.entries(words).map(([word, ending]) => `${word}${ending}`);
  return new RegExp(`\\b(?:${forms.join('|')})\\b`, asWritten ? '' : 'i').test(prompt);
}

/** Undefined when no skill fits, or when the prompt is not the user's own words. */
export function skillHint(prompt: string): string | undefined {
  // A message of the party, a notice of the client, or a command.
  if (/^\s*(?:\[[A-Z]+|<|\/)/.test(prompt)) return undefined;
  const hint = skillHints.find((one) => isAbout(prompt, one));
  if (hint === undefined) return undefined;
  return `Party: this looks like ${hint.about}. Load the skill party:${hint.skill} first, unless it is already loaded.`;
}
