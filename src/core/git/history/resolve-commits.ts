import { randomBytes } from 'node:crypto';
import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { eachLine } from '../objects/object-scan.ts';
import type { GitTool } from '../process/git-tool.ts';
import { isHash } from './hashes.ts';

export interface ResolveCommits {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** Perhaps abbreviated; what is no hash at all is answered with `null`. */
  readonly hashes: Iterable<string>;
  readonly signal?: AbortSignal;
}

/**
 * Full hashes of abbreviated ones, all by one process. `null`: not in the mirror, ambiguous, or not a commit.
 * @throws what isDamagedMirror() knows
 */
export function resolveCommits(
  options: ResolveCommits,
): Promise<ReadonlyMap<string, string | null>> {
  return onMirror(options, () => resolved(options));
}

async function resolved(options: ResolveCommits): Promise<ReadonlyMap<string, string | null>> {
  const { git, directory, signal } = options;
  const found = new Map<string, string | null>();
  for (const hash of options.hashes) found.set(hash, null);
  const asked = [...found.keys()].filter(isHash);
  if (asked.length === 0) return found;
  let next = 0;
  const outcome = await git.stream({
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
    repository: directory,
    input: asked.map(describeOutput()).join(''),
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [full, type] = line.split(' ');
        const hash = asked[next];
        next += 1;
        if (hash === undefined || full === undefined || type !== 'commit') return;
        if (full.startsWith(hash)) found.set(hash, full);
      }),
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Looking up commits of', subject: 'the local mirror' });
  }
  return found;
}

/**
 * A branch may be called `0123456789ab`, and git would take the name for that branch. `<name>-<number>-g<hash>` is how
 * git-describe(1) names a commit: only the hash is looked at, if no ref has just that name. Nobody can have made one,
 * because nobody knows the name.
 */
function describeOutput(): (hash: string) => string {
  const name = randomBytes(8).toString('hex');
  return (hash) => `${name}-0-g${hash}\n`;
}
