// Remembers what VS Code has been given of a view, so that only what differs is redrawn. While VS Code redraws a row, a
// click on it reaches the command without the row, so fewer redraws lose fewer clicks.

/** A tree of rows that are identified by their ids. */
export interface Faces {
  /** Without an id: the top level. Undefined when the row is gone. */
  children(id: string | undefined): readonly string[] | undefined;
  /** Everything that is visible of a row, in any form. */
  face(id: string): string | undefined;
}

export class ShownRows {
  readonly #children = new Map<string | undefined, readonly string[]>();
  readonly #faces = new Map<string, string>();

  /** VS Code asked for the children of a row, and got these. */
  gaveChildren(id: string | undefined, children: readonly string[]): void {
    this.#children.set(id, children);
  }

  gaveFace(id: string, face: string): void {
    this.#faces.set(id, face);
  }

  /** The rows to redraw, with everything below them; `everything` when the top level has changed. */
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
      // VS Code asks a redrawn row for its children as well.
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
