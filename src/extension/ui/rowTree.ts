// Gives VS Code a tree of rows by their ids, so that a row keeps its identity when the tree changes, and redraws only
// the rows that look different.

import { type TreeDataProvider, TreeItem } from 'vscode';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import { ShownRows } from './shownRows.ts';

export interface Rows<Row> {
  readonly top: readonly Row[];
  children(row: Row): readonly Row[];
  parent(row: Row): Row | undefined;
  /** Undefined when the row is gone. */
  row(id: string): Row | undefined;
}

export interface Looks<Row> {
  id(row: Row): string;
  item(row: Row): TreeItem;
  /** Built when the user points at the row. Without it, the item's own tooltip is used. */
  tooltip?(row: Row): string | undefined;
  /** What is visible of the row beyond its item. */
  more?(row: Row): unknown;
}

export class RowTree<Row> implements TreeDataProvider<string>, Disposable {
  readonly #changed = new Emitter<string[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly resolveTreeItem?: (item: TreeItem, id: string) => TreeItem;
  readonly #tree: () => Rows<Row>;
  readonly #looks: Looks<Row>;
  readonly #drawn = new ShownRows();

  constructor(tree: () => Rows<Row>, looks: Looks<Row>) {
    this.#tree = tree;
    this.#looks = looks;
    if (looks.tooltip) this.resolveTreeItem = (item, id) => this.#withTooltip(item, id);
  }

  getChildren(id?: string): string[] {
    const children = this.#childrenOf(id) ?? [];
    this.#drawn.gaveChildren(id, children);
    return [...children];
  }

  getParent(id: string): string | undefined {
    const row = this.#tree().row(id);
    const parent = row && this.#tree().parent(row);
    return parent && this.#looks.id(parent);
  }

  getTreeItem(id: string): TreeItem {
    const row = this.#tree().row(id);
    // The row is gone, and its parent is about to be redrawn without it.
    const item = row === undefined ? new TreeItem('') : this.#looks.item(row);
    this.#drawn.gaveFace(id, this.#faceOf(row, item));
    return item;
  }

  /** Call when the rows may have changed. */
  draw(): void {
    const again = this.#drawn.update({
      children: (id) => this.#childrenOf(id),
      face: (id) => {
        const row = this.#tree().row(id);
        return row && this.#faceOf(row, this.#looks.item(row));
      },
    });
    if (again === 'everything') this.#changed.fire(undefined);
    else if (again.length > 0) this.#changed.fire([...again]);
  }

  /** Redraws these rows, whether they look different or not. */
  drawAgain(ids: readonly string[]): void {
    this.#changed.fire([...ids]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #childrenOf(id: string | undefined): readonly string[] | undefined {
    const tree = this.#tree();
    const row = id === undefined ? undefined : tree.row(id);
    if (id !== undefined && row === undefined) return undefined;
    return (row === undefined ? tree.top : tree.children(row)).map(this.#looks.id);
  }

  #faceOf(row: Row | undefined, item: TreeItem): string {
    return JSON.stringify([item, row && this.#looks.more?.(row)]);
  }

  #withTooltip(item: TreeItem, id: string): TreeItem {
    const row = this.#tree().row(id);
    const tooltip = row && this.#looks.tooltip?.(row);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }
}
