import { createHmac } from 'node:crypto';
import { MigratorError } from '../../../kernel/errors.ts';
import type { MarkerKey } from '../../marker-key.ts';
import { type Row, textOrNull, whole } from '../../read-column.ts';
import { inTransaction, type Query } from '../connection/database-connection.ts';
import { schemaSql, schemaVersion, upgrades } from './schema.ts';

/** PostgreSQL's oldest release that is still maintained in 2026, as the server numbers it. */
const oldestServer = 14;

/**
 * Tells whether anything was ever written.
 * @throws `state` if a newer version of this program wrote it
 */
export async function isPrepared(query: Query, place: string): Promise<boolean> {
  // Not to_regclass(), which remembers within a connection that there was none.
  const [found] = await query(
    `SELECT EXISTS (
       SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = 'migrator' AND relname = 'about'
     ) AS is_there`,
  );
  if (found?.is_there !== true) return false;
  const [about] = await query('SELECT version FROM migrator.about');
  if (about === undefined) return false;
  checkVersion(about, place);
  return true;
}

/** @throws `state` for a version above ours: an older program stops rather than misread what a newer one writes */
export function checkVersion(about: Row, place: string): number {
  const version = whole(about, 'version');
  if (version <= schemaVersion) return version;
  const what = `The state in the database at ${place} was written by a newer version of migrator`;
  throw new MigratorError('state', what, {
    hint: 'Install that version here, too. Nothing was changed.',
    retry: 'fatal',
  });
}

/**
 * Creates the shape or brings it up to date; of several programs at once one does it, and the others wait.
 * @throws `state` for a database of a newer version, an old server, or another encoding than UTF-8
 */
export async function prepareDatabase(query: Query, place: string): Promise<void> {
  const isReady = (await isPrepared(query, place)) && (await isCurrent(query));
  if (isReady) return;
  await checkServer(query, place);
  await inTransaction(query, async () => {
    await query(`SELECT pg_advisory_xact_lock(hashtext('migrator schema'))`);
    if (!(await isPrepared(query, place))) {
      await query(schemaSql);
      return;
    }
    const [about = {}] = await query('SELECT version FROM migrator.about');
    for (let from = whole(about, 'version'); from < schemaVersion; from += 1) {
      await query(upgrades[from] ?? '');
    }
    await query('UPDATE migrator.about SET version = $1', schemaVersion);
  });
}

async function isCurrent(query: Query): Promise<boolean> {
  const [about = {}] = await query('SELECT version FROM migrator.about');
  return whole(about, 'version') === schemaVersion;
}

/** @throws `state` where this program cannot keep a state */
export async function checkServer(query: Query, place: string): Promise<void> {
  const [server = {}] = await query(
    `SELECT current_setting('server_version_num')::integer AS version,
      current_setting('server_encoding') AS encoding`,
  );
  const major = Math.trunc(whole(server, 'version') / 10_000);
  if (major < oldestServer) {
    const what = `The database at ${place} is PostgreSQL ${major}, older than ${oldestServer}`;
    throw new MigratorError('state', what, { hint: 'Upgrade the server, or use another one.' });
  }
  if (server.encoding !== 'UTF8') {
    const what = `The database at ${place} is not encoded in UTF-8`;
    throw new MigratorError('state', what, {
      hint: "Create one that is: CREATE DATABASE migrator ENCODING 'UTF8' TEMPLATE template0.",
    });
  }
}

/** Recognises a key, and reveals nothing of it. */
function fingerprintOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('fingerprint of a marker key').digest('hex').slice(0, 32);
}

/**
 * Makes sure that all who write to this database sign with one key: with another, a program would not recognise what the
 * others have created.
 * @param keys of this machine; the first one to write may create its key
 * @throws `state` for another key, or none where the database knows one
 */
export async function checkMarkerKey(
  query: Query,
  place: string,
  keys: MarkerKey,
  use: 'read' | 'write' = 'write',
): Promise<void> {
  const [about = {}] = await query('SELECT marker_key FROM migrator.about');
  const isKnown = textOrNull(about, 'marker_key') !== null;
  if (isKnown && !keys.has())
    throw otherKey(`This machine has no marker key, but the database at ${place} has one`);
  if (!isKnown && use === 'read') return;
  const own = fingerprintOf(await keys.load());
  const [kept = {}] = isKnown
    ? [about]
    : await query(
        'UPDATE migrator.about SET marker_key = coalesce(marker_key, $1) RETURNING marker_key',
        own,
      );
  if (kept.marker_key !== own)
    throw otherKey(`This machine's marker key differs from the one in the database at ${place}`);
}

function otherKey(message: string): MigratorError {
  return new MigratorError('state', message, {
    hint: 'Copy marker.key from the state folder of the machine that started the migration, and set MIGRATOR_MARKER_KEY_FILE to it.',
    retry: 'fatal',
  });
}
