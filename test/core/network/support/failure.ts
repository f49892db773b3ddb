import { MigratorError } from '../../../../src/core/kernel/errors.ts';

/** The error that a promise ends with; anything but a MigratorError fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<MigratorError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof MigratorError) return thrown;
  throw new Error(`a MigratorError was expected, not ${String(thrown)}`);
}
