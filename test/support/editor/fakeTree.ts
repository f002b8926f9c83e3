// A tree view of an editor without a window. It asks for rows as VS Code does: all rows of each expanded group, and
// again those that the extension reports as changed, with everything below them.

export interface FakeItem {
  readonly id?: string;
  readonly label?: unknown;
  readonly description?: unknown;
  readonly contextValue?: string;
  readonly collapsibleState?: number;
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
  readonly accessibilityInformation?: { readonly label: string };
}

export interface Provider {
  getChildren(id?: string): readonly string[];
  getTreeItem(id: string): FakeItem;
  onDidChangeTreeData(listener: (changed: string | readonly string[] | undefined) => unknown): unknown;
}

export class FakeTree {
  readonly #provider: Provider;
  readonly #children = new Map<string | undefined, readonly string[]>();
  readonly items = new Map<string, FakeItem>();
  /** Each row that was asked for, as it was then. */
  readonly drawn: FakeItem[] = [];
  #visible = false;

  constructor(provider: Provider) {
    this.#provider = provider;
    provider.onDidChangeTreeData((changed) => {
      if (!this.#visible) return;
      if (changed === undefined) this.show();
      else for (const id of [changed].flat()) this.#again(id);
    });
  }

  /** How many rows were asked for so far. */
  get asked(): number {
    return this.drawn.length;
  }

  /** Opens the view: until then VS Code asks for nothing. */
  show(): void {
    this.#visible = true;
    this.items.clear();
    this.#children.clear();
    this.#askBelow(undefined);
  }

  /** For a view that may ask a program for its rows: the items of the top level, or of the rows below one. */
  async rowsBelow(row?: unknown): Promise<{ readonly row: unknown; readonly item: FakeItem }[]> {
    const provider = this.#provider as { getChildren(row: unknown): unknown; getTreeItem(row: unknown): FakeItem };
    const found = (await provider.getChildren(row)) as readonly unknown[];
    return found.map((one) => ({ row: one, item: provider.getTreeItem(one) }));
  }

  #again(id: string): void {
    if (!this.items.has(id)) return;
    this.#forgetBelow(id);
    this.#ask(id);
  }

  #ask(id: string): void {
    const item = this.#provider.getTreeItem(id);
    this.drawn.push(item);
    this.items.set(id, item);
    if (item.collapsibleState === expanded) this.#askBelow(id);
  }

  #askBelow(id: string | undefined): void {
    const children = this.#provider.getChildren(id);
    this.#children.set(id, children);
    for (const child of children) this.#ask(child);
  }

  #forgetBelow(id: string): void {
    for (const child of this.#children.get(id) ?? []) {
      this.#forgetBelow(child);
      this.items.delete(child);
    }
    this.#children.delete(id);
  }
}

const expanded = 2;
