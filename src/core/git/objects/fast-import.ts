import { gitFailure } from '../errors/git-errors.ts';
import { isFullHash } from '../formats/hashes.ts';
import type { GitStreamCall } from '../process/git-tool.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

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
  mirror: MirrorOptions,
  options: { input: GitStreamCall['input']; doing: string; hashes: number },
): Promise<readonly string[]> {
  const { input, doing } = options;
  const args = ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'];
  const stdout = await runInMirror(mirror, { args, input, doing });
  const hashes = stdout.split('\n').filter((line) => line !== '');
  if (hashes.length === options.hashes && hashes.every(isFullHash)) return hashes;
  throw gitFailure({ exitCode: 0, stdout, stderr: '' }, { doing, subject: 'the local mirror' });
}
