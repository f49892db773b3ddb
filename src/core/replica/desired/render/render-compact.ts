import type { DesiredComment, DesiredThread } from '../../model/desired-pull-request.ts';
import { conversationKey, reviewKey } from '../../model/keys.ts';
import type {
  CommentWrite,
  PlacedWrite,
  ReplyWrite,
  ReviewWrite,
} from '../../model/prepared-pull-request.ts';
import { batchReviews, madeBetween, type PlacedRoot } from './batch-reviews.ts';
import {
  nothingWritten,
  type RenderedConversation,
  type Rendering,
  roomOf,
  sealed,
} from './input/rendering.ts';
import { joinBlocks, link } from './parts/markdown-pieces.ts';
import { type Block, packBlocks } from './parts/pack-blocks.ts';
import { commentBlocks } from './parts/render-comment.ts';
import { splitComment } from './parts/split-comment.ts';
import { replyBlocks, threadBlocks, topElsewhere, topOnLine } from './parts/thread-blocks.ts';

/**
 * As few requests as there can be with comments on their lines: a thread is one comment, and all that has no line stands
 * in the first review's body, or in a comment where there is no review.
 */
export function renderCompact(rendering: Rendering): RenderedConversation {
  if (rendering.pullRequest.threads.length === 0) return nothingWritten;
  const onLines: PlacedRoot[] = [];
  const replies: ReplyWrite[] = [];
  const general: DesiredThread[] = [];
  for (const thread of rendering.pullRequest.threads) {
    const placed = renderThread(rendering, thread);
    if (placed === null) {
      general.push(thread);
      continue;
    }
    onLines.push({ root: thread.root, write: placed.write });
    replies.push(...placed.rest);
  }
  const resolved = onLines.filter(({ root }) => root.resolution !== null);
  const { reviews, comments } = withGeneral(rendering, batchReviews(rendering, onLines), general);
  return {
    reviews,
    fileComments: [],
    replies,
    comments,
    resolved: resolved.map(({ write }) => write.key),
  };
}

/** A thread as one comment on its line; `null` where it has none. */
function renderThread(
  rendering: Rendering,
  thread: DesiredThread,
): { write: PlacedWrite; rest: ReplyWrite[] } | null {
  const { root, placement } = thread;
  const { words } = rendering;
  if (placement?.kind !== 'line') return null;
  const { key, bodies, rest } = splitComment(rendering, {
    comment: root,
    tops: [topOnLine(words, root, placement), topElsewhere(words, root, placement)],
    continuedTop: (continued) => threadTop(root, continued),
    blocks: [
      ...commentBlocks(rendering, { comment: root, top: '' }),
      ...replyBlocks(rendering, thread),
    ],
  });
  const [body = '', otherwise = ''] = bodies;
  return {
    write: { key, body, placement, otherwise },
    rest: rest.map((part) => ({ ...part, rootKey: key, otherwise: part.body })),
  };
}

/** Names nobody: each text in a part of a thread stands under its own author. */
function threadTop(root: DesiredComment, continued: string): string {
  return [`Thread on Bitbucket, ${continued}`, link('original', root.webUrl)]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Puts what has no line into the first review, and what it does not hold into comments. */
function withGeneral(
  rendering: Rendering,
  reviews: readonly ReviewWrite[],
  general: readonly DesiredThread[],
): { reviews: readonly ReviewWrite[]; comments: readonly CommentWrite[] } {
  if (general.length === 0) return { reviews, comments: [] };
  const sentence = madeBetween(rendering, 'The conversation', commentsOf(general));
  const blocks = general.flatMap((thread) => threadBlocks(rendering, thread));
  const parts = packConversation(rendering, sentence, blocks);
  const [review = emptyReview(rendering), ...others] = reviews;
  // The first part stays where it is: written again it would come after the others.
  if (review === null || rendering.conversationIn === 'comment')
    return { reviews, comments: seal(rendering, parts, 1) };
  const [first = '', ...rest] = parts;
  const body = sealed(rendering, review.key, first);
  return { reviews: [{ ...review, body }, ...others], comments: seal(rendering, rest, 2) };
}

/** The first review as it stands, where the threads that it had are gone from the source. */
function emptyReview({ conversationIn, pullRequest }: Rendering): ReviewWrite | null {
  if (conversationIn !== 'review') return null;
  return { key: reviewKey(pullRequest, 1), commit: '', body: '', comments: [] };
}

function commentsOf(threads: readonly DesiredThread[]) {
  return threads
    .flatMap(({ root, position, replies }) => [{ comment: root, position }, ...replies])
    .sort((a, b) => a.position - b.position)
    .map(({ comment }) => comment);
}

function packConversation(
  rendering: Rendering,
  sentence: string,
  blocks: readonly Block[],
): readonly string[] {
  const { words } = rendering;
  const room = roomOf(rendering);
  const longest = Math.max(sentence.length, continued(9999, 9999).length) + 2;
  const parts = packBlocks(
    blocks,
    { first: room - longest, rest: room - longest },
    words.splitBody,
  );
  return parts.map((part, index) =>
    joinBlocks(index === 0 ? sentence : continued(index + 1, parts.length), part),
  );
}

function continued(part: number, of: number): string {
  return `The conversation on Bitbucket, continued, ${part} of ${of}`;
}

function seal(
  rendering: Rendering,
  parts: readonly string[],
  firstPart: number,
): readonly CommentWrite[] {
  return parts.map((part, index) => {
    const key = conversationKey(rendering.pullRequest, firstPart + index);
    return { key, body: sealed(rendering, key, part) };
  });
}
