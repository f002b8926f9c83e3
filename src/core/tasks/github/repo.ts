// Which repository is meant, from the address of a git remote or from the user's text.

export interface Repo {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** Undefined when it is not a repository on a host: a path, a bundle, an address with more or fewer than two names. */
export function repoOfUrl(url: string): Repo | undefined {
  const text = url.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return ofAddress(text);
  // In scp form. One letter before the colon is a Windows drive.
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

/** In the form of `gh --repo` and team.json. */
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

/** A name without special characters for a request path. */
function isName(text: string): boolean {
  return /^[\w.-]{1,100}$/.test(text) && !/^\.{1,2}$/.test(text);
}

function isHost(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** ssh.github.com is GitHub's ssh on the https port. */
function apiHost(host: string): string {
  return host === 'ssh.github.com' || host === 'www.github.com' ? 'github.com' : host;
}
