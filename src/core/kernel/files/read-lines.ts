import { open } from 'node:fs/promises';
import { MigratorError } from '../errors.ts';

/** Longer lines are nothing that this program has written. */
const longestLine = 64 * 1024 * 1024;

/**
 * The lines of a file that a person named, without their ends, however large it is. A last line without an end counts.
 * @throws `input-file` if it cannot be read, is not UTF-8, or a line is too long
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    await using file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile()) throw refusal(path, 'is not a file');
    let rest = '';
    for await (const bytes of file.createReadStream({ autoClose: false })) {
      const parts = (rest + decoder.decode(bytes as Buffer, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      if (rest.length > longestLine) throw refusal(path, 'has a line that is too long');
      yield* parts;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (error instanceof MigratorError) throw error;
    const { code = 'unknown reason' } = error as { code?: string };
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw refusal(path, 'is not UTF-8 text');
    throw refusal(path, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`, error);
  }
}

function refusal(path: string, why: string, cause?: unknown): MigratorError {
  return new MigratorError('input-file', `The file ${path} ${why}`, {
    hint: 'Check its path.',
    cause,
  });
}
