// The words that git itself knows: its options before the verb, and its verbs.

/** Options before the verb that take the next word. */
export const gitOptions: readonly string[] = [
  ...['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env', '--exec-path', '--attr-source'],
  '--super-prefix',
];

/** What is none of these is an alias, or a program of its own: `git review` runs git-review. */
export const gitVerbs: ReadonlySet<string> = new Set(
  `add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree
  config count-objects credential daemon describe diagnose diff diff-files diff-index diff-tree difftool fast-export
  fast-import fetch fetch-pack filter-branch filter-repo fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc
  get-tar-commit-id grep gui hash-object help hook http-push index-pack init instaweb interpret-trailers lfs log
  ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-tree mergetool
  mktag mktree multi-pack-index mv name-rev notes pack-objects pack-refs patch-id prune prune-packed pull push range-diff
  read-tree rebase receive-pack reflog refs remote repack replace replay request-pull rerere reset restore rev-list
  rev-parse revert rm send-email send-pack shortlog show show-branch show-index show-ref sparse-checkout stage stash
  status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref
  update-server-info var verify-commit verify-pack verify-tag version whatchanged worktree write-tree`.split(/\s+/),
);
