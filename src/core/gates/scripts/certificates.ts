// The certificates that a company adds for Node. Party's own Node asks no server, and Node 20 would read all of them at
// its start, which takes longer than most calls. So a start of Party's Node gets them in a variable of Party's own, and
// Party's Node moves them back before it starts anything: agents and all other programs see what the user has set.

type Variables = Record<string, string | undefined>;

const certificates = 'NODE_EXTRA_CA_CERTS';
export const keptCertificates = 'PARTY_EXTRA_CA_CERTS';

/** The first thing that Party's Node does. */
export function putCertificatesBack(env: Variables): void {
  const kept = env[keptCertificates];
  if (kept === undefined) return;
  delete env[keptCertificates];
  env[certificates] ??= kept;
}

/** For a start of Party's Node by Party's Node. Set and empty is not the same as not set. */
export function setCertificatesAside(env: Variables): Variables {
  const { [certificates]: set, ...others } = env;
  return set === undefined ? env : { ...others, [keptCertificates]: set };
}

/** The same in sh. */
export const setCertificatesAsideInShell = `[ -z "\${${certificates}+x}" ] || { export ${keptCertificates}="$${certificates}"; unset ${certificates}; }`;
