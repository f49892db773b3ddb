import { gitFailure } from '../errors/git-errors.ts';
import { isFullHash } from '../history/hashes.ts';
import type { GitStreamCall } from '../process/git-tool.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';

/** The author of our own commits. Nobody's address: `.invalid` can never be registered. */
export const ownIdentity = 'migrator <migrator@migrator.invalid>';

/**
 * Our identity as author and committer.
 * @param date milliseconds since 1970: the same commit with the same date always has the same hash
 */
export function ownSignature(date: number): string {
  return `${ownIdentity} ${Math.floor(date / 1000)} +0000`;
}

/**
 * Runs git-fast-import(1) in a mirror.
 * @returns the hashes that the commands print with `get-mark`
 */
export async function fastImport(
  { git, directory, signal }: MirrorOptions,
  options: { input: GitStreamCall['input']; doing: string; hashes: number },
): Promise<readonly string[]> {
  const { input, doing } = options;
  const outcome = await git.stream({
    args: ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    repository: directory,
    input,
    signal,
  });
  const hashes = outcome.stdout.split('\n').filter((line) => line !== '');
  const isComplete = hashes.length === options.hashes && hashes.every(isFullHash);
  if (outcome.exitCode === 0 && isComplete) return hashes;
  throw gitFailure(outcome, { doing, subject: 'the local mirror' });
}
