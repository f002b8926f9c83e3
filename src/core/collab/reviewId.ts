// The id of a review: `design-review-20260102-030405`, `task-2-review-20260102-030405`. It is only a file name, so it
// never leads out of the reviews folder.

const form = /^(?:design-review|task-[1-9]\d{0,5}-review)-\d{8}-\d{6}(?:-[1-9]\d{0,5})?$/;

export function isReviewId(text: string): boolean {
  return form.test(text);
}

/**
 * `taken` has the existing ids, so that two reviews in one second, or after the clock was set back, get different
 * files.
 */
export function reviewId(
  { task, at }: { readonly task: number | null; readonly at: Date },
  taken: readonly string[],
): string {
  const [day, time] = at.toISOString().replace(/[-:]/g, '').replace(/\..*/, '').split('T');
  const plain = `${task === null ? 'design-review' : `task-${task}-review`}-${day}-${time}`;
  const used = new Set(taken);
  if (!used.has(plain)) return plain;
  for (let n = 2; ; n++) {
    if (!used.has(`${plain}-${n}`)) return `${plain}-${n}`;
  }
}
