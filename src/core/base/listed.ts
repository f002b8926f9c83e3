/** The first items of a list on one line, and how many more there are: `a, b and 3 more`. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}
