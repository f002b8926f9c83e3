// Party's tree views. The entry makes them and keeps them: VS Code asks a visible view for its rows at once, and its
// tree waits for ever when another provider takes the place of the one that it has asked. So each view has one provider,
// which loads the rooms when VS Code first asks it, and from then on answers what a room says.

import {
  type Disposable,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { Emitter, type Event } from '../../../core/base/event.ts';
import type { Row } from '../../session/sessionRows.ts';
import { together } from '../../ui/disposables.ts';
import { type Room, viewId } from '../contributions.ts';

/** The rows of a view, from its room. */
export interface ViewRows<Row> extends TreeDataProvider<Row> {
  readonly onDidChangeTreeData: Event<Row | Row[] | undefined>;
}

export type Dragging<Row> = Pick<TreeDragAndDropController<Row>, 'handleDrag' | 'handleDrop'>;

export interface Views {
  readonly session: LateView<Row>;
  readonly findings: LateView<string>;
  readonly tasks: LateView<string>;
}

/** Rows of a view can be dragged within it under this type. */
export const rowMime = (room: Room) => `application/vnd.code.tree.${viewId(room)}`;

/** `load` loads the rooms, which fill the views. */
export function createViews(load: () => void): Views {
  const many = { showCollapseAll: true, canSelectMany: true };
  return {
    session: new LateView('session', load),
    findings: new LateView('findings', load, many),
    tasks: new LateView('tasks', load, { ...many, manageCheckboxStateManually: true, draggable: true }),
  };
}

interface LateViewOptions
  extends Pick<TreeViewOptions<unknown>, 'showCollapseAll' | 'canSelectMany' | 'manageCheckboxStateManually'> {
  readonly draggable?: boolean;
}

export class LateView<Row> implements Disposable {
  readonly view: TreeView<Row>;
  readonly #load: () => void;
  readonly #changed = new Emitter<Row | Row[] | undefined>();
  #rows: ViewRows<Row> | undefined;
  #dragging: Dragging<Row> | undefined;

  constructor(room: Room, load: () => void, { draggable, ...options }: LateViewOptions = {}) {
    this.#load = load;
    this.view = window.createTreeView<Row>(viewId(room), {
      ...options,
      ...(draggable === true && { dragAndDropController: this.#dragAndDrop(rowMime(room)) }),
      treeDataProvider: this.#provider(),
    });
  }

  /** For the room of the view: its rows, and what dragging them does. */
  fill(rows: ViewRows<Row>, dragging?: Dragging<Row>): TreeView<Row> {
    this.#rows = rows;
    this.#dragging = dragging;
    rows.onDidChangeTreeData((changed) => this.#changed.fire(changed));
    return this.view;
  }

  dispose(): void {
    together([this.#changed, this.view]).dispose();
  }

  #provider(): TreeDataProvider<Row> {
    return {
      onDidChangeTreeData: this.#changed.event,
      // Without rooms there is nothing to wait for: why they could not be loaded has been shown.
      getChildren: (row) => this.#loaded()?.getChildren(row) ?? [],
      getParent: (row) => this.#loaded()?.getParent?.(row),
      getTreeItem: (row) => this.#loaded()?.getTreeItem(row) ?? {},
      resolveTreeItem: (item, row, token) => this.#loaded()?.resolveTreeItem?.(item, row, token) ?? item,
    };
  }

  #dragAndDrop(mime: string): TreeDragAndDropController<Row> {
    return {
      dragMimeTypes: [mime],
      dropMimeTypes: [mime],
      handleDrag: (...args) => this.#dragging?.handleDrag?.(...args),
      handleDrop: (...args) => this.#dragging?.handleDrop?.(...args),
    };
  }

  #loaded(): ViewRows<Row> | undefined {
    if (this.#rows === undefined) this.#load();
    return this.#rows;
  }
}
