// Questions to the syntax tree of a line.

import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import { takenOut } from './hereDocs.ts';

/** How many of the texts that were taken out were here-documents indeed. */
export function countTakenOut(script: ParsedScript): number {
  const found = new Set<number>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc' && node.body.text.trim() === takenOut) found.add(node.body.pos);
    forEachChild(node, visit);
  };
  visit(script);
  return found.size;
}

/** Whether somewhere in it the directory is changed. */
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
