/** Waits for a condition, and says which one it was if it never comes true. */
export async function until<T>(what: string, probe: () => T | undefined | false, limit = 10_000): Promise<T> {
  for (let waited = 0; waited < limit; waited += 50) {
    const value = probe();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited ${limit / 1000} s for ${what}`);
}
