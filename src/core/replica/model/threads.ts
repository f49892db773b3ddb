import type { SourceComment } from '../../ports/records/pull-request.ts';

/** A first comment with everything that answers it, at any depth. */
export interface Thread<Comment> {
  readonly root: Comment;
  /** Where it stands in the order of time of the whole conversation. */
  readonly position: number;
  /** In order of time, deleted ones left out. */
  readonly replies: readonly ThreadReply<Comment>[];
}

export interface ThreadReply<Comment> {
  readonly comment: Comment;
  /** Comment that it answers: the root, another reply, or one that was deleted. */
  readonly parent: Comment;
  readonly position: number;
}

/**
 * The flat list as threads of one level, in order of time. What answers something comes after it, whatever the clocks
 * said. Threads of which nothing is left but deleted comments are left out. A comment whose parent is missing begins a
 * thread; where parents go round in a circle the oldest of them does. An id that comes again is the same comment.
 */
export function threadsOf(comments: readonly SourceComment[]): readonly Thread<SourceComment>[] {
  const threads = new Map<
    SourceComment,
    { position: number; replies: ThreadReply<SourceComment>[] }
  >();
  for (const [position, { comment, parent, root }] of linkComments(comments).entries()) {
    if (parent === null) threads.set(comment, { position, replies: [] });
    else if (!comment.isDeleted) threads.get(root)?.replies.push({ comment, parent, position });
  }
  return [...threads]
    .map(([root, thread]) => ({ root, ...thread }))
    .filter(({ root, replies }) => !root.isDeleted || replies.length > 0);
}

/** The comments that the diff is asked for a place for. */
export function inlineRoots(comments: readonly SourceComment[]): readonly SourceComment[] {
  return threadsOf(comments)
    .map(({ root }) => root)
    .filter(({ inline }) => inline !== null);
}

/** A comment with what it answers; `null` and itself for one that begins a thread. */
interface LinkedComment {
  readonly comment: SourceComment;
  readonly parent: SourceComment | null;
  readonly root: SourceComment;
}

/** In order of time, parents before what answers them. No recursion: chains may be thousands long. */
export function linkComments(comments: readonly SourceComment[]): readonly LinkedComment[] {
  const byId = new Map<string, Node>();
  for (const comment of comments) {
    if (byId.has(comment.id)) continue;
    byId.set(comment.id, new Node(comment, byId.size));
  }
  const nodes = [...byId.values()];
  for (const node of nodes) {
    const { parentId } = node.comment;
    node.parent = parentId === null ? null : (byId.get(parentId) ?? null);
  }
  for (const node of nodes) settle(node);
  return nodes.sort(compare).map((node) => ({
    comment: node.comment,
    parent: node.parent?.comment ?? null,
    root: (node.root ?? node).comment,
  }));
}

class Node {
  readonly comment: SourceComment;
  readonly index: number;
  parent: Node | null = null;
  /** Known once settled, as are the next two. */
  root: Node | null = null;
  depth = 0;
  /** Milliseconds; never before its parent's. A time that cannot be read counts as long ago. */
  time: number;

  constructor(comment: SourceComment, index: number) {
    this.comment = comment;
    this.index = index;
    const time = Date.parse(comment.createdAt);
    this.time = Number.isNaN(time) ? 0 : time;
  }
}

function settle(node: Node): void {
  const path = upwards(node);
  for (const next of path.reverse()) {
    const { parent } = next;
    next.root = parent?.root ?? next;
    if (parent === null) continue;
    next.depth = parent.depth + 1;
    next.time = Math.max(next.time, parent.time);
  }
}

/** From the node to the last that is not settled yet; a circle is opened above its oldest member. */
function upwards(start: Node): Node[] {
  const path = new Set<Node>();
  for (let node: Node | null = start; node !== null && node.root === null; node = node.parent) {
    if (path.has(node)) {
      oldestOfCircle(node).parent = null;
      return upwards(start);
    }
    path.add(node);
  }
  return [...path];
}

function oldestOfCircle(member: Node): Node {
  let oldest = member;
  for (let node = member.parent; node !== null && node !== member; node = node.parent) {
    if (compare(node, oldest) < 0) oldest = node;
  }
  return oldest;
}

function compare(a: Node, b: Node): number {
  return a.time - b.time || a.depth - b.depth || a.index - b.index;
}
