// What a review is called: `design-review-20260102-030405`, `task-2-review-20260102-030405`. The name of its file, and
// nothing else: an id never leads out of the folder of the reviews.

const form = /^(?:design-review|task-[1-9]\d{0,5}-review)-\d{8}-\d{6}(?:-[1-9]\d{0,5})?$/;

export function isReviewId(text: string): boolean {
  return form.test(text);
}

/** `taken` are those that there are: two reviews in one second, or a clock that was set back, do not meet in one file. */
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
