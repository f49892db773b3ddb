import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { isFullHash } from '../history/hashes.ts';
import type { GitTool } from '../process/git-tool.ts';
import { ownIdentity } from '../process/own-identity.ts';

export interface NewFile {
  /** A name without folders. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** Holds nothing after the process has ended. */
const scratch = 'refs/migrator/scratch-files';

/**
 * Makes a commit in the mirror that has more files than the one before. No ref names it.
 * @param options.onto a full hash; `null` for a history that begins with it
 * @param options.date milliseconds since 1970: the same commit has the same hash, whenever it is made
 */
export function addFiles(options: {
  git: GitTool;
  /** The bare mirror. */
  directory: string;
  onto: string | null;
  files: readonly NewFile[];
  message: string;
  date: number;
  signal?: AbortSignal;
}): Promise<string> {
  return onMirror(options, async () => {
    const { git, directory, onto, signal } = options;
    if (onto !== null && !isFullHash(onto)) throw new TypeError('no full hash');
    const outcome = await git.stream({
      args: ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
      repository: directory,
      input: commands(options),
      signal,
    });
    const hash = outcome.stdout.trim();
    if (outcome.exitCode === 0 && isFullHash(hash)) return hash;
    throw gitFailure(outcome, { doing: 'Adding files in', subject: 'the local mirror' });
  });
}

async function* commands(
  options: Parameters<typeof addFiles>[0],
): AsyncGenerator<Uint8Array | string> {
  const { files, message, onto } = options;
  const by = `${ownIdentity} ${Math.floor(options.date / 1000)} +0000`;
  yield 'feature get-mark\n';
  yield `reset ${scratch}\ncommit ${scratch}\nmark :1\nauthor ${by}\ncommitter ${by}\n`;
  yield `data ${Buffer.byteLength(message)}\n${message}\n`;
  if (onto !== null) yield `from ${onto}\n`;
  for (const { path, content } of files) {
    if (!/^[\w][\w.-]{0,200}$/.test(path)) throw new TypeError('a path with more than a name');
    yield `M 100644 inline ${path}\ndata ${content.length}\n`;
    yield content;
    yield '\n';
  }
  const none = '0'.repeat(onto?.length ?? 40);
  yield `\nget-mark :1\nreset ${scratch}\nfrom ${none}\n\ndone\n`;
}

/** Names of the files that a commit has at its root. */
export function listFiles(options: {
  git: GitTool;
  directory: string;
  commit: string;
  signal?: AbortSignal;
}): Promise<ReadonlySet<string>> {
  return onMirror(options, async () => {
    const { git, directory, commit, signal } = options;
    if (!isFullHash(commit)) throw new TypeError('no full hash');
    const outcome = await git.stream({
      args: ['ls-tree', '-z', '--name-only', commit],
      repository: directory,
      signal,
    });
    if (outcome.exitCode === 0)
      return new Set(outcome.stdout.split('\0').filter((name) => name !== ''));
    throw gitFailure(outcome, { doing: 'Listing files of', subject: 'the local mirror' });
  });
}
