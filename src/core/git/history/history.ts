import { isFullHash } from '../formats/hashes.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { CommitTable, type HistoryGraph, type ReadCommit } from './commit-table.ts';

/** The history of one mirror: each part of it is read once, when it is asked for first. */
export interface History {
  /** A graph that holds at least what these commits reach; what is no commit leads to nothing. It only ever grows. */
  graphOf(tips: Iterable<string>, signal?: AbortSignal): Promise<HistoryGraph>;
}

/** @param directory the bare mirror; commits may be added to it meanwhile, but not removed */
export function createHistory({ git, directory }: Omit<MirrorOptions, 'signal'>): History {
  const notCommits = new Set<string>();
  const table = new CommitTable();

  async function read(asked: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const tips = asked.filter((hash) => !notCommits.has(hash) && table.find(hash) === null);
    if (tips.length === 0) return;
    const without = [...table.heads()];
    // If reading fails half-way, what the table holds stays valid: parents come before their children.
    await readHistory({ git, directory, tips, without, signal, onCommit: (one) => table.add(one) });
    for (const hash of tips) if (table.find(hash) === null) notCommits.add(hash);
  }

  let last: Promise<void> = Promise.resolve();
  return {
    async graphOf(tips, signal) {
      const asked = [...new Set(tips)].filter(isFullHash);
      // One at a time: each reads only what the one before did not.
      last = last.catch(() => undefined).then(() => read(asked, signal));
      await last;
      return table;
    },
  };
}

/**
 * Reads the commits that `tips` reach and `without` do not, by one process, each after its parents. Hashes of what is no
 * commit, or not there, lead to nothing. Costs about 3 microseconds of our processor time a commit.
 */
async function readHistory(
  options: MirrorOptions & {
    tips: readonly string[];
    without: Iterable<string>;
    onCommit: (commit: ReadCommit) => void;
  },
): Promise<void> {
  const { tips, without, onCommit } = options;
  await runInMirror(options, {
    args: [
      'rev-list',
      '--topo-order',
      '--reverse',
      '--timestamp',
      '--parents',
      '--ignore-missing',
      '--stdin',
    ],
    doing: 'Reading the history of',
    lines: [...tips, ...Array.from(without, (hash) => `^${hash}`)],
    onLine(line) {
      const [time, hash = '', ...parents] = line.split(' ');
      onCommit({ hash, time: Number(time), parents });
    },
  });
}
