import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/core/clock.ts';
import type { StepName } from '../../src/core/events.ts';
import { newMigrationId, planDigest } from '../../src/core/migration/identity.ts';
import { planSchema } from '../../src/core/plan/plan-schema.ts';
import { Redactor } from '../../src/core/redact.ts';
import { databaseFileName } from '../../src/core/state/sqlite/open-database.ts';
import { SqliteStore } from '../../src/core/state/sqlite/sqlite-store.ts';
import type { Hosts } from '../hosts/messages.ts';

const done = 999;
const objects = 1_000_000;
/** Begins every name of a repository that is done, and of nothing else. */
export const donePrefix = 'finished-';

const steps: readonly StepName[] = [
  'fetch',
  'inspect',
  'create',
  'push',
  'pull-requests',
  'verify',
];

/**
 * A migration of 1,000 repositories in which one is left, with a million recorded objects.
 * @param last the slug of the one that is left
 * @returns its identifier
 */
export async function writeLargeState(options: {
  stateFolder: string;
  hosts: Hosts;
  last: string;
}): Promise<string> {
  const { stateFolder, hosts, last } = options;
  const names = Array.from({ length: done }, (_, index) => `${donePrefix}${index + 1}`);
  const planText = JSON.stringify({
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: hosts.workspace },
    target: { organization: hosts.organization },
    repositories: [...names, last].map((name) => ({ source: name, target: name })),
  });
  const plan = planSchema.parse(JSON.parse(planText));
  const now = systemClock.now();
  const id = newMigrationId(now, Math.random);
  const store = new SqliteStore({
    stateFolder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  });
  await store.createMigration(
    {
      id,
      planDigest: planDigest(plan),
      planText,
      source: plan.source,
      target: plan.target,
      settings: '{}',
      status: 'paused',
      createdAt: now,
      updatedAt: now,
    },
    plan.repositories,
  );
  await store.close();
  finish(join(stateFolder, databaseFileName), { id, now });
  return id;
}

/** By SQL, because through the store a million writes take minutes. */
function finish(path: string, { id, now }: { id: string; now: number }): void {
  using database = new DatabaseSync(path);
  database.exec('BEGIN');
  const isDone = `migration = '${id}' AND source GLOB '${donePrefix}*'`;
  database.exec(`UPDATE repository SET status = 'succeeded', refs = 12, started_at = ${now},
    finished_at = ${now}, web_url = 'https://github.com/acme/' || source WHERE ${isDone}`);
  for (const step of steps) {
    database.exec(`INSERT INTO step (migration, repository, name, status, summary)
      SELECT migration, source, '${step}', 'done', 'as it should be' FROM repository WHERE ${isDone}`);
  }
  const each = Math.ceil(objects / done);
  database.exec(`INSERT INTO object
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${each})
    SELECT migration, source,
      CASE WHEN n = 1 THEN 'repository' WHEN n % 5 = 0 THEN 'pull-request' ELSE 'comment' END,
      CASE WHEN n = 1 THEN '{' || source || '}' ELSE CAST(n AS TEXT) END,
      ${now}, CAST(100000000 + n AS TEXT),
      'https://github.com/acme/' || source || '/pull/' || n,
      '{"isDone":true,"state":"merged","changes":[],"leftImages":[],"comments":4}'
    FROM repository, count WHERE ${isDone}`);
  database.exec('COMMIT');
}
