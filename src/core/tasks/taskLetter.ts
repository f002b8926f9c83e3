// The message that gives a task to an agent. Other people may have written the title and the document, so each of their
// lines stands behind a bar.

import { quote } from '../base/quote.ts';
import { shellWord } from '../base/shellWord.ts';
import type { Task } from './task.ts';

export function taskLetter({ id, title }: Pick<Task, 'id' | 'title'>, document: string): string {
  const name = shellWord(id);
  const text = withoutTitle(document, title);
  return [
    `Work on task ${name} of this project. Its title${text === '' ? '' : ', and below it its document'}:`,
    ...quote(title, 500),
    ...(text === '' ? [] : ['|', ...quote(text, longest)]),
    ...(text.length > longest ? [`The rest of the document: party pm task show ${name}`] : []),
    `When it is done: party pm task done ${name}`,
  ].join('\n');
}

/** As much as an agent needs to begin. */
const longest = 4000;

/** A new document has the title as its only line. */
function withoutTitle(document: string, title: string): string {
  const text = document.trim();
  return text === `# ${title}`.trim() ? '' : text;
}
