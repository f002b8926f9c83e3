// Decides how many processes of tests run at the same time, whatever ring they belong to: enough to keep the machine
// busy while some of them wait, and few enough that none of them waits for long.

export class Slots {
  #count;
  #free;
  /** @type {{ weight: number, size: number, start: () => void }[]} */
  #waiting = [];
  #filling = false;

  /** @param {number} count */
  constructor(count) {
    this.#count = count;
    this.#free = count;
  }

  /**
   * Runs `work` when enough slots are free. The longest work that waits goes first, so that no long one is left for the
   * end: shorter ones do not pass it while it waits for its slots.
   * @template T
   * @param {{ weight: number, size?: number }} needs how long it takes, compared with others, and how many slots it needs
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async run({ weight, size: wanted = 1 }, work) {
    const size = Math.min(wanted, this.#count);
    await new Promise((/** @type {(value?: unknown) => void} */ start) => {
      this.#waiting.push({ weight, size, start });
      this.#fill();
    });
    try {
      return await work();
    } finally {
      this.#free += size;
      this.#fill();
    }
  }

  /** A turn of the event loop later: then everything that begins at the same moment waits, too. */
  #fill() {
    if (this.#filling) return;
    this.#filling = true;
    setImmediate(() => {
      this.#filling = false;
      this.#waiting.sort((a, b) => b.weight - a.weight);
      for (let next = this.#waiting[0]; next !== undefined && next.size <= this.#free; next = this.#waiting[0]) {
        this.#waiting.shift();
        this.#free -= next.size;
        next.start();
      }
    });
  }
}
