// Questions to the syntax tree of a line.

import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import { takenOut } from './hereDocs.ts';

/** How many of the removed texts really were here-documents. */
export function countTakenOut(script: ParsedScript): number {
  const found = new Set<number>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc' && node.body.text.trim() === takenOut) found.add(node.body.pos);
    forEachChild(node, visit);
  };
  visit(script);
  return found.size;
}

/** Whether any part of it changes the directory. */
export function mentionsMove(node: SyntaxNode): boolean {
  let found = false;
  const visit = (child: SyntaxNode): void => {
    if (found) return;
    if (child.type === 'Word' && /^(?:cd|pushd|popd|chdir|eval|source|\.)$/.test(child.value)) found = true;
    else forEachChild(child, visit);
  };
  visit(node);
  return found;
}
