import type { InlineLocation } from '../../../../src/core/ports/records/pull-request.ts';

/** A comment on one line of a file, by its number before or after the change. */
export function inlinePlace(path: string, line: { from?: number; to?: number }): InlineLocation {
  return {
    path,
    oldPath: null,
    from: line.from ?? null,
    to: line.to ?? null,
    startFrom: null,
    startTo: null,
    isOutdated: false,
    context: null,
    sourceCommit: null,
    destinationCommit: null,
  };
}
