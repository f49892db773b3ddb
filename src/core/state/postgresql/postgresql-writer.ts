import type { ClaimWriter, SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { writesOfMigration, writesOfObjects, writesOfRepositories } from '../both/writes.ts';
import { createAuditWriter } from './append-audit.ts';
import { claimedWhenKeptBack, renewClaim } from './claim.ts';
import type { FencedLease, WriterOptions } from './lease/fenced-statements.ts';
import { renewLease } from './lease/lease.ts';

/** Every write is one statement that looks at the fencing number first. */
export function createPostgresqlWriter(options: WriterOptions): MigrationWriter {
  return { ...leadingWrites(options), ...writesOfEach(options) };
}

/** The same about one repository, by its claim. */
export function createClaimWriter(
  options: WriterOptions & Pick<FencedLease, 'lost'>,
): Omit<ClaimWriter, 'id' | 'previous' | 'saveResult'> {
  const { sql, place, lost } = options;
  return {
    ...writesOfEach(options),
    async renew() {
      const renewed = await sql.renew((query, migration, fence) =>
        renewClaim(query, { migration, fence, place }),
      );
      if (renewed === null) throw lost();
      return renewed;
    },
    async release() {
      // The row stays, expired: the next one has to know whose it was.
      await sql.run([
        'UPDATE migrator.claim SET expires_at = 0 FROM held WHERE migration = $1 AND fence = $2',
      ]);
    },
  };
}

function writesOfEach(options: WriterOptions) {
  const { sql, ...writing } = options;
  return {
    ...writesOfRepositories({ ...writing, database: sql }),
    ...writesOfObjects({ ...writing, database: sql }),
    ...createEventWriter(options),
    ...createAuditWriter(options),
  };
}

function leadingWrites({ sql, place, migration, holder, redactor }: WriterOptions) {
  return {
    ...writesOfMigration({ database: sql, migration, redactor }),
    share: async (run: SharedRun | null) => {
      const remove = 'DELETE FROM migrator.run USING held WHERE migration = $1';
      const save = `INSERT INTO migrator.run AS run (migration, id, task, options)
        SELECT $1, $3, $4, $5 FROM held
        ON CONFLICT (migration) DO UPDATE SET id = excluded.id, task = excluded.task,
          options = excluded.options, is_held = false, kept_by = NULL`;
      const dropEarlier = `DELETE FROM migrator.run_result USING held
        WHERE migration = $1 AND run <> $3`;
      if (run === null) await sql.run([remove]);
      else await sql.run([save, dropEarlier], run.id, run.task, run.options);
    },
    keepBack: async (isKept: boolean) => {
      const keep = `UPDATE migrator.run SET kept_by = $3, kept_since = migrator.now_ms()
        FROM held WHERE migration = $1 RETURNING kept_since`;
      const flushes = true;
      const since = await sql.runForLargest(
        [keep],
        'kept_since',
        { flushes },
        isKept ? holder : null,
      );
      const working = await sql.read((query) => claimedWhenKeptBack(query, migration));
      return { isShared: since > 0, working };
    },
    renew: () => sql.renew((query, _, fence) => renewLease(query, { migration, fence, place })),
    async release() {
      // The row stays, expired: the next holder's fencing number must be larger than ours.
      await sql.run(['UPDATE migrator.lease SET expires_at = 0 FROM held WHERE migration = $1']);
    },
  } satisfies Partial<MigrationWriter>;
}

function createEventWriter({ sql, holder, redactor }: WriterOptions) {
  let events = 0;
  return {
    async appendEvent(event) {
      events += 1;
      // Sent once more after a lost answer, it is the same event.
      const insert = `INSERT INTO migrator.event (migration, type, body, writer)
        SELECT $1, $3, $4, $5 FROM held ON CONFLICT (writer) DO NOTHING`;
      const body = JSON.stringify(redactor.data(event));
      await sql.note([insert], event.type, body, `${holder} ${events}`);
    },
  } satisfies Partial<MigrationWriter>;
}
