// Names of sessions. A session is called `party-<id>`; people may leave the prefix out wherever they name one.

export const sessionPrefix = 'party-';

export function sessionName(idOrName: string): string {
  return idOrName.startsWith(sessionPrefix) ? idOrName : sessionPrefix + idOrName;
}

export function sessionId(name: string): string {
  return name.startsWith(sessionPrefix) ? name.slice(sessionPrefix.length) : name;
}

/** An id that says what the party is about and that no other start can have, not even in the same second. */
export function makeSessionId(title: string, random: string): string {
  // With the prefix in front of it, an id could not be told from a name.
  return `${slug(title).replace(/^(?:party-?)+/, '') || 'session'}-${random}`;
}

/** tmux takes `.` and `:` in a name for separators and `#` for a format, so only what is harmless stays. */
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

/** Ids become directory names, so `..` and `/` have no place in them. */
export function isSessionId(id: string): boolean {
  return idForm.test(id);
}
