import { diffArguments, type FileDiff, parseDiff } from '../../../git/diff/parse-diff.ts';
import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubRepository } from '../../records.ts';
import { commitsBetween } from './compare.ts';

/** Diffs that were asked for lately: comments of a pull request come one after the other. */
export interface Diffs {
  of(options: DiffOptions): Promise<ReadonlyMap<string, FileDiff>>;
  /** Commits that head has and base has not. */
  commits(options: DiffOptions): Promise<readonly string[]>;
}

interface DiffOptions {
  readonly tools: GitTools;
  readonly repository: GithubRepository;
  readonly base: string;
  readonly head: string;
}

const kept = 64;

export function createDiffs(): Diffs {
  const files = createCache<ReadonlyMap<string, FileDiff>>();
  const commits = createCache<readonly string[]>();
  return {
    of: ({ tools, repository, base, head }) =>
      files.get(keyOf(repository, base, head), async () => {
        const args = [...diffArguments, `${base}...${head}`, '--'];
        return parseDiff(await runGit(tools, repository.directory, args));
      }),
    commits: ({ tools, repository, base, head }) =>
      commits.get(keyOf(repository, base, head), () =>
        commitsBetween(tools, repository.directory, { base, head }),
      ),
  };
}

function keyOf(repository: GithubRepository, base: string, head: string): string {
  return `${repository.id} ${base} ${head}`;
}

/** The least lately used goes first. */
function createCache<Value>() {
  const entries = new Map<string, Promise<Value>>();
  return {
    get(key: string, make: () => Promise<Value>): Promise<Value> {
      const known = entries.get(key);
      entries.delete(key);
      const value = known ?? make();
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > kept && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}
