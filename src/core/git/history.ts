import type { GitTool } from './git-tool.ts';
import { isFullHash } from './hashes.ts';
import { createHistoryGraph, type HistoryGraph } from './history-graph.ts';
import { readHistory } from './read-history.ts';

/** The history of one mirror: each part of it is read once, when it is asked for first. */
export interface History {
  /** A graph that holds at least what these commits reach; what is no commit leads to nothing. It only ever grows. */
  graphOf(tips: Iterable<string>, signal?: AbortSignal): Promise<HistoryGraph>;
}

/** @param directory the bare mirror; commits may be added to it meanwhile, but not taken away */
export function createHistory({ git, directory }: { git: GitTool; directory: string }): History {
  const known = new Set<string>();
  /** Commits that reach all others. */
  const heads = new Set<string>();
  const { graph, add } = createHistoryGraph();

  async function read(asked: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const tips = asked.filter((hash) => !known.has(hash) && !graph.positions.has(hash));
    if (tips.length === 0) return;
    for (const commit of await readHistory({ git, directory, tips, without: heads, signal })) {
      add(commit);
      for (const parent of commit.parents) heads.delete(parent);
      heads.add(commit.hash);
    }
    for (const hash of tips) known.add(hash);
  }

  let last: Promise<void> = Promise.resolve();
  return {
    async graphOf(tips, signal) {
      const asked = [...new Set(tips)].filter(isFullHash);
      // One after the other: what is read is what the one before has left.
      last = last.catch(() => undefined).then(() => read(asked, signal));
      await last;
      return graph;
    },
  };
}
