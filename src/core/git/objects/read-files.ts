import { isFullHash } from '../formats/hashes.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import { readNamed } from './read-objects.ts';

interface FileOfCommit {
  /** Full hash. */
  readonly commit: string;
  /** From the root, with slashes. */
  readonly path: string;
}

interface ReadFiles extends MirrorOptions {
  readonly files: readonly FileOfCommit[];
  /** Longer files are cut. */
  readonly maxBytes: number;
}

/**
 * Text of files as they are in commits, all by one process and in the order of `files`; `null` where there is no such
 * file.
 */
export async function readFiles(options: ReadFiles): Promise<readonly (string | null)[]> {
  const { files, maxBytes } = options;
  const texts: (string | null)[] = files.map(() => null);
  const asked = files.flatMap((file, index) => (canBeAsked(file) ? [{ ...file, index }] : []));
  await readNamed(options, {
    names: asked.map(({ commit, path }) => `${commit}:${path}`),
    doing: 'Reading files of',
    maxBytes,
    onAnswer(object, at) {
      const file = asked[at];
      if (file !== undefined && object?.type === 'blob') {
        texts[file.index] = object.content.toString('utf8');
      }
    },
  });
  return texts;
}

/** A line end would end the question; `./` would be looked for below the current folder. */
function canBeAsked({ commit, path }: FileOfCommit): boolean {
  return isFullHash(commit) && path !== '' && !/[\n\0]|^\.\.?\//.test(path);
}
