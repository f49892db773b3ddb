import type { SourceComment } from '../../../../ports/records/pull-request.ts';
import type { Placement } from '../../prepare/placement.ts';
import { commentHeader } from '../parts/render-comment.ts';
import { hasSeveralLines, linesOf, quotedPlace } from '../parts/render-place.ts';
import type { RenderPullRequest, RenderWords } from '../render-options.ts';
import { joinBlocks } from './markdown-pieces.ts';

/** Where a thread goes. What is not about the diff is part of the conversation. */
export function placementOf(options: RenderPullRequest, root: SourceComment): Placement | null {
  if (root.inline === null) return null;
  return options.placements.get(root.id) ?? { kind: 'conversation', why: '' };
}

/** Above a root that stands on its line of the diff: the place is seen there, but for lines that are not in one piece of it. */
export function topOnLine(
  words: RenderWords,
  root: SourceComment,
  placement: Placement & { kind: 'line' },
): string {
  const { inline } = root;
  if (inline === null) return commentHeader(words, root);
  const isCut = placement.place.startLine === null && hasSeveralLines(inline);
  return commentHeader(words, root, [
    ...(isCut ? [`on ${linesOf(inline)}`] : []),
    ...(inline.isOutdated ? ['outdated'] : []),
  ]);
}

/** Above a root that stands anywhere else: the place is quoted. */
export function topElsewhere(
  words: RenderWords,
  root: SourceComment,
  placement: Placement | null,
): string {
  if (root.inline === null) return commentHeader(words, root);
  const why = placement === null || placement.kind === 'line' ? '' : placement.why;
  return joinBlocks(
    commentHeader(words, root),
    quotedPlace(words, root.inline, why.trim() === '' ? null : why),
  );
}
