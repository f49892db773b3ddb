import { parseDocument } from '../kernel/documents/parse-document.ts';
import { MigratorError } from '../kernel/errors.ts';
import type { NamedFile } from '../kernel/files/check-outputs.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import { type Config, configFileSchema } from './config-schema.ts';

/** The file that is read without being named, if it is in the current folder. */
export const defaultConfigFile = 'migrator.yaml';

const maxConfigBytes = 1_000_000;

/**
 * The configuration file's values; an empty object where no file was named and none is in the current folder.
 * @throws `configuration` with line and column of every problem
 */
export async function loadConfig(path: string | undefined): Promise<Config> {
  const file = {
    path: path ?? defaultConfigFile,
    what: 'configuration',
    code: 'configuration',
  } as const;
  let text: string;
  try {
    text = await readTextFile({ ...file, maxBytes: maxConfigBytes });
  } catch (error) {
    const isMissing =
      error instanceof MigratorError && (error.cause as { code?: string })?.code === 'ENOENT';
    if (path === undefined && isMissing) return {};
    throw error;
  }
  return parseDocument({ ...file, text, format: 'yaml', schema: configFileSchema });
}

/** The files that any command may use in addition to its own, and that no result goes to. */
export function commonInputs(
  flags: { readonly config?: string | undefined },
  { log }: { readonly log: { readonly path: string } | null },
): readonly NamedFile[] {
  return [
    { flag: '--config', path: flags.config ?? defaultConfigFile },
    { flag: '--log-file', path: log?.path },
  ];
}
