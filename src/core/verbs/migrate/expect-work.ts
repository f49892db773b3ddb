import { keptFor } from '../../choices/engine.ts';
import { type KeptOptions, migratesPullRequests } from '../../choices/kept-options.ts';
import { gatherFacts } from '../../forecast/gather-facts.ts';
import { requestCosts } from '../../forecast/request-costs.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { ExpectedWork } from '../../ports/records/run-results.ts';
import type { RunRequest } from '../../run/preflight/migrate-request.ts';
import { countSteps } from '../../run/repositories/engine-steps.ts';

/** The repositories of a run with what is known of their work, without any request: sizes, and what a deep scan has counted. */
export async function expectWork(job: {
  run: RunRequest;
  repositories: readonly PlannedRepository[];
  sources: ReadonlyMap<string, SourceRepository>;
  chosen: { readonly kept: KeptOptions };
}): Promise<readonly ({ source: string; target: string } & ExpectedWork)[]> {
  const { run, repositories, sources } = job;
  const { kept } = job.chosen;
  const isWanted = (one: PlannedRepository) => migratesPullRequests(kept, one);
  const wanted = repositories.filter(isWanted).flatMap(({ source }) => sources.get(source) ?? []);
  const known = await gatherFacts({
    source: run.services.source,
    workspace: run.plan.source.workspace,
    repositories: wanted,
    records: run.services.deepRecords,
    counts: false,
    signal: AbortSignal.any([run.signal, run.drain]),
    // Only the time left depends on it.
  }).catch(() => []);
  const facts = new Map(known.map((one) => [one.source, one.facts]));
  return repositories.map((planned) => {
    const { source, target } = planned;
    const own = keptFor(kept, planned);
    const named = {
      ...{ source, target, sizeBytes: sources.get(source)?.sizeBytes ?? null },
      ...(own.engine === 'archive' && { steps: countSteps(own) }),
    };
    if (!isWanted(planned)) return { ...named, pullRequests: 0, requests: 0 };
    const counted = facts.get(source) ?? null;
    if (counted === null) return { ...named, pullRequests: null, requests: null };
    if (own.engine === 'archive') return { ...named, pullRequests: counted.total, requests: 0 };
    const { creating } = requestCosts(kept.comments, counted, run.plan.source.kind);
    return { ...named, pullRequests: counted.total, requests: creating };
  });
}
