import { onMirror } from '../errors/damaged-mirror.ts';
import type { GitTool } from '../process/git-tool.ts';
import type { HistoryGraph } from './commit-table.ts';
import { createHistory, type History } from './history.ts';
import { ancestorsOf, mergeBase, mergeBaseWith, reachableFrom } from './history-graph.ts';

export interface MergeBases {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** Full hashes. */
  readonly pairs: readonly { readonly a: string; readonly b: string }[];
  /** Of this mirror, where more than one question is asked. */
  readonly history?: History;
  readonly signal?: AbortSignal;
}

/** From so many pairs on it pays to mark the whole history of the commit that they share. */
const manyPairs = 8;

/**
 * The best common ancestor of each pair, in the order of the pairs; `null` where there is none, or one of them is no
 * commit of the mirror. One process for all of them: the history is read once, and compared here.
 * @throws what isDamagedMirror() knows
 */
export function mergeBases(options: MergeBases): Promise<readonly (string | null)[]> {
  const { git, directory, pairs, signal } = options;
  return onMirror(options, async () => {
    const tips = pairs.flatMap(({ a, b }) => [a, b]);
    const graph = await (options.history ?? createHistory({ git, directory })).graphOf(
      tips,
      signal,
    );
    const positions = pairs.map(({ a, b }): Pair | null => {
      const one = graph.find(a);
      const other = graph.find(b);
      return one === null || other === null ? null : [one, other];
    });
    return basesOf(graph, positions).map((at) => (at === null ? null : graph.hashOf(at)));
  });
}

type Pair = readonly [number, number];

function basesOf(graph: HistoryGraph, pairs: readonly (Pair | null)[]): (number | null)[] {
  const uses = new Map<number, number>();
  for (const position of pairs.flatMap((pair) => pair ?? [])) {
    uses.set(position, (uses.get(position) ?? 0) + 1);
  }
  /** Indexes of the pairs that share a commit, by that commit. */
  const groups = new Map<number, number[]>();
  const bases = pairs.map((pair, index) => {
    if (pair === null) return null;
    const shared = mostUsed(pair, uses);
    if ((uses.get(shared) ?? 0) < manyPairs) return mergeBase(graph, ...pair);
    const group = groups.get(shared) ?? [];
    group.push(index);
    groups.set(shared, group);
    return null;
  });
  for (const [shared, indexes] of groups) {
    const ancestors = ancestorsOf(graph, shared);
    for (const index of indexes) {
      const [one, other] = pairs[index] ?? [shared, shared];
      bases[index] = mergeBaseWith(graph, ancestors, one === shared ? other : one);
    }
  }
  return bases;
}

function mostUsed([one, other]: Pair, uses: ReadonlyMap<number, number>): number {
  return (uses.get(other) ?? 0) > (uses.get(one) ?? 0) ? other : one;
}

export interface AreAncestors {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** Full hashes. */
  readonly pairs: readonly { readonly ancestor: string; readonly descendant: string }[];
  /** Of this mirror, where more than one question is asked. */
  readonly history?: History;
  readonly signal?: AbortSignal;
}

/**
 * For each pair whether `ancestor` is reachable from `descendant`; a commit is from itself, and what is no commit of
 * the mirror from nothing. One process for all of them, and one walk for each descendant.
 * @throws what isDamagedMirror() knows
 */
export function areAncestors(options: AreAncestors): Promise<readonly boolean[]> {
  const { git, directory, pairs, signal } = options;
  return onMirror(options, async () => {
    const tips = pairs.map(({ descendant }) => descendant);
    const graph = await (options.history ?? createHistory({ git, directory })).graphOf(
      tips,
      signal,
    );
    const wanted = new Map<string, Set<number>>();
    for (const { ancestor, descendant } of pairs) {
      const position = graph.find(ancestor);
      if (position === null) continue;
      wanted.set(descendant, (wanted.get(descendant) ?? new Set()).add(position));
    }
    const reached = new Map<string, Set<number>>();
    for (const [descendant, positions] of wanted) {
      const from = graph.find(descendant);
      if (from !== null) reached.set(descendant, reachableFrom(graph, from, positions));
    }
    return pairs.map(({ ancestor, descendant }) => {
      const position = graph.find(ancestor);
      return position !== null && reached.get(descendant)?.has(position) === true;
    });
  });
}
