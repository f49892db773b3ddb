import { MigratorError } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import { type LeaseHolder, MigrationInUse } from '../ports/records/migration.ts';

/** A living process has the lease. */
export function leasedByProcess(migration: string, holder: LeaseHolder): MigrationInUse {
  const who = `process ${holder.pid} on ${safe(holder.hostname)}`;
  return new MigrationInUse('state', `Migration ${migration} is already running as ${who}`, {
    hint: `Wait for it to end, or watch it with: migrator status --migration ${migration} --watch`,
  });
}

/** The lease has another fencing number by now. */
export function takenOver(migration: string): MigratorError {
  return new MigratorError('state', `Another process took over migration ${migration}`, {
    hint: 'This one has stopped writing. Nothing is lost.',
    retry: 'fatal',
  });
}
