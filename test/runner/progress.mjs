// Prints what a run is doing, so that a long ring never looks hung.

/** @typedef {{ done: number, total: number }} Step how many tests of a process have ended, and how many it has: none before it begins */

const everyMs = 15_000;

/** Counts the tests of all running rings, and prints a line about them every 15 seconds. */
export class Progress {
  /** @type {Map<string, Map<number, Step>>} the steps of each ring, by process */
  #rings = new Map();
  /** @type {NodeJS.Timeout} */
  #timer;
  #started = performance.now();
  #title;

  /** @param {string} [title] stands before the numbers, such as `repetition 3 of 30` */
  constructor(title) {
    this.#title = title;
    this.#timer = setInterval(() => console.log(this.line()), everyMs);
  }

  /** @param {string} ring */
  begin(ring) {
    this.#rings.set(ring, new Map());
  }

  /**
   * @param {string} ring
   * @param {number} index which of its processes
   * @param {Step} step
   */
  step(ring, index, step) {
    this.#rings.get(ring)?.set(index, step);
  }

  /** @param {string} ring */
  end(ring) {
    this.#rings.delete(ring);
  }

  close() {
    clearInterval(this.#timer);
  }

  line() {
    const rings = [...this.#rings].map(([name, steps]) => ringText(name, [...steps.values()]));
    const parts = [clock(performance.now() - this.#started), ...(this.#title ? [this.#title] : []), ...rings];
    return `  … ${parts.join(' · ')}`;
  }
}

/**
 * @param {string} name
 * @param {Step[]} steps
 */
function ringText(name, steps) {
  if (steps.every(({ total }) => total === 0)) return `${name}: getting ready`;
  const more = steps.some(({ total }) => total === 0) ? ' and more' : '';
  const sum = (/** @type {'done' | 'total'} */ what) => steps.reduce((total, step) => total + step[what], 0);
  return `${name} ${sum('done')} of ${sum('total')}${more}`;
}

/** @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
