// Which repository is meant: by a remote's address as git knows it, or as a person writes it.

export interface Repo {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** Undefined for what is no repository on a host: a path, a bundle, an address with more or fewer than two names. */
export function repoOfUrl(url: string): Repo | undefined {
  const text = url.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return ofAddress(text);
  // As scp writes it. One letter before the colon is a drive of Windows.
  const [, host = '', path = ''] = /^(?:[^@/\s]+@)?([^@:/\\\s]{2,}):(.+)$/.exec(text) ?? [];
  return repoOf(host, path);
}

/** `owner/name`, `host/owner/name`, or an address. */
export function readRepo(text: string, defaultHost = 'github.com'): Repo | undefined {
  const parts = text.trim().split('/');
  if (parts.length === 2 && !text.includes(':')) return repoOf(defaultHost, text.trim());
  if (parts.length === 3 && !text.includes(':')) return repoOf(parts[0] ?? '', parts.slice(1).join('/'));
  return repoOfUrl(text);
}

/** As `gh --repo` and team.json have it. */
export function repoText({ host, owner, name }: Repo): string {
  return host === 'github.com' ? `${owner}/${name}` : `${host}/${owner}/${name}`;
}

export function sameRepo(a: Repo, b: Repo): boolean {
  return repoText(a).toLowerCase() === repoText(b).toLowerCase();
}

function ofAddress(text: string): Repo | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const known = ['http:', 'https:', 'ssh:', 'git:', 'git+ssh:', 'git+https:', 'ssh+git:'];
  return known.includes(url.protocol) ? repoOf(url.hostname, url.pathname) : undefined;
}

function repoOf(host: string, path: string): Repo | undefined {
  const names = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .split('/');
  const [owner = '', name = ''] = names;
  if (names.length !== 2 || !isName(owner) || !isName(name) || !isHost(host)) return undefined;
  return { host: apiHost(host.toLowerCase()), owner, name };
}

/** Nothing that could mean something in the path of a request. */
function isName(text: string): boolean {
  return /^[\w.-]{1,100}$/.test(text) && !/^\.{1,2}$/.test(text);
}

function isHost(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** GitHub takes ssh on the port of https under a name of its own. */
function apiHost(host: string): string {
  return host === 'ssh.github.com' || host === 'www.github.com' ? 'github.com' : host;
}
