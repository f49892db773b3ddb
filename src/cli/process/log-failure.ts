import type { MigratorError } from '../../core/kernel/errors.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { Program } from '../../core/kernel/program.ts';
import type { LogFile } from '../../core/report/log-file.ts';

/** Writes what a command ended with into its log, to which commands that ask no host have written nothing else. */
export function logFailure(
  log: LogFile,
  { code, message, hint }: MigratorError,
  { clock, redactor, stderr }: Pick<Program, 'clock' | 'redactor' | 'stderr'>,
): void {
  const fields = { code, ...(hint === null ? {} : { hint: redactor.text(hint) }) };
  const warning = log.write({
    type: 'log',
    level: 'error',
    message: redactor.text(message),
    fields,
    at: clock.now(),
  });
  if (warning !== null) stderr.write(`${safe(`warning  ${warning}`)}\n`);
}
