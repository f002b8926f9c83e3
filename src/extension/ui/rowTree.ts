// Gives VS Code a tree of rows that it knows by their ids, so that a row stays the same one when the tree is another, and
// has only that drawn anew which looks different.

import { type TreeDataProvider, TreeItem } from 'vscode';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import { ShownRows } from './shownRows.ts';

export interface Rows<Row> {
  readonly top: readonly Row[];
  children(row: Row): readonly Row[];
  parent(row: Row): Row | undefined;
  /** Undefined when there is no such row any more. */
  row(id: string): Row | undefined;
}

export interface Looks<Row> {
  id(row: Row): string;
  item(row: Row): TreeItem;
  /** What can be seen of it, beyond its item. */
  more?(row: Row): unknown;
}

export interface RowTree extends Disposable {
  readonly provider: TreeDataProvider<string>;
  /** The rows are others, or may be. */
  draw(): void;
  /** These have to be drawn, whether they look different or not. */
  drawAgain(ids: readonly string[]): void;
}

export function rowTree<Row>(tree: () => Rows<Row>, looks: Looks<Row>): RowTree {
  const changed = new Emitter<string[] | undefined>();
  const drawn = new ShownRows();

  const ids = (rows: readonly Row[]) => rows.map(looks.id);
  function childrenOf(id: string | undefined): readonly string[] | undefined {
    if (id === undefined) return ids(tree().top);
    const row = tree().row(id);
    return row && ids(tree().children(row));
  }
  const faceOf = (row: Row | undefined, item: TreeItem) => JSON.stringify([item, row && looks.more?.(row)]);

  return {
    provider: {
      onDidChangeTreeData: changed.event,
      getChildren(id) {
        const children = childrenOf(id) ?? [];
        drawn.gaveChildren(id, children);
        return [...children];
      },
      getParent(id) {
        const row = tree().row(id);
        const parent = row && tree().parent(row);
        return parent && looks.id(parent);
      },
      getTreeItem(id) {
        const row = tree().row(id);
        // One that is gone, and whose place is about to be drawn without it.
        const item = row === undefined ? new TreeItem('') : looks.item(row);
        drawn.gaveFace(id, faceOf(row, item));
        return item;
      },
    },
    draw() {
      const again = drawn.update({
        children: childrenOf,
        face(id) {
          const row = tree().row(id);
          return row && faceOf(row, looks.item(row));
        },
      });
      if (again === 'everything') changed.fire(undefined);
      else if (again.length > 0) changed.fire([...again]);
    },
    drawAgain: (rows) => changed.fire([...rows]),
    dispose: () => changed.dispose(),
  };
}
