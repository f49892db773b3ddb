import type { ImportCause, ImportFinding, ImportLogLine } from '../../../ports/target-importer.ts';

/** Words of losses, at whatever level they stand: GitHub reports some as INFO and leaves them out of its count. */
const losses: readonly (readonly [RegExp, ImportCause])[] = [
  [/thread_id=>\["can't be blank"\]/, 'comment-without-thread'],
  [/REVIEW_THREAD_MISSING_(START|END)_COMMIT_OID|due to missing commits/, 'thread-without-commit'],
  [/REVIEW_THREAD_MISSING_BODY/, 'thread-without-body'],
  [/UNABLE_TO_COMPARE/, 'thread-on-file'],
  [/LINE_NOT_FOUND_IN_DIFF|placed outside of \d+ lines of context/, 'line-outside-diff'],
  [/INVALID_REVIEW_THREAD/, 'thread-invalid'],
  [/did not have any valid threads or comments/, 'review-empty'],
  [/could not be (transformed|imported)/, 'record-not-imported'],
];

/** Picks what was lost, and every other warning and error. None of it is complete: only reading back is. Pure. */
export function findLosses(lines: readonly ImportLogLine[]): readonly ImportFinding[] {
  return lines.flatMap(({ level, text, time }) => {
    const cause = losses.find(([pattern]) => pattern.test(text))?.[1];
    if (cause === undefined && (level === 'info' || time === null)) return [];
    return [{ level, cause: cause ?? 'other', item: itemIn(text), text }];
  });
}

/** Takes an address without the sentence around it. */
function itemIn(text: string): string | null {
  const found = /https?:\/\/[^\s"'<>]{1,2000}/.exec(text)?.[0];
  return found?.replace(/[.,:;)\]]+$/, '') ?? null;
}
