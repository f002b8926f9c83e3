// Summarizes many runs of the same rings: a test that fails once in twenty runs is a defect.

/** @typedef {import('./results.mjs').Row} Row */

/**
 * Each case that failed, the most frequent first.
 * @param {Row[][]} repetitions the rows of each repetition
 */
export function failureRates(repetitions) {
  /** @type {Map<string, { ring: string, title: string, times: number }>} */
  const rates = new Map();
  for (const { name, cases, reasons, failed } of repetitions.flat()) {
    if (failed === 0) continue;
    // A ring that was killed or did not load names no case, so its reason is counted instead.
    for (const title of new Set(cases.length > 0 ? cases.map((one) => one.title) : reasons)) {
      const key = `${name} ${title}`;
      const before = rates.get(key)?.times ?? 0;
      rates.set(key, { ring: name, title, times: before + 1 });
    }
  }
  return [...rates.values()].sort((left, right) => right.times - left.times);
}

/**
 * @param {Row[][]} repetitions
 */
export function repeatSummary(repetitions) {
  const count = repetitions.length;
  const red = repetitions.filter((rows) => rows.some(({ failed }) => failed > 0)).length;
  const rows = failureRates(repetitions).map(({ ring, title, times }) => `  ${times} of ${count}  ${ring} › ${title}`);
  return [
    ...(rows.length > 0 ? ['Cases that failed:', ...rows, ''] : []),
    `${count} repetitions: ${count - red} green, ${red} red`,
  ].join('\n');
}
