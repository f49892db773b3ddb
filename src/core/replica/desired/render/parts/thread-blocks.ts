import type { DesiredComment, DesiredThread } from '../../../model/desired-pull-request.ts';
import type { Placement } from '../../../model/placement.ts';
import type { Rendering, RenderWords } from '../input/rendering.ts';
import { joinBlocks } from './markdown-pieces.ts';
import type { Block } from './pack-blocks.ts';
import { commentBlocks, commentHeader, inReplyTo } from './render-comment.ts';
import { hasSeveralLines, linesOf, quotedLocation } from './render-location.ts';

/** A whole thread that is not on the diff: its root with its place, then its replies quoted. */
export function threadBlocks(rendering: Rendering, thread: DesiredThread): readonly Block[] {
  const { root } = thread;
  // Folded, nothing is placed, so there is no reason to give.
  const placement = rendering.mode === 'folded' ? null : thread.placement;
  const top = joinBlocks(rule, topElsewhere(rendering.words, root, placement));
  return [...commentBlocks(rendering, { comment: root, top }), ...replyBlocks(rendering, thread)];
}

/** Tells where the next thread begins. */
const rule = '---';

/** Replies in order of time, each quoted whole under who wrote it. */
export function replyBlocks(
  rendering: Rendering,
  { root, replies }: DesiredThread,
): readonly Block[] {
  const { words } = rendering;
  return replies.flatMap(({ comment, parent }) => {
    const notes = parent === root ? [] : [inReplyTo(words, parent)];
    const top = commentHeader(words, comment, notes);
    return commentBlocks(rendering, { comment, top, wrap: words.quote });
  });
}

/** Above a root that stands on its line of the diff: the place is seen there, but for lines that are not in one piece of it. */
export function topOnLine(
  words: RenderWords,
  root: DesiredComment,
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
  root: DesiredComment,
  placement: Placement | null,
): string {
  if (root.inline === null) return commentHeader(words, root);
  const why = placement === null || placement.kind === 'line' ? '' : placement.why;
  return joinBlocks(
    commentHeader(words, root),
    quotedLocation(words, root.inline, why.trim() === '' ? null : why),
  );
}

/** The whole conversation, for the description. */
export function foldedBlocks(rendering: Rendering): readonly Block[] {
  const { threads } = rendering.pullRequest;
  if (rendering.mode !== 'folded' || threads.length === 0) return [];
  return [
    { markdown: '### Conversation on Bitbucket' },
    ...threads.flatMap((thread) => threadBlocks(rendering, thread)),
  ];
}
