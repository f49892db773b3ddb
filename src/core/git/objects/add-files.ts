import { isFullHash, nullHash } from '../formats/hashes.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { fastImport, ownSignature } from './fast-import.ts';

export interface NewFile {
  /** A name without folders, or in two of them. */
  readonly path: string;
  readonly content: Uint8Array;
}

interface AddFiles extends MirrorOptions {
  /** A full hash; `null` starts a history. */
  readonly onto: string | null;
  readonly files: readonly NewFile[];
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly date: number;
}

/** Empty after the process has ended. */
const scratch = 'refs/migrator/scratch-files';

/** Creates a commit in the mirror that adds files to its parent. No ref names it. */
export async function addFiles(options: AddFiles): Promise<string> {
  const { onto } = options;
  if (onto !== null && !isFullHash(onto)) throw new TypeError('not a full hash');
  const input = commands(options);
  const [hash = ''] = await fastImport(options, { input, doing: 'Adding files in', hashes: 1 });
  return hash;
}

/** Two folders at most. Git refuses `.git` in any case of letters. */
const plainPath = /^(?!(?:.*\/)?\.git(?:\/|$))(?:\.?\w[\w.-]{0,200}\/){0,2}\.?\w[\w.-]{0,200}$/i;

async function* commands(options: AddFiles): AsyncGenerator<Uint8Array | string> {
  const { files, message, onto } = options;
  const by = ownSignature(options.date);
  yield 'feature get-mark\n';
  yield `reset ${scratch}\ncommit ${scratch}\nmark :1\nauthor ${by}\ncommitter ${by}\n`;
  yield `data ${Buffer.byteLength(message)}\n${message}\n`;
  if (onto !== null) yield `from ${onto}\n`;
  for (const { path, content } of files) {
    if (!plainPath.test(path)) throw new TypeError('not a plain file name');
    yield `M 100644 inline ${path}\ndata ${content.length}\n`;
    yield content;
    yield '\n';
  }
  yield `\nget-mark :1\nreset ${scratch}\nfrom ${nullHash(onto ?? '')}\n\ndone\n`;
}

/** Names of the files at the root of a commit. */
export async function listFiles(
  options: MirrorOptions & { readonly commit: string },
): Promise<ReadonlySet<string>> {
  const { commit } = options;
  if (!isFullHash(commit)) throw new TypeError('not a full hash');
  const args = ['ls-tree', '-z', '--name-only', commit];
  const names = await runInMirror(options, { args, doing: 'Listing files of' });
  return new Set(names.split('\0').filter((name) => name !== ''));
}
