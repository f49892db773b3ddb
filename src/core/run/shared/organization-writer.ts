import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import { organization, type SharedRuns } from '../../ports/state/shared-run.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { withClaim } from '../control/with-claim.ts';

/** Milliseconds between two looks at whether another process has prepared the organization. */
const pause = 1000;

/** Lets one process at a time write about what all repositories share; the others wait. */
export function organizationWriter(options: {
  services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease' | 'waitingClock'>;
  runs: SharedRuns;
  migration: string;
  run: string;
  signal: AbortSignal;
}): <T>(use: (writer: RepositoryWriter) => Promise<T>) => Promise<T> {
  const { signal, ...claim } = options;
  return async (use) => {
    for (;;) {
      const done = await withClaim({ ...claim, source: organization }, async ({ writer }) => ({
        result: await use(writer),
      }));
      if (done !== 'elsewhere') return done.result;
      await options.services.waitingClock.sleep(pause, signal);
    }
  };
}
