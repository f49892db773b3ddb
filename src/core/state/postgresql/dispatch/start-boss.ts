import type { PgBoss } from 'pg-boss';
import { MigratorError } from '../../../kernel/errors.ts';
import { checkServer } from '../lease/prepare-database.ts';
import type { QueueDatabase } from './queue-database.ts';
import { queueSchema } from './queue-names.ts';

/** pg-boss's own version of its schema, as the package that we are built with creates it (`pgboss.schema` in its package.json). */
export const bossSchemaVersion = 46;

/** Seconds between two looks for jobs whose process is silent; pg-boss does it in one process at a time. */
const superviseInterval = 3;
const monitorInterval = 2;
const day = 86_400;

/**
 * Starts pg-boss, which creates its schema or brings it up to date; of several programs at once one does it, and the others
 * wait. It polls and never listens: that, alone of what it does, needs a session that a pooler does not keep.
 * @throws `state` for a schema of a newer version
 */
export async function startBoss(database: QueueDatabase, place: string): Promise<PgBoss> {
  // Most of a megabyte, which runs of one process do without.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: database,
    schema: queueSchema,
    // Needs a right on the whole database, also where the schema is there.
    createSchema: !(await hasSchema(database)),
    useListenNotify: false,
    superviseIntervalSeconds: superviseInterval,
    monitorIntervalSeconds: monitorInterval,
    // Nothing of ours uses these.
    ...{ schedule: false, reindex: false, monitorVacuum: false, registerInstance: false },
    ...{ flowIntervalSeconds: day, openTelemetry: { enabled: false } },
  });
  // Of its timers: what they missed, the next pass does.
  boss.on('error', () => {});
  if (await boss.isInstalled()) checkBossVersion(await boss.schemaVersion(), place);
  else await checkServer(database.query, place);
  await boss.start();
  return boss;
}

/** A schema that somebody has created for us may be the only place where we may create anything. */
async function hasSchema({ query }: QueueDatabase): Promise<boolean> {
  const found = await query(`SELECT FROM pg_catalog.pg_namespace WHERE nspname = '${queueSchema}'`);
  return found.length > 0;
}

/** @throws `state` for a version above ours: an older program stops rather than misread what a newer one writes */
export function checkBossVersion(version: number | null, place: string): void {
  if ((version ?? 0) <= bossSchemaVersion) return;
  const what = `The queue in the database at ${place} was changed by a newer version of migrator`;
  throw new MigratorError('state', what, {
    hint: 'Install that version here, too. Nothing is lost.',
    retry: 'fatal',
  });
}
