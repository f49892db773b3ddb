import { randomBytes } from 'node:crypto';
import { isHash } from '../formats/hashes.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

/**
 * Full hashes of abbreviated ones, all by one process. `null`: no hash, not in the mirror, ambiguous, or not a commit.
 */
export async function resolveCommits(
  options: MirrorOptions & { readonly hashes: Iterable<string> },
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const hash of options.hashes) found.set(hash, null);
  const asked = [...found.keys()].filter(isHash);
  if (asked.length === 0) return found;
  // A branch may be called `0123456789ab`, and git would take the name for that branch. `<name>-<number>-g<hash>` is
  // how git-describe(1) names a commit: only the hash counts, unless a ref has just that name, which is random.
  const name = randomBytes(8).toString('hex');
  let next = 0;
  await runInMirror(options, {
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
    doing: 'Looking up commits in',
    lines: asked.map((hash) => `${name}-0-g${hash}`),
    onLine(line) {
      const [full, type] = line.split(' ');
      const hash = asked[next];
      next += 1;
      if (hash === undefined || full === undefined || type !== 'commit') return;
      if (full.startsWith(hash)) found.set(hash, full);
    },
  });
  return found;
}
