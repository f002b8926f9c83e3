// How much of a line the reader reads. For some lines the parser's time grows with the square of the length, and a gate
// must answer in time.

const longestText = 48 * 1024;
const mostOpeners = 2000;
const mostText = 4 * longestText;
const mostSteps = 50_000;
const deepest = 16;

export function isShort(text: string): boolean {
  return text.length <= longestText && openers(text) <= mostOpeners;
}

function openers(text: string): number {
  return text.replace(/[^{(]+/g, '').length;
}

/** Counts what has been read of one line, with the texts inside of it. */
export class ReadingLimits {
  #steps = 0;
  #characters = 0;
  #depth = 0;

  allowStep(): boolean {
    return ++this.#steps <= mostSteps;
  }

  allowText(text: string): boolean {
    this.#characters += text.length;
    return isShort(text) && this.#characters <= mostText && this.#depth < deepest;
  }

  /** The texts that `read` meets are one level deeper. */
  inside(read: () => void): void {
    this.#depth++;
    read();
    this.#depth--;
  }
}
