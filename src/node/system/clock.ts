/** Milliseconds that no change of the clock moves. Not `performance.now()`, for which Node loads a module of its own. */
export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
