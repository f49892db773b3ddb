import type { GitTool } from '../process/git-tool.ts';
import { CommitTable, type HistoryGraph } from './commit-table.ts';
import { isFullHash } from './hashes.ts';
import { readHistory } from './read-history.ts';

/** The history of one mirror: each part of it is read once, when it is asked for first. */
export interface History {
  /** A graph that holds at least what these commits reach; what is no commit leads to nothing. It only ever grows. */
  graphOf(tips: Iterable<string>, signal?: AbortSignal): Promise<HistoryGraph>;
}

/** @param directory the bare mirror; commits may be added to it meanwhile, but not taken away */
export function createHistory({ git, directory }: { git: GitTool; directory: string }): History {
  /** Asked for, and no commits. */
  const known = new Set<string>();
  const table = new CommitTable();

  async function read(asked: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const tips = asked.filter((hash) => !known.has(hash) && table.find(hash) === null);
    if (tips.length === 0) return;
    const without = [...table.heads()];
    // What a reading that fails half-way has put in holds all the same: parents come before their children.
    await readHistory({ git, directory, tips, without, signal, onCommit: (one) => table.add(one) });
    for (const hash of tips) if (table.find(hash) === null) known.add(hash);
  }

  let last: Promise<void> = Promise.resolve();
  return {
    async graphOf(tips, signal) {
      const asked = [...new Set(tips)].filter(isFullHash);
      // One after the other: what is read is what the one before has left.
      last = last.catch(() => undefined).then(() => read(asked, signal));
      await last;
      return table;
    },
  };
}
