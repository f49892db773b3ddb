import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';

/** A pipeline file, and the folder of its repository below the one that was named. */
export interface PipelinePath {
  readonly path: string;
  /** Empty for the folder itself. */
  readonly folder: string;
}

const name = 'bitbucket-pipelines.yml';

/**
 * The file itself; of a folder the file in it, and those in its folders, as where many clones lie beside each other.
 * @throws `input-file` if there is none
 */
export async function findPipelineFiles(path: string): Promise<readonly PipelinePath[]> {
  if (!(await isFolder(path))) return [{ path, folder: '' }];
  const entries = await readdir(path, { withFileTypes: true });
  const folders = [
    '',
    ...entries
      .filter((one) => one.isDirectory())
      .map((one) => one.name)
      .sort(),
  ];
  const found: PipelinePath[] = [];
  for (const folder of folders) {
    const file = join(path, folder, name);
    if (await isFile(file)) found.push({ path: file, folder });
  }
  if (found.length > 0) return found;
  throw new MigratorError('input-file', `${path} has no ${name}`, {
    hint: `Pass the file, or a folder that contains a clone. There is none in ${basename(path)} or its subfolders.`,
  });
}

/** @throws `input-file` */
export async function requireFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  throw new MigratorError('input-file', `--imports ${path} is not a folder`, {
    hint: 'Pass a folder with the repositories in subfolders called NAME or NAME@REF.',
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
