import { toFailure } from '../errors.ts';
import type { Migration } from '../model/migration.ts';
import type { Chosen } from './choose-settings.ts';
import type { Migrate } from './migrate.ts';
import { type Pending, pendingRepositories } from './pending-repositories.ts';
import { type PreflightResult, preflight } from './preflight.ts';
import { bringsPullRequests } from './settings.ts';

/** What a migration has still to do, as this run is asked for. */
export function findPending(run: Migrate, migration: Migration | null): Promise<Pending> {
  const { services, plan, reset, options } = run;
  const looksAgain = options.skipExisting || options.overwrite;
  return pendingRepositories({ store: services.store, plan, migration, reset, looksAgain });
}

/** Asks all that can be asked before anything is written, and tells what is in the way. */
export async function check(
  run: Migrate,
  asked: Pending & Chosen & { adoptsFound: boolean },
): Promise<PreflightResult> {
  const { settings, ...pending } = asked;
  const result = await preflight({
    services: run.services,
    workspace: run.plan.source.workspace,
    organization: run.plan.target.organization,
    ...pending,
    wantsPullRequests: pending.repositories.some((planned) =>
      bringsPullRequests(settings, planned),
    ),
    options: run.options,
    signal: AbortSignal.any([run.signal, run.drain]),
  });
  run.events.emit({ type: 'preflight-finished', problems: result.problems.map(toFailure) });
  return result;
}
