import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { openServerFolder } from '../../helpers/postgresql/server-folder.ts';
import { startServer, type TestServer } from '../../helpers/postgresql/start-server.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';

type Row = Readonly<Record<string, unknown>>;

/** Describes what several processes share: a database on a server of its own, and the key of their markers. */
export interface SharedPlace extends AsyncDisposable {
  readonly server: TestServer;
  readonly database: TestDatabase;
  /** For each of them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the database; once more where the server has been restarted. */
  ask(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
}

export async function openSharedPlace(place: Pick<Workplace, 'write'>): Promise<SharedPlace> {
  const { folder, close } = openServerFolder();
  try {
    const server = await startServer(folder);
    const database = await openTestDatabase(server);
    let client: Client | null = null;
    async function asked(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
      const own = client ?? (await database.connect());
      client = own;
      try {
        return (await own.query<Row>(sql, [...values])).rows;
      } catch (error) {
        // Nobody has written anything yet.
        if ((error as { code?: unknown }).code === '42P01') return [];
        if (client === own) client = null;
        throw error;
      }
    }
    return {
      server,
      database,
      environment: {
        MIGRATOR_DATABASE_URL: database.url,
        MIGRATOR_MARKER_KEY_FILE: place.write('the.key', randomBytes(32).toString('hex')),
      },
      ask: (sql, ...values) => asked(sql, values).catch(() => asked(sql, values)),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** SQL's condition for claims of repositories, in place of those of what belongs to none. */
export const ofRepositories = `source <> '' AND source NOT LIKE '% %'`;

/** Of the one migration that it has. */
export async function newestId({ ask }: Pick<SharedPlace, 'ask'>): Promise<string> {
  const [row = {}] = await ask('SELECT id FROM migrator.migration ORDER BY created_at DESC');
  return String(row.id);
}
