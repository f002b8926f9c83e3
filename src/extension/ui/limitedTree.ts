// A view whose groups may have thousands of rows. Each group shows a part of itself and a row for the rest before and
// after it, because VS Code builds a row for every child that it is given, visible or not. The view is redrawn at limited intervals, and
// only when its content has changed, because redrawing a tree closes its tooltip.

import type { TreeView } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Dragging, LateView } from '../app/quiet/lateViews.ts';
import { paced } from './paced.ts';
import { type Looks, type Rows, RowTree } from './rowTree.ts';
import { firstPart, type HiddenWhere, partAround, type ShownPart, widerPart } from './shownPart.ts';

export interface TreeContent<Row, Tree extends Rows<Row>> {
  readonly looks: Looks<Row>;
  readonly drawEveryMs: number;
  /** `partOf` returns which rows of a group are shown, by the id of the group. */
  build(partOf: (group: string) => ShownPart): Tree;
  /** The part of the model that shows here: a new text means that the view must be redrawn. */
  facts(): string;
  /** Sets the other parts of the view: message, badge, context keys. False while there is nothing to show yet. */
  update(view: TreeView<string>, tree: Tree): boolean;
}

export class LimitedTree<Row, Tree extends Rows<Row>> implements Disposable {
  /** The items are the ids of rows, so that a row keeps its identity when it is redrawn. */
  readonly view: TreeView<string>;
  readonly #content: TreeContent<Row, Tree>;
  readonly #rows: RowTree<Row>;
  readonly #parts = new Map<string, ShownPart>();
  readonly #drawing: ReturnType<typeof paced>;
  #known: Tree | undefined;
  #drawnFor: string | undefined;

  constructor(view: LateView<string>, content: TreeContent<Row, Tree>, dragging?: Dragging<string>) {
    this.#content = content;
    this.#rows = new RowTree<Row>(() => this.tree(), content.looks);
    this.#drawing = paced(async () => this.draw(), content.drawEveryMs);
    this.view = view.fill(this.#rows, dragging);
  }

  /** The tree that is shown. */
  tree(): Tree {
    this.#known ??= this.#content.build((group) => this.#partOf(group));
    return this.#known;
  }

  row(id: unknown): Row | undefined {
    return typeof id === 'string' ? this.tree().row(id) : undefined;
  }

  draw(): void {
    this.#known = undefined;
    this.#drawnFor = this.#content.facts();
    if (this.#content.update(this.view, this.tree())) this.#rows.draw();
  }

  drawSoon(): void {
    this.#drawing.nudge();
  }

  drawIfChanged(): void {
    if (this.#drawnFor !== this.#content.facts()) this.drawSoon();
  }

  /** Redraws these rows, whether they look different or not. */
  drawAgain(ids: readonly string[]): void {
    this.#rows.drawAgain(ids.filter((id) => this.row(id) !== undefined));
  }

  showMore(group: string, where: HiddenWhere): void {
    this.#parts.set(group, widerPart(this.#partOf(group), where));
    this.draw();
  }

  /** Shows the rows around this one, unless it is shown already. */
  showAround(group: string, index: number): void {
    const { from, to } = this.#partOf(group);
    if (index >= from && index < to) return;
    this.#parts.set(group, partAround(index));
    this.draw();
  }

  dispose(): void {
    this.#drawing.dispose();
    this.#rows.dispose();
  }

  #partOf(group: string): ShownPart {
    return this.#parts.get(group) ?? firstPart;
  }
}
