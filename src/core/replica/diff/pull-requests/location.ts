import type { AuditedComment } from '../../../ports/target-audit.ts';

/** Before the key of the comment that a reply answers. */
const replyPrefix = 'reply to ';

/** The key of the thread's first comment, where a place says that it is a reply. */
export function rootKeyOf(place: string | null): string | null {
  return place?.startsWith(replyPrefix) ? place.slice(replyPrefix.length) : null;
}

/**
 * Tells whether a comment is where it was put: `path side line`, `path side first-last` or the path of a file. Later
 * pushes move comments, so that either the lines of now or those that it was made on will do.
 */
export function isAtLocation(
  expected: string,
  { place, madeOn }: Pick<AuditedComment, 'place' | 'madeOn'>,
): boolean {
  if (place === null) return false;
  const { path, side } = place;
  if (place.isFile || (place.line === null && (madeOn?.line ?? null) === null)) {
    return expected === path;
  }
  // A host that does not give the side cannot be held to it.
  const sides = side === null ? ['LEFT', 'RIGHT'] : [side];
  return [place, madeOn].some((lines) => {
    if (lines === null || lines.line === null) return false;
    const { line, startLine } = lines;
    const ranges =
      startLine === null || startLine === line
        ? [`${line}`, `${line}-${line}`]
        : [`${startLine}-${line}`];
    return sides.some((one) => ranges.some((range) => expected === `${path} ${one} ${range}`));
  });
}
