// The standing instructions name the scripts by their full path: the folder they lie in is known only at the launch.

/** `{{resources}}/x.sh` becomes a word that can be given to a shell as it is. */
export function fillInstructions(text: string, resources: string): string {
  return text.replace(/\{\{resources\}\}([\w./-]*)/g, (_, path: string) => shellWord(resources + path));
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
