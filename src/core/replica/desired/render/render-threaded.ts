import type { DesiredComment, DesiredThread } from '../../model/desired-pull-request.ts';
import type { CommentWrite, PlacedWrite, ReplyWrite } from '../../model/prepared-pull-request.ts';
import type { ThreadReply } from '../../model/threads.ts';
import { batchReviews, type PlacedRoot } from './batch-reviews.ts';
import type { RenderedConversation, Rendering } from './input/rendering.ts';
import { joinBlocks } from './parts/markdown-pieces.ts';
import {
  commentBlocks,
  commentHeader,
  continuedHeader,
  inReplyTo,
  quoteAnswered,
} from './parts/render-comment.ts';
import { splitComment } from './parts/split-comment.ts';
import { topElsewhere, topOnLine } from './parts/thread-blocks.ts';

type Reply = ThreadReply<DesiredComment>;

/** Every comment on its own: threads on their lines, replies in them, the rest in the conversation in order of time. */
export function renderThreaded(rendering: Rendering): RenderedConversation {
  const onLines: PlacedRoot[] = [];
  const fileComments: PlacedWrite[] = [];
  const replies: ReplyWrite[] = [];
  const resolved: string[] = [];
  const comments: { position: number; write: CommentWrite }[] = [];

  for (const thread of rendering.pullRequest.threads) {
    const placed = renderPlaced(rendering, thread);
    if (placed === null) {
      comments.push(...renderInConversation(rendering, thread));
      continue;
    }
    if (placed.root.placement.kind === 'line') {
      onLines.push({ root: thread.root, write: placed.root });
    } else fileComments.push(placed.root);
    replies.push(...placed.replies);
    if (thread.root.resolution !== null) resolved.push(placed.root.key);
  }
  return {
    reviews: batchReviews(rendering, onLines).map((review) => ({ ...review, isBare: true })),
    fileComments,
    replies,
    resolved,
    comments: comments.sort((a, b) => a.position - b.position).map(({ write }) => write),
  };
}

/** `null` for a thread that has no place on the diff. */
function renderPlaced(
  rendering: Rendering,
  { root, replies, placement }: DesiredThread,
): { root: PlacedWrite; replies: ReplyWrite[] } | null {
  const { words } = rendering;
  if (placement === null || placement.kind === 'conversation') return null;
  const elsewhere = topElsewhere(words, root, placement);
  const top = placement.kind === 'line' ? topOnLine(words, root, placement) : elsewhere;
  const { key, bodies, rest } = splitComment(rendering, {
    comment: root,
    tops: [top, elsewhere],
    ...contentOf(rendering, root),
  });
  const [body = '', otherwise = ''] = bodies;
  const inThread = rest.map((part) => ({ ...part, rootKey: key, otherwise: part.body }));
  for (const reply of replies)
    inThread.push(...renderReply(rendering, { reply, root, rootKey: key }));
  return { root: { key, body, placement, otherwise }, replies: inThread };
}

function renderReply(
  rendering: Rendering,
  options: { reply: Reply; root: DesiredComment; rootKey: string },
): ReplyWrite[] {
  const { reply, root, rootKey } = options;
  const { words } = rendering;
  const { comment, parent } = reply;
  const notes = parent === root ? [] : [inReplyTo(words, parent)];
  const { key, bodies, rest } = splitComment(rendering, {
    comment,
    tops: [commentHeader(words, comment, notes), topOfAnswer(rendering, reply, root)],
    ...contentOf(rendering, comment),
  });
  const [body = '', otherwise = ''] = bodies;
  return [
    { key, rootKey, body, otherwise },
    ...rest.map((part) => ({ ...part, rootKey, otherwise: part.body })),
  ];
}

/** The conversation has no threads: what is answered is quoted. A deleted root without a place needs no comment. */
function renderInConversation(
  rendering: Rendering,
  thread: DesiredThread,
): { position: number; write: CommentWrite }[] {
  const { root, replies } = thread;
  const top = topElsewhere(rendering.words, root, thread.placement);
  const isWritten = !root.isDeleted || root.inline !== null;
  const all = [
    ...(isWritten ? [{ comment: root, position: thread.position, top }] : []),
    ...replies.map((reply) => ({
      comment: reply.comment,
      position: reply.position,
      top: topOfAnswer(rendering, reply, root),
    })),
  ];
  return all.flatMap(({ comment, position, top: above }) => {
    const { key, bodies, rest } = splitComment(rendering, {
      comment,
      tops: [above],
      ...contentOf(rendering, comment),
    });
    const [body = ''] = bodies;
    return [{ key, body }, ...rest].map((write) => ({ position, write }));
  });
}

/** A comment by itself: all of it is its author's, or says otherwise. */
function contentOf(rendering: Rendering, comment: DesiredComment) {
  const blocks = commentBlocks(rendering, { comment, top: '' });
  return {
    continuedTop: (continued: string) => continuedHeader(rendering.words, comment, continued),
    blocks: blocks.map((block, index) => (index === 0 ? { markdown: block.markdown } : block)),
  };
}

function topOfAnswer(rendering: Rendering, { comment, parent }: Reply, root: DesiredComment) {
  const { words } = rendering;
  return joinBlocks(commentHeader(words, comment), quoteAnswered(words, { parent, root }));
}
