// Whether the plan that a human sees is the plan that would be approved. Only the file can be approved. A draft that was
// never saved has the file's name, but another program may have written the file meanwhile.

export interface PlanTexts {
  /** The text of the file; undefined when there is none. */
  readonly file: string | undefined;
  /** The text of an unsaved draft with the file's name; undefined when there is none. */
  readonly draft: string | undefined;
}

/** `only-draft`: saving it makes it the plan. `differs`: the human has to choose. */
export type DraftState = 'none' | 'same' | 'only-draft' | 'differs';

export function draftState({ file, draft }: PlanTexts): DraftState {
  if (draft === undefined || draft.trim() === '') return 'none';
  if (file === undefined) return 'only-draft';
  return isSameText(file, draft) ? 'same' : 'differs';
}

/** An editor shows neither a byte order mark nor the kind of line ends. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
