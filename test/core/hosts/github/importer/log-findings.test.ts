import { describe, expect, it } from 'vitest';
import { findLosses } from '../../../../../src/core/hosts/github/importer/log-findings.ts';
import type { ImportLogLine } from '../../../../../src/core/ports/target-importer.ts';

const time = '2026-11-27T10:00:00Z';
const line = (text: string, level: ImportLogLine['level'] = 'info') => ({ time, level, text });

const address = 'https://bitbucket.org/acme/web/pull/7/files#r12';

describe('findLosses', () => {
  it('finds a comment without its thread, although it is only reported as INFO', () => {
    const text = `Pull Request Review Thread Comment with url ${address} could not be transformed. Reason: Document::ValidationError - {:thread_id=>["can't be blank"]}`;
    expect(findLosses([line(text)])).toEqual([
      { level: 'info', cause: 'comment-without-thread', item: address, text },
    ]);
  });

  it.each([
    ['REVIEW_THREAD_MISSING_START_COMMIT_OID', 'thread-without-commit'],
    ['REVIEW_THREAD_MISSING_END_COMMIT_OID', 'thread-without-commit'],
    ['3 review comments could not be transformed due to missing commits', 'thread-without-commit'],
    ['REVIEW_THREAD_MISSING_BODY', 'thread-without-body'],
    ['UNABLE_TO_COMPARE', 'thread-on-file'],
    ['LINE_NOT_FOUND_IN_DIFF', 'line-outside-diff'],
    ['A comment was placed outside of 10 lines of context', 'line-outside-diff'],
    ['INVALID_REVIEW_THREAD', 'thread-invalid'],
    ['The review did not have any valid threads or comments', 'review-empty'],
    ['The record could not be imported', 'record-not-imported'],
  ])('knows %s', (text, cause) => {
    expect(findLosses([line(text)])).toMatchObject([{ cause, item: null }]);
  });

  it('keeps every other warning and error', () => {
    const found = findLosses([line('Import started'), line('Odd', 'warn'), line('Bad', 'error')]);
    expect(found.map(({ cause, text }) => `${cause} ${text}`)).toEqual(['other Odd', 'other Bad']);
  });

  it('leaves the sentence around an address out of it', () => {
    expect(findLosses([line(`(${address}), could not be imported.`)])[0]?.item).toBe(address);
  });

  it('reads a line that no one would write in linear time', () => {
    const text = `${'https://'.repeat(50_000)} could not be imported`;
    expect(findLosses([line(text)])).toHaveLength(1);
  });
});
