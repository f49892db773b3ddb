import { hasCode } from '../../kernel/errors.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { type ImportSource, sourceLabel } from './import-source.ts';
import type { ImportedText, ReadImport } from './imports-of.ts';

/** Files that a run has read, or is reading, from other repositories of the source. */
export type ReadFiles = Map<string, Promise<ImportedText>>;

/** More than the converter takes, so that it refuses what is cut. */
export const maxPipelineBytes = 2_500_000;

/**
 * Reads imported files from other repositories of the same workspace, as far as the credentials allow it: one request for each,
 * whichever repositories import it.
 */
export function sourceImports({
  source,
  workspace,
  files,
  signal,
}: {
  readonly source: Pick<SourceHost, 'readTextFile'>;
  readonly workspace: string;
  readonly files: ReadFiles;
  readonly signal: AbortSignal | undefined;
}): ReadImport {
  return async (asked) => {
    const label = sourceLabel(asked);
    const reading = files.get(label) ?? read(asked);
    files.set(label, reading);
    try {
      return await reading;
    } catch (error) {
      files.delete(label);
      throw error;
    }
  };

  async function read({ repository, ref, path }: ImportSource): Promise<ImportedText> {
    // Files of its own are read where the importing file was.
    if (repository === null || ref === null) return notFound;
    try {
      const wanted = { workspace, slug: repository, ref, path, signal };
      const text = await source.readTextFile({ ...wanted, maxBytes: maxPipelineBytes });
      return text === null ? notFound : { text };
    } catch (error) {
      if (hasCode(error, 'permission'))
        return { ...notFound, problem: 'which the token cannot read' };
      if (hasCode(error, 'not-found')) return notFound;
      throw error;
    }
  }
}

const notFound: ImportedText = {
  problem: 'which was not found',
  advice: 'Check its name, and that the token can read its repository.',
};
