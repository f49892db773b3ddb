import { MigratorError } from '../kernel/errors.ts';

/** Two processes that start the same plan at once have both found no earlier migration. */
export function alreadyStarted(migration: string): MigratorError {
  return new MigratorError('state', `Another process has just started this plan as ${migration}`, {
    hint: `Watch it with: migrator status --migration ${migration} --watch`,
  });
}
