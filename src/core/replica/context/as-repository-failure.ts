import { hasCode, type MigratorError, toMigratorError } from '../../kernel/errors.ts';

/**
 * A failure that concerns one repository: the others are looked at all the same.
 * @throws what ends the looking: an interruption, credentials that are refused, a host that gives no answer
 */
export function asRepositoryFailure(thrown: unknown): MigratorError {
  if (hasCode(thrown, 'permission', 'not-found', 'bad-answer', 'refused', 'input-file'))
    return thrown;
  throw toMigratorError(thrown);
}
