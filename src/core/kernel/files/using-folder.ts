import { MigratorError, toMigratorError } from '../errors.ts';

/**
 * Work in the folder in which discovery keeps what it has found out.
 * @throws `state` if the folder cannot be used, `disk-full`
 */
export async function usingFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = toMigratorError(cause);
    if (error.code !== 'unexpected') throw error;
    const code = (cause as { code?: string }).code ?? 'unknown reason';
    throw new MigratorError('state', `What discovery keeps in ${folder} cannot be used (${code})`, {
      hint: 'Check that you may read and write there, or set MIGRATOR_STATE_DIR to another folder.',
      cause,
    });
  }
}
