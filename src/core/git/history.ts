import type { GitTool } from './git-tool.ts';
import { isFullHash } from './hashes.ts';
import type { HistoryGraph } from './history-graph.ts';
import { readHistory } from './read-history.ts';

/** The history of one mirror, read as seldom as can be: every question about it needs all of it. */
export interface History {
  /** A graph that holds at least what these commits reach; what is no commit leads to nothing. */
  graphOf(tips: Iterable<string>, signal?: AbortSignal): Promise<HistoryGraph>;
}

/** @param directory the bare mirror; commits may be added to it meanwhile, but not taken away */
export function createHistory({ git, directory }: { git: GitTool; directory: string }): History {
  const known = new Set<string>();
  let reading: Promise<HistoryGraph> | null = null;
  return {
    async graphOf(tips, signal) {
      const asked = [...new Set(tips)].filter(isFullHash);
      const graph = reading === null ? null : await reading.catch(() => null);
      const isThere = (hash: string) => known.has(hash) || graph?.positions.has(hash) === true;
      if (graph !== null && asked.every(isThere)) return graph;
      for (const hash of asked) known.add(hash);
      reading = readHistory({ git, directory, tips: known, signal });
      return reading;
    },
  };
}
