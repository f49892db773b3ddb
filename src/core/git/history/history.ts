import { gitFailure } from '../errors/git-errors.ts';
import { eachLine } from '../objects/object-scan.ts';
import type { GitTool } from '../process/git-tool.ts';
import { CommitTable, type HistoryGraph, type ReadCommit } from './commit-table.ts';
import { isFullHash } from './hashes.ts';

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

/**
 * The commits that some commits reach and others do not, by one process, each after its parents. Hashes of what is no
 * commit, or not there, lead to nothing. Costs about 3 microseconds of our processor time a commit.
 */
export async function readHistory(options: {
  git: GitTool;
  directory: string;
  tips: Iterable<string>;
  /** Commits whose history is left out. */
  without: Iterable<string>;
  onCommit: (commit: ReadCommit) => void;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { git, directory, signal } = options;
  const tips = [...new Set(options.tips)].filter(isFullHash);
  if (tips.length === 0) return;
  const input = [...tips, ...Array.from(options.without, (hash) => `^${hash}`)];
  const outcome = await git.stream({
    args: [
      'rev-list',
      '--topo-order',
      '--reverse',
      '--timestamp',
      '--parents',
      '--ignore-missing',
      '--stdin',
    ],
    repository: directory,
    input: `${input.join('\n')}\n`,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [time, hash = '', ...parents] = line.split(' ');
        options.onCommit({ hash, time: Number(time), parents });
      }),
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Reading the history of', subject: 'the local mirror' });
  }
}
