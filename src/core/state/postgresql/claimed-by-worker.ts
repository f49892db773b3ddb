import { safe } from '../../kernel/format/terminal-text.ts';
import { MigrationInUse } from '../../ports/records/migration.ts';
import type { Claim } from '../../ports/state/shared-run.ts';

/** A worker that no coordinator watches goes on with what it has begun. */
export function claimedByWorker(migration: string, claim: Claim): MigrationInUse {
  const who = `process ${claim.pid} on ${safe(claim.hostname)}`;
  return new MigrationInUse(
    'state',
    `Another process is working on migration ${migration}: ${who}`,
    {
      hint: `Stop that worker first, or wait for it: migrator status --migration ${migration} --watch`,
    },
  );
}
