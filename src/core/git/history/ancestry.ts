import type { MirrorOptions } from '../process/mirror-command.ts';
import type { HistoryGraph } from './commit-table.ts';
import { createHistory, type History } from './history.ts';
import { ancestorsOf, mergeBase, mergeBaseWith, reachableFrom } from './history-graph.ts';

interface GraphOptions extends MirrorOptions {
  /** Of this mirror, where more than one question is asked. */
  readonly history?: History;
}

/** From so many pairs on it pays to mark the whole history of the commit that they share. */
const manyPairs = 8;

/**
 * The best common ancestor of each pair of full hashes, in the order of the pairs; `null` where there is none, or one
 * of them is no commit of the mirror. One process for all of them: the history is read once, and compared here.
 */
export async function mergeBases(
  options: GraphOptions & { readonly pairs: readonly { readonly a: string; readonly b: string }[] },
): Promise<readonly (string | null)[]> {
  const { pairs } = options;
  const graph = await graphOf(
    options,
    pairs.flatMap(({ a, b }) => [a, b]),
  );
  const positions = pairs.map(({ a, b }): Pair | null => {
    const one = graph.find(a);
    const other = graph.find(b);
    return one === null || other === null ? null : [one, other];
  });
  return basesOf(graph, positions).map((at) => (at === null ? null : graph.hashOf(at)));
}

/**
 * For each pair of full hashes whether `ancestor` is reachable from `descendant`; a commit is from itself, and what is
 * no commit of the mirror from nothing. One process for all of them, and one walk for each descendant.
 */
export async function areAncestors(
  options: GraphOptions & {
    readonly pairs: readonly { readonly ancestor: string; readonly descendant: string }[];
  },
): Promise<readonly boolean[]> {
  const { pairs } = options;
  const graph = await graphOf(
    options,
    pairs.map(({ descendant }) => descendant),
  );
  const reached = new Map<string, ReadonlySet<number>>();
  for (const [descendant, group] of Map.groupBy(pairs, (pair) => pair.descendant)) {
    const from = graph.find(descendant);
    const wanted = group.flatMap(({ ancestor }) => graph.find(ancestor) ?? []);
    if (from !== null) reached.set(descendant, reachableFrom(graph, from, wanted));
  }
  return pairs.map(({ ancestor, descendant }) => {
    const position = graph.find(ancestor);
    return position !== null && reached.get(descendant)?.has(position) === true;
  });
}

function graphOf(options: GraphOptions, tips: readonly string[]): Promise<HistoryGraph> {
  return (options.history ?? createHistory(options)).graphOf(tips, options.signal);
}

type Pair = readonly [number, number];

function basesOf(graph: HistoryGraph, pairs: readonly (Pair | null)[]): (number | null)[] {
  const uses = new Map<number, number>();
  for (const position of pairs.flatMap((pair) => pair ?? [])) {
    uses.set(position, (uses.get(position) ?? 0) + 1);
  }
  const bases: (number | null)[] = pairs.map(() => null);
  for (const [shared, indexes] of Map.groupBy(pairs.keys(), (at) => mostUsed(pairs[at], uses))) {
    if (shared === null) continue;
    const ancestors = (uses.get(shared) ?? 0) < manyPairs ? null : ancestorsOf(graph, shared);
    for (const index of indexes) {
      const [one, other] = pairs[index] ?? [shared, shared];
      bases[index] =
        ancestors === null
          ? mergeBase(graph, one, other)
          : mergeBaseWith(graph, ancestors, one === shared ? other : one);
    }
  }
  return bases;
}

function mostUsed(pair: Pair | null | undefined, uses: ReadonlyMap<number, number>): number | null {
  if (!pair) return null;
  const [one, other] = pair;
  return (uses.get(other) ?? 0) > (uses.get(one) ?? 0) ? other : one;
}
