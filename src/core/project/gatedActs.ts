// The acts that need the evidence for the current code, like a pull request: `gates.acts` in the user's configuration.

export const gatedActs = ['pr-create', 'pr-ready', 'pr-merge', 'push-base', 'status'] as const;
export type GatedAct = (typeof gatedActs)[number];

/** What a denial and the log call each. */
export const gatedActNames: Readonly<Record<GatedAct, string>> = {
  'pr-create': 'a pull request',
  'pr-ready': 'making a pull request ready',
  'pr-merge': 'the merge of a pull request',
  'push-base': 'a push to the base branch',
  status: 'a commit status',
};
