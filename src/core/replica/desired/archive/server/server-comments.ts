import type { ServerAnchor } from '../../../../archive/records/server/shapes.ts';
import { recordNumber } from '../../../../archive/write/addresses.ts';
import type { DesiredComment, DesiredThread } from '../../../model/desired-pull-request.ts';
import { quoteAnswered } from '../../render/parts/render-comment.ts';
import { quotedLocation } from '../../render/parts/render-location.ts';
import { commentBodies, descriptionBodies } from '../archive-texts.ts';
import { fileNote, type PlacedThread, pathOf, placeThreads } from '../github/render-threads.ts';
import { verdictKeys, verdictsOf, withdrawnText } from '../github/render-verdicts.ts';
import { milliseconds, type ServerRendering } from './server-rendering.ts';

/** A comment of an export with its replies, before it is written. */
export interface SaidComment {
  readonly id: string;
  /** Reference of who wrote it. */
  readonly by: string;
  at: number;
  /** Last change. */
  readonly editedAt: number;
  readonly text: string;
  readonly replies: SaidComment[];
}

/** A first comment. */
export interface SaidThread extends SaidComment {
  /** `null` in the conversation. */
  readonly anchor: ServerAnchor | null;
  readonly resolvedAt: number | null;
}

/** Deeper replies answer the one at this depth: GitHub shows one level, and no reader of JSON takes thousands. */
export const deepest = 50;

/** Everything that was said about a pull request, oldest first. Pure but for `people`. */
export function serverComments(rendering: ServerRendering): readonly SaidThread[] {
  const { placed, spoken } = placeThreads(rendering);
  return [
    ...plainComments(rendering),
    ...placed.map((one) => placedThread(rendering, one)),
    ...spoken.map((thread) => spokenThread(rendering, thread)),
  ].sort((one, other) => one.at - other.at);
}

/** Comments that the source does not have: the rest of a long description, verdicts that count no more, and why it was declined. */
function plainComments(rendering: ServerRendering): readonly SaidThread[] {
  const { pullRequest, people, words } = rendering;
  const { number, author, createdAt, closing, reason } = pullRequest;
  const [, ...further] = descriptionBodies(rendering);
  const said = further.map((text, index) => {
    return { key: `description ${number}/${index}`, by: author, at: createdAt, text };
  });
  const verdicts = verdictsOf(rendering);
  const keys = verdictKeys(verdicts);
  for (const [index, verdict] of verdicts.entries()) {
    const text = withdrawnText(words, verdict);
    if (text !== null) said.push({ ...verdict, key: `verdict ${number}/${keys[index]}`, text });
  }
  if (reason !== null && closing !== null)
    said.push({ ...closing, key: `reason ${number}`, text: reason.markdown });
  return said.map(({ key, by, at, text }) => {
    const time = milliseconds(at);
    const times = { at: time, editedAt: time };
    const comment = { id: `${recordNumber(key)}`, by: people.addressOf(by), ...times, text };
    return { ...comment, replies: [], anchor: null, resolvedAt: null };
  });
}

function placedThread(rendering: ServerRendering, one: PlacedThread): SaidThread {
  const { thread } = one;
  return threadOf(rendering, thread, {
    anchor: anchorOf(rendering, one),
    top: fileNote(one),
    topOfReply: () => null,
  });
}

function spokenThread(rendering: ServerRendering, thread: DesiredThread): SaidThread {
  const { words } = rendering;
  const { root, placement } = thread;
  const why = placement === null || placement.kind === 'line' ? null : placement.why;
  return threadOf(rendering, thread, {
    anchor: null,
    top: root.inline === null ? null : quotedLocation(words, root.inline, why || null),
    // GitHub's conversation has no replies: the quote says what this answers.
    topOfReply: (parent) => quoteAnswered(words, { parent, root }),
  });
}

function anchorOf(
  { commits }: ServerRendering,
  { thread, commit, at }: PlacedThread,
): ServerAnchor {
  const last = at.hunk.slice(at.hunk.lastIndexOf('\n') + 1);
  const isLeft = at.side === 'left';
  return {
    diffType: 'EFFECTIVE',
    fileType: isLeft ? 'FROM' : 'TO',
    fromHash: commits.base,
    line: at.line,
    lineType: last.startsWith(' ') ? 'CONTEXT' : isLeft ? 'REMOVED' : 'ADDED',
    orphaned: commit !== commits.head,
    path: pathOf(thread),
    toHash: commit,
  };
}

function threadOf(
  rendering: ServerRendering,
  { root, replies }: DesiredThread,
  options: {
    readonly anchor: ServerAnchor | null;
    readonly top: string | null;
    readonly topOfReply: (parent: DesiredComment) => string | null;
  },
): SaidThread {
  const { anchor, top, topOfReply } = options;
  const first = commentOf(rendering, root, { top, notBefore: 0 });
  const known = new Map([[root, { said: first, depth: 0 }]]);
  for (const { comment, parent } of replies) {
    const answered = known.get(parent) ?? { said: first, depth: 0 };
    const notBefore = answered.said.at;
    const said = commentOf(rendering, comment, { top: topOfReply(parent), notBefore });
    answered.said.replies.push(said);
    const isDeepest = answered.depth + 1 >= deepest;
    known.set(comment, isDeepest ? answered : { said, depth: answered.depth + 1 });
  }
  const { resolution } = root;
  const resolved = resolution?.at ?? rendering.pullRequest.updatedAt;
  return { ...first, anchor, resolvedAt: resolution === null ? null : milliseconds(resolved) };
}

/** Renders a comment. A text that is too long for GitHub continues in replies. */
function commentOf(
  rendering: ServerRendering,
  comment: DesiredComment,
  { top, notBefore }: { readonly top: string | null; readonly notBefore: number },
): SaidComment {
  const { key, author, isDeleted, createdAt, updatedAt } = comment;
  const at = Math.max(milliseconds(createdAt), notBefore);
  const editedAt = Math.max(milliseconds(updatedAt), at);
  const by = rendering.people.addressOf(isDeleted ? null : author);
  const parts = commentBodies(rendering, comment, top).map((text, index): SaidComment => {
    const id = index === 0 ? idOf(comment) : `${recordNumber(`${key} ${index}`)}`;
    return { id, by, at, editedAt, text, replies: [] };
  });
  const [first = { id: idOf(comment), by, at, editedAt, text: '', replies: [] }, ...rest] = parts;
  first.replies.push(...rest);
  return first;
}

/** The source's own number. */
function idOf({ id, key }: DesiredComment): string {
  return /^\d{1,15}$/.test(id) ? id : `${recordNumber(key)}`;
}
