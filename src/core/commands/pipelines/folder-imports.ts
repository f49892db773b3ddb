import { realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { readTextFile } from '../../kernel/files/read-text-file.ts';
import type { ImportSource } from '../../pipelines/imports/import-source.ts';
import type { ImportedText, ReadImport } from '../../pipelines/imports/imports-of.ts';
import { maxPipelineBytes } from '../../pipelines/imports/source-imports.ts';

/**
 * Reads imported files from folders of this machine: those of the same repository from its folder, others from a folder of
 * their repository's name, with or without the ref, in `imports` or beside the repository.
 * @param given.repository the folder of the repository that imports
 */
export function folderImports(given: {
  readonly repository: string;
  readonly imports: string | undefined;
}): ReadImport {
  const own = resolve(given.repository);
  const around = [...(given.imports === undefined ? [] : [resolve(given.imports)]), dirname(own)];
  return async (source) => {
    const { repository, ref, path } = source;
    if (repository === null) return (await readBelow(own, path)) ?? missing(source);
    for (const folder of around) {
      const named = `${repository}@${ref?.replaceAll('/', '-')}`;
      const exact = await readBelow(join(folder, named), path);
      if (exact !== null) return exact;
      const clone = join(folder, repository);
      const found = await readBelow(clone, path);
      if (found !== null) return 'text' in found ? withNote(found.text, clone, source) : found;
    }
    return missing(source);
  };
}

function missing({ repository }: ImportSource): ImportedText {
  const advice =
    repository === null
      ? 'Check the path, then convert again.'
      : `Clone ${repository} beside this repository, or name the folder that has it with --imports.`;
  return { problem: 'which was not found', advice };
}

/** `null` where there is no such file. A link never leads out of the folder. */
async function readBelow(folder: string, path: string): Promise<ImportedText | null> {
  const root = await realpath(folder).catch(() => null);
  const file = root === null ? null : await realpath(join(root, path)).catch(() => null);
  if (root === null || file === null) return null;
  if (!file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
    const advice = 'Replace the link with the file, then convert again.';
    return { problem: 'which links to a file outside its repository', advice };
  }
  try {
    const what = 'imported file';
    return {
      text: await readTextFile({
        path: file,
        what,
        code: 'input-file',
        maxBytes: maxPipelineBytes,
      }),
    };
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    const advice = 'Check that it is a text file, and that you have read access.';
    return { problem: 'which cannot be read', advice };
  }
}

/** A clone has one ref checked out, which may be another than the one that is imported. */
async function withNote(
  text: string,
  clone: string,
  { repository, ref }: ImportSource,
): Promise<ImportedText> {
  const head = await readBelow(clone, '.git/HEAD');
  const [, branch, hash] =
    head !== null && 'text' in head
      ? (/^(?:ref: refs\/heads\/(.{1,200})|([0-9a-f]{40,64}))\n?$/.exec(head.text) ?? [])
      : [];
  const checkedOut = branch ?? hash;
  if (checkedOut === undefined || checkedOut === ref) return { text };
  const what = branch ?? `the commit ${hash?.slice(0, 12)}`;
  return {
    text,
    note: `The clone of ${repository} has ${what} checked out, which may not be ${ref}`,
  };
}
