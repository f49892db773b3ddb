import { keptKinds, resetMark } from '../../ports/records/migration.ts';
import type { ClaimWriter, SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import {
  isDataFlushed,
  isDocumentFlushed,
  isIntentFlushed,
  isResultFlushed,
  isStatusFlushed,
} from '../flushed.ts';
import { intentsOf, repositoryColumns, toCreatedObject } from '../rows.ts';
import { createAuditWriter } from './append-audit.ts';
import { claimedWhenKeptBack, renewClaim } from './claim.ts';
import type { FencedLease, WriterOptions } from './fenced-statements.ts';
import { renewLease } from './lease.ts';

/** Every write is one statement that looks at the fencing number first. */
export function createPostgresqlWriter(options: WriterOptions): MigrationWriter {
  return { ...writesOfMigration(options), ...writesOfEach(options) };
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
  return {
    ...writesOfRun(options),
    ...writesOfRepositories(options),
    ...writesOfIntents(options),
    ...writesOfResults(options),
    ...createAuditWriter(options),
  };
}

function writesOfMigration({ sql, place, migration, holder }: WriterOptions) {
  return {
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
      const since = await sql.runAndTell([keep], 'kept_since', { flushes }, isKept ? holder : null);
      const working = await sql.read((query) => claimedWhenKeptBack(query, migration));
      return { isShared: since > 0, working };
    },
    async setStatus(status) {
      const update = `UPDATE migrator.migration SET status = $3, updated_at = migrator.now_ms()
        FROM held WHERE id = $1`;
      await sql.run([update], status);
    },
    async resetRepositories(sources, change) {
      const { settings = null, planText = null } = change ?? {};
      const ours = 'migration = $1 AND repository = ANY ($5::text[])';
      const updates = [
        `UPDATE migrator.migration SET updated_at = migrator.now_ms(),
          status = CASE WHEN cardinality($5::text[]) > 0 THEN 'running' ELSE status END,
          settings = coalesce($3, settings), plan_text = coalesce($4, plan_text)
          FROM held WHERE id = $1`,
        `DELETE FROM migrator.step USING held WHERE ${ours}`,
        `UPDATE migrator.repository SET status = 'pending', refs = NULL, reason = NULL,
          failure = NULL, started_at = NULL, finished_at = NULL
          FROM held WHERE migration = $1 AND source = ANY ($5::text[])`,
        `UPDATE migrator.object SET data = '${resetMark}'
          FROM held WHERE ${ours} AND kind = 'repository'`,
      ];
      await sql.run(updates, settings, planText, sources);
    },
    async addRepositories(repositories, planText) {
      const updates = [
        `UPDATE migrator.migration SET status = 'paused', updated_at = migrator.now_ms(),
          plan_text = $3 FROM held WHERE id = $1`,
        `INSERT INTO migrator.repository (migration, source, position, target, status)
          SELECT $1, source, number + (
            SELECT coalesce(max(position), -1) FROM migrator.repository WHERE migration = $1
          ), target, 'pending'
          FROM held, unnest($4::text[], $5::text[]) WITH ORDINALITY AS added (source, target, number)
          ON CONFLICT DO NOTHING`,
      ];
      const sources = repositories.map(({ source }) => source);
      const targets = repositories.map(({ target }) => target);
      await sql.run(updates, planText, sources, targets);
    },
    renew: () => sql.renew((query, _, fence) => renewLease(query, { migration, fence, place })),
    async release() {
      // The row stays, expired: the next holder's fencing number must be larger than ours.
      await sql.run(['UPDATE migrator.lease SET expires_at = 0 FROM held WHERE migration = $1']);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfRun({ sql, holder, redactor }: WriterOptions) {
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
    checkHeld: () => sql.checkHeld(),
  } satisfies Partial<MigrationWriter>;
}

function writesOfRepositories({ sql, redactor }: WriterOptions) {
  return {
    async saveRepository(source, change) {
      const columns = repositoryColumns(redactor.data(change));
      const assignments = columns.map(([column], index) => `${column} = $${index + 4}`).join(', ');
      const update = `UPDATE migrator.repository SET ${assignments}
        FROM held WHERE migration = $1 AND source = $3`;
      const values = columns.map(([, value]) => value);
      const isFlushed = isStatusFlushed(change.status);
      if (columns.length === 0) await sql.checkHeld();
      else if (isFlushed) await sql.run([update], source, ...values);
      else await sql.note([update], source, ...values);
    },
    async saveStep(source, step) {
      const upsert = `INSERT INTO migrator.step SELECT $1, $3, $4, $5, $6, $7 FROM held
        ON CONFLICT (migration, repository, name) DO UPDATE SET
          status = excluded.status, summary = excluded.summary, data = excluded.data`;
      const { name, status, summary, data } = redactor.data(step);
      await sql.note([upsert], source, name, status, summary, data);
    },
    async forgetRepository(source) {
      const remove = `DELETE FROM migrator.object USING held
        WHERE migration = $1 AND repository = $3 AND kind <> ALL ($4::text[])`;
      await sql.run([remove], source, keptKinds);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfIntents({ sql, migration }: WriterOptions) {
  const recordIntents: MigrationWriter['recordIntents'] = async (source, kind, sourceIds, data) => {
    if (sourceIds.length === 0) return [];
    const upsert = `INSERT INTO migrator.object
      SELECT $1, $3, $4, source_id, (SELECT migrator.now_ms()), NULL, NULL, data
        FROM held, unnest($5::text[], $6::text[]) AS intent (source_id, data)
      ON CONFLICT (migration, repository, kind, source_id) DO UPDATE SET
        intended_at = excluded.intended_at, target_id = NULL, target_url = NULL,
        data = excluded.data
      RETURNING intended_at`;
    const flushes = isIntentFlushed(kind);
    const intendedAt = await sql.runAndTell(
      [upsert],
      'intended_at',
      { flushes },
      ...[source, kind, sourceIds, sourceIds.map((id) => data?.get(id) ?? null)],
    );
    return intentsOf(kind, { sourceIds, data, intendedAt });
  };
  return {
    async findObject(source, kind, sourceId) {
      const select = `SELECT * FROM migrator.object
        WHERE migration = $1 AND repository = $2 AND kind = $3 AND source_id = $4`;
      return sql.get(toCreatedObject, select, migration, source, kind, sourceId);
    },
    recordIntents,
    async forgetIntent(source, kind, sourceId) {
      const remove = `DELETE FROM migrator.object USING held WHERE migration = $1
        AND repository = $3 AND kind = $4 AND source_id = $5 AND target_id IS NULL`;
      await sql.run([remove], source, kind, sourceId);
    },
    async forgetObjects(source, kind, sourceIds) {
      if (sourceIds.length === 0) return;
      const remove = `DELETE FROM migrator.object USING held WHERE migration = $1
        AND repository = $3 AND kind = $4 AND source_id = ANY ($5::text[])`;
      await sql.run([remove], source, kind, sourceIds);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfResults({ sql }: WriterOptions) {
  const recordResults: MigrationWriter['recordResults'] = async (source, kind, results) => {
    if (results.length === 0) return;
    const update = `UPDATE migrator.object AS object SET target_id = made.target_id,
        target_url = made.target_url, data = coalesce(made.data, object.data)
      FROM held, unnest($5::text[], $6::text[], $7::text[], $8::text[])
        AS made (source_id, target_id, target_url, data)
      WHERE migration = $1 AND repository = $3 AND kind = $4 AND object.source_id = made.source_id`;
    const values = [
      ...[source, kind, results.map(({ sourceId }) => sourceId)],
      ...[results.map(({ targetId }) => targetId), results.map(({ targetUrl }) => targetUrl)],
      results.map(({ data }) => data ?? null),
    ];
    if (isResultFlushed(kind)) await sql.run([update], ...values);
    else await sql.note([update], ...values);
  };
  return {
    async recordResult(source, kind, sourceId, result) {
      await recordResults(source, kind, [{ sourceId, ...result }]);
    },
    recordResults,
    async saveDocument(source, kind, id, data) {
      const upsert = `INSERT INTO migrator.object
        SELECT $1, $3, $4, $5, (SELECT migrator.now_ms()), $5, '', $6 FROM held
        ON CONFLICT (migration, repository, kind, source_id) DO UPDATE SET
          intended_at = excluded.intended_at, target_id = excluded.target_id,
          target_url = excluded.target_url, data = excluded.data`;
      if (isDocumentFlushed(kind)) await sql.run([upsert], source, kind, id, data);
      else await sql.note([upsert], source, kind, id, data);
    },
    async saveObjectData(source, kind, sourceId, data) {
      const update = `UPDATE migrator.object SET data = $6 FROM held
        WHERE migration = $1 AND repository = $3 AND kind = $4 AND source_id = $5`;
      if (isDataFlushed(kind)) await sql.run([update], source, kind, sourceId, data);
      else await sql.note([update], source, kind, sourceId, data);
    },
  } satisfies Partial<MigrationWriter>;
}
