import type { HistoryGraph } from './commit-table.ts';

/** Which of some commits are reachable from one: a commit is from itself. Pure; one walk for all of them. */
export function reachableFrom(
  graph: HistoryGraph,
  from: number,
  wanted: Iterable<number>,
): Set<number> {
  const open = new Set(wanted);
  // Whatever lies before the first wanted one leads to none of them.
  let first = Number.POSITIVE_INFINITY;
  for (const position of open) first = Math.min(first, position);
  const seen = new Set([from]);
  const stack = [from];
  const found = new Set<number>();
  for (let at = stack.pop(); at !== undefined && found.size < open.size; at = stack.pop()) {
    if (open.has(at)) found.add(at);
    for (const parent of parentsOf(graph, at)) {
      if (parent < first || seen.has(parent)) continue;
      seen.add(parent);
      stack.push(parent);
    }
  }
  return found;
}

/** Marks all commits that are reachable from one, itself among them: 1 at their positions. Pure. */
export function ancestorsOf(graph: HistoryGraph, from: number): Uint8Array {
  const marks = new Uint8Array(from + 1);
  marks[from] = 1;
  // Parents come before their children, so that one pass reaches all.
  for (let at = from; at >= 0; at -= 1) {
    if (marks[at] !== 1) continue;
    for (let index = 0; ; index += 1) {
      const parent = graph.parentOf(at, index);
      if (parent === null) break;
      marks[parent] = 1;
    }
  }
  return marks;
}

/**
 * Returns what mergeBase() finds, where the ancestors of one of the two are known: it costs only what the other has in
 * addition. Pure.
 */
export function mergeBaseWith(
  graph: HistoryGraph,
  ancestors: Uint8Array,
  other: number,
): number | null {
  const met = new Set<number>();
  const seen = new Set([other]);
  const stack = [other];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (ancestors[at] === 1) {
      met.add(at);
      continue;
    }
    for (const parent of parentsOf(graph, at)) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      stack.push(parent);
    }
  }
  return youngest(graph, withoutAncestors(graph, met));
}

/** Keeps the commits that none of the others reaches. */
function withoutAncestors(graph: HistoryGraph, commits: ReadonlySet<number>): Set<number> {
  const left = new Set(commits);
  for (const commit of [...commits].sort((one, two) => two - one)) {
    if (left.size === 1) break;
    if (!left.has(commit)) continue;
    for (const reached of reachableFrom(graph, commit, left)) {
      if (reached !== commit) left.delete(reached);
    }
  }
  return left;
}

function youngest(graph: HistoryGraph, commits: Iterable<number>): number | null {
  let best: number | null = null;
  for (const commit of commits) {
    if (best === null || graph.timeOf(commit) > graph.timeOf(best)) best = commit;
  }
  return best;
}

const fromA = 1;
const fromB = 2;
const both = fromA | fromB;
/** Reachable from a common ancestor that is nearer. */
const farther = 4;

/**
 * The best common ancestor of two commits: one that no other common ancestor reaches, and of several the youngest,
 * as git-merge-base(1) chooses. `null` if they have none in common. Pure.
 */
export function mergeBase(graph: HistoryGraph, a: number, b: number): number | null {
  const front = new Front();
  front.reach(a, fromA);
  front.reach(b, fromB);
  const best: number[] = [];
  for (let next = front.take(); next !== null; next = front.take()) {
    const { position, marks } = next;
    const isBest = marks === both;
    if (isBest) best.push(position);
    for (const parent of parentsOf(graph, position)) {
      front.reach(parent, isBest ? marks | farther : marks);
    }
  }
  return youngest(graph, best);
}

function parentsOf(graph: HistoryGraph, position: number): number[] {
  const parents: number[] = [];
  for (let index = 0; ; index += 1) {
    const parent = graph.parentOf(position, index);
    if (parent === null) return parents;
    parents.push(parent);
  }
}

/** Commits that have been reached and not yet looked at, with what is known of each. */
class Front {
  readonly #marks = new Map<number, number>();
  readonly #queue = new PositionQueue();
  /** How many of them may still be, or lead to, a best one. */
  #hopeful = 0;

  reach(position: number, marks: number): void {
    const before = this.#marks.get(position);
    const after = (before ?? 0) | marks;
    this.#marks.set(position, after);
    this.#hopeful += hope(after) - (before === undefined ? 0 : hope(before));
    if (before === undefined) this.#queue.add(position);
  }

  /** The next one, once all that reach it have been taken: its marks are final. `null` when no hope is left. */
  take(): { position: number; marks: number } | null {
    if (this.#hopeful === 0) return null;
    const position = this.#queue.take();
    if (position === null) return null;
    const marks = this.#marks.get(position) ?? 0;
    this.#hopeful -= hope(marks);
    return { position, marks };
  }
}

function hope(marks: number): number {
  return (marks & farther) === 0 ? 1 : 0;
}

/** Gives the highest position first: a binary heap. */
class PositionQueue {
  readonly #heap: number[] = [];

  add(position: number): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above] ?? 0;
      if (other >= position) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = position;
  }

  take(): number | null {
    const heap = this.#heap;
    const first = heap[0];
    const moved = heap.pop();
    if (first === undefined || moved === undefined) return null;
    if (heap.length > 0) this.#sink(moved);
    return first;
  }

  #sink(position: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const high = (heap[left + 1] ?? -1) > (heap[left] ?? -1) ? left + 1 : left;
      const child = heap[high];
      if (child === undefined || child <= position) break;
      heap[at] = child;
      at = high;
    }
    heap[at] = position;
  }
}
