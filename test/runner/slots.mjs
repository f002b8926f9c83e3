// Decides how many processes of tests run at the same time, whatever ring they belong to: enough to keep the machine
// busy while some of them wait, and few enough that none of them waits for long.

export class Slots {
  #free;
  /** @type {{ weight: number, start: () => void }[]} */
  #waiting = [];
  #filling = false;

  /** @param {number} count */
  constructor(count) {
    this.#free = count;
  }

  /**
   * Runs `work` when a slot is free. The longest work that waits goes first, so that no long one is left for the end.
   * @template T
   * @param {number} weight how long it takes, compared with others
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async run(weight, work) {
    await new Promise((/** @type {(value?: unknown) => void} */ start) => {
      this.#waiting.push({ weight, start });
      this.#fill();
    });
    try {
      return await work();
    } finally {
      this.#free++;
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
      for (const { start } of this.#waiting.splice(0, this.#free)) {
        this.#free--;
        start();
      }
    });
  }
}
