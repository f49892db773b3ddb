import { onMirror } from '../errors/damaged-mirror.ts';
import type { GitTool } from '../process/git-tool.ts';
import { createHistory, type History } from './history.ts';
import { reachableFrom } from './history-graph.ts';

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
