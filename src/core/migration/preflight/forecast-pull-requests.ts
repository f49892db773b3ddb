import type { ForecastInput } from '../../forecast/forecast.ts';
import { gatherFacts } from '../../forecast/gather-facts.ts';
import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { type MigrationSettings, migratesPullRequests } from '../choices/settings.ts';
import type { MigrationServices } from '../migration-context.ts';
import type { PreflightResult } from './preflight.ts';

/**
 * What is known of the pull requests that a run would bring over: of those repositories that are not done and not
 * left as they are.
 * @returns `null` where there is none to ask about
 * @throws what concerns all repositories of the source
 */
export async function forecastPullRequests(options: {
  services: MigrationServices;
  plan: Plan;
  settings: MigrationSettings;
  pending: readonly PlannedRepository[];
  preflight: PreflightResult;
  /** Whether those that nobody has looked at are asked for their number. */
  counts: boolean;
  signal: AbortSignal;
}): Promise<readonly ForecastInput[] | null> {
  const { services, plan, settings, pending, preflight, signal } = options;
  const repositories: SourceRepository[] = [];
  for (const planned of pending) {
    const found = preflight.sources.get(planned.source);
    const isAhead = found !== undefined && !preflight.existing.has(planned.source);
    if (isAhead && migratesPullRequests(settings, planned)) repositories.push(found);
  }
  if (repositories.length === 0) return null;
  return gatherFacts({
    source: services.source,
    workspace: plan.source.workspace,
    repositories,
    records: services.deepRecords,
    counts: options.counts,
    signal,
  });
}
