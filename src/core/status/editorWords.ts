// Refusals for the editor. The program's messages name commands to type; here each becomes the editor command that does
// the same.

const words: readonly (readonly [typed: RegExp, clicked: string])[] = [
  [/: codex-ran is missing/g, ''],
  [/Codex has written \S+\. Read it/g, 'Codex has written its findings. Read them'],
  [/When Codex has written \S+: tmux-codex\.sh --review-complete \S+/g, 'When Codex has written them: Complete Review'],
  [/tmux-codex\.sh --review-complete \S+/g, 'Complete Review'],
  [/tmux-codex\.sh --review --delta/g, 'Request Review'],
  [/(?:\. )?To review against something else: --review BASE/g, ''],
  [
    /: talk to the human\. The human lets it go on with: party review request --beyond REASON/g,
    '. To go on: Request Review',
  ],
  [/tmux-codex\.sh --review/g, 'Request Review'],
  [/party review nudge/g, 'Nudge Codex'],
  [/tmux-codex\.sh --approve --targeted REASON/g, 'Approve Targeted…'],
  [/party findings triage KEY fixed/g, 'Mark Fixed'],
  [/party findings triage KEY rejected --reason TEXT/g, 'Reject…'],
  [/ See it with: party collab status\./g, ''],
  [/party collab start/g, 'Collab: Start…'],
  [/party collab resume/g, 'Collab: Resume'],
  [/party collab cancel/g, 'Collab: Cancel'],
  [/--design takes/g, 'Collab takes'],
  [/in: party findings list/g, 'in the Findings view'],
  [/The human lets it go on with: party budget renew --reason TEXT/g, 'To go on: Budget: Renew…'],
  [/party budget renew --reason TEXT/g, 'Budget: Renew…'],
  [/Run them with: (party evidence run \w+) -- CMD/g, 'In a terminal: $1 -- and the command that runs them'],
];

export function editorWords(refusal: string): string {
  return words.reduce((text, [typed, clicked]) => text.replace(typed, clicked), refusal);
}
