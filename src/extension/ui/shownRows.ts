// What VS Code has been given of a view, so that only what differs is drawn anew. While a row is drawn anew
// VS Code does not know it, and a click on it comes without the row: the less is drawn, the fewer clicks get lost.

/** A tree of rows that are known by their ids. */
export interface Faces {
  /** Of the top, without an id. Undefined when there is no such row any more. */
  children(id: string | undefined): readonly string[] | undefined;
  /** Everything that can be seen of a row, in any form. */
  face(id: string): string | undefined;
}

export class ShownRows {
  readonly #children = new Map<string | undefined, readonly string[]>();
  readonly #faces = new Map<string, string>();

  /** It was asked what is below a row. */
  gaveChildren(id: string | undefined, children: readonly string[]): void {
    this.#children.set(id, children);
  }

  gaveFace(id: string, face: string): void {
    this.#faces.set(id, face);
  }

  /** The rows that have to be asked for again, with all that is below them; `everything` when the top is another one. */
  update(now: Faces): readonly string[] | 'everything' {
    if (this.#children.has(undefined) && this.#hasOtherChildren(undefined, now)) {
      this.#children.clear();
      this.#faces.clear();
      return 'everything';
    }
    const changed = [...this.#children.keys()].filter((id) => id !== undefined && this.#hasOtherChildren(id, now));
    const again = new Set(changed.filter((id) => id !== undefined));
    for (const id of again) this.#forgetBelow(id);
    for (const [id, face] of this.#faces) {
      const fresh = now.face(id);
      if (fresh === undefined || fresh === face) continue;
      this.#faces.set(id, fresh);
      again.add(id);
      // A row that is drawn anew is asked for its children as well.
      this.#forgetBelow(id);
    }
    return [...again];
  }

  #hasOtherChildren(id: string | undefined, now: Faces): boolean {
    const [before = [], after] = [this.#children.get(id), now.children(id)];
    return after !== undefined && (before.length !== after.length || before.some((one, index) => one !== after[index]));
  }

  #forgetBelow(id: string): void {
    for (const child of this.#children.get(id) ?? []) {
      this.#forgetBelow(child);
      this.#faces.delete(child);
    }
    this.#children.delete(id);
  }
}
