import { MigratorError } from '../../kernel/errors.ts';

/** Variables that do not suffice, or contradict each other. */
export function incomplete(message: string, hint: string): MigratorError {
  return new MigratorError('configuration', message, { hint });
}
