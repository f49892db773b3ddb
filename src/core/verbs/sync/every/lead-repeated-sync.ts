import { interrupted, type MigratorError, toMigratorError } from '../../../kernel/errors.ts';
import { formatClock } from '../../../kernel/format/format.ts';
import { type Migration, MigrationInUse } from '../../../ports/records/migration.ts';
import type { DueTimer } from '../../../ports/state/dispatcher.ts';
import type { SyncOutcome } from '../repository/sync-request.ts';
import { syncMigration } from '../sync.ts';
import { type RepeatedSync, readRepeatedSync, repeatedSyncRun } from './repeated-sync.ts';

interface LeadRepeatedSync extends Omit<Parameters<typeof repeatedSyncRun>[1], 'migration'> {
  readonly say: (line: string) => void;
}

/** Milliseconds until a sync is tried that another process leads, or that is of another source. */
const elsewherePause = 60_000;

/** Leads one sync of those that `sync --every` repeats, whose process is lost, and sets the time of the next one. */
export async function leadRepeatedSync(job: LeadRepeatedSync, due: DueTimer): Promise<void> {
  const { services, say } = job;
  const { clock, store, source } = services;
  const repeated = readRepeatedSync(due.taskOptions);
  const migration = await store.findMigration(due.migration);
  if (repeated === null || migration === null || migration.status === 'cancelled')
    return due.done();
  if (migration.source.kind !== source.kind) return due.again(clock.now() + elsewherePause);
  say(`Took over the sync of ${migration.id}: the process that ran it has ended`);
  const startedAt = clock.now();
  const end = await sync({ ...job, migration }, repeated);
  if (end === 'elsewhere') return due.again(clock.now() + elsewherePause);
  // Another worker takes it.
  if (end === 'left') return due.again(clock.now());
  if (end === 'switched') return due.done();
  const next = Math.max(startedAt + repeated.every, clock.now());
  await due.again(next);
  const ended = end === null ? 'has ended' : `has ended: ${end.message}`;
  say(`The sync of ${migration.id} ${ended}. The next one starts at ${formatClock(next)}`);
}

/** @returns why it ended early; `null`: it did not */
async function sync(
  job: LeadRepeatedSync & { migration: Migration },
  repeated: RepeatedSync,
): Promise<MigratorError | 'elsewhere' | 'left' | 'switched' | null> {
  try {
    const outcome = await syncMigration(repeatedSyncRun(repeated, job));
    const problem = problemOf(outcome);
    if (problem === null) return isSwitched(outcome) ? 'switched' : null;
    return problem.code === interrupted().code ? 'left' : problem;
  } catch (thrown) {
    if (thrown instanceof MigrationInUse) return 'elsewhere';
    const error = toMigratorError(thrown);
    return error.code === interrupted().code ? 'left' : error;
  }
}

function problemOf(outcome: SyncOutcome): MigratorError | null {
  if (outcome.kind === 'refused') return outcome.problems[0] ?? null;
  return outcome.stoppedBy;
}

/** A cut-over has ended what there was to sync. */
function isSwitched(outcome: SyncOutcome): boolean {
  if (outcome.kind === 'refused') return false;
  return outcome.repositories.length + outcome.unmigrated.length === 0;
}
