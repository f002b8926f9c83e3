// Checks the input of users and agents before anything changes.

import { PartyError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { oneLine } from '../base/outsideText.ts';
import { isCountedId, isRecordId } from './ids.ts';
import { longestTitle, type TaskState, taskStates } from './task.ts';

/** The title of a task, or the name of a milestone or a team: one line. */
export function checkTitle(title: string, what = 'title'): string {
  const text = title.trim();
  if (text === '') throw new PartyError('USAGE', `The ${what} is empty; describe it in one line`);
  if (/\p{Cc}|[\u2028\u2029]/u.test(text)) {
    throw new PartyError('USAGE', `The ${what} must be one line without control characters; put more text into --body`);
  }
  if (text.length > longestTitle) {
    throw new PartyError(
      'USAGE',
      `The ${what} has ${text.length} characters; at most ${longestTitle} are allowed. Put more text into --body`,
    );
  }
  return text;
}

/** Users type `in-progress`. */
export function checkState(word: string): TaskState {
  const state = taskStates.find((known) => known === word.replaceAll('-', '_'));
  if (state !== undefined) return state;
  const meant = nearest(word, taskStates);
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
  throw new PartyError('USAGE', `${oneLine(word)} is not a status; use one of ${taskStates.join(', ')}${hint}`);
}

/** An id that the user chooses. Numbers are left to Party, which counts them. */
export function checkChosenId(id: string): string {
  if (isCountedId(id)) {
    throw new PartyError('USAGE', `${id} cannot be chosen: Party assigns numbers itself. Use a word such as login-bug`);
  }
  if (isRecordId(id)) return id;
  throw new PartyError(
    'USAGE',
    `${oneLine(id, 60) || 'An empty text'} cannot be an id, which is also a file name: at most 100 characters, no slash, no dot or space in front`,
  );
}

const longestAssignee = 100;

export function checkAssignee(assignee: string): string {
  const text = assignee.trim();
  if (text !== '' && text.length <= longestAssignee && !/\p{Cc}/u.test(text)) return text;
  throw new PartyError('USAGE', `An assignee is a name in one line of at most ${longestAssignee} characters`);
}
