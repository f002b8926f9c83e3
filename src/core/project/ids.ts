// Names of sessions. A session is named `party-<id>`; users may omit the prefix everywhere.

export const sessionPrefix = 'party-';

export function sessionName(idOrName: string): string {
  return idOrName.startsWith(sessionPrefix) ? idOrName : sessionPrefix + idOrName;
}

export function sessionId(name: string): string {
  return name.startsWith(sessionPrefix) ? name.slice(sessionPrefix.length) : name;
}

/** An id that tells the user what the party is about and is unique, even among starts in the same second. */
export function makeSessionId(title: string, random: string): string {
  // An id that begins with the prefix could not be told apart from a name.
  return `${slug(title).replace(/^(?:party-?)+/, '') || 'session'}-${random}`;
}

/** tmux reads `.` and `:` in a name as separators and `#` as a format, so only safe characters stay. */
function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24)
    .replace(/-+$/, '');
}

const idForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Ids become directory names, so they must not contain `..` or `/`. */
export function isSessionId(id: string): boolean {
  return idForm.test(id);
}
