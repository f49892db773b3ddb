import type { MigratorError } from '../core/errors.ts';
import type { Program } from '../core/program.ts';

/** Where the log that was asked for tells what a command ended with. */
export interface FailureLog {
  write(error: MigratorError): void;
  close(): void;
}

/**
 * The file of --log-file, beside what the command itself writes into it: commands that ask no host have nothing else to log.
 * @throws `usage` if it cannot be written, before the command does anything
 */
export async function failureLog(
  path: string,
  { clock, redactor }: Pick<Program, 'clock' | 'redactor'>,
): Promise<FailureLog> {
  const { openLogFile } = await import('../core/report/log-file.ts');
  const file = openLogFile(path);
  return {
    write({ code, message, hint }) {
      const words = redactor.text(message);
      const fields = { code, ...(hint === null ? {} : { hint: redactor.text(hint) }) };
      file.write({ type: 'log', level: 'error', message: words, fields, at: clock.now() });
    },
    close: file.close,
  };
}
