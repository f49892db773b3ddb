import type { DeepRecords } from '../discovery/deep-scan/deep-records.ts';
import { deepFacts, newScan } from '../discovery/deep-scan/repository-scan.ts';
import { inParallel } from '../kernel/async/in-parallel.ts';
import { hasCode } from '../kernel/errors.ts';
import type { SourceRepository } from '../ports/records/repository.ts';
import type { SourceHost } from '../ports/source-host.ts';
import { estimatedFacts, factsOf } from './facts.ts';
import type { ForecastInput } from './forecast.ts';

/** Each is one request. */
const atATime = 4;

/**
 * Returns what is known of the pull requests of these repositories: all that a deep look has found out, where there was
 * one since they changed, and otherwise their number, for one request each. A repository that refuses is unknown.
 * @throws what concerns all repositories, `interrupted` among it
 */
export async function gatherFacts(options: {
  source: SourceHost;
  workspace: string;
  repositories: readonly SourceRepository[];
  /** Records of earlier deep scans. */
  records: DeepRecords;
  /** False: nothing is asked for, and what nobody has looked at is unknown. */
  counts: boolean;
  signal: AbortSignal;
}): Promise<readonly ForecastInput[]> {
  const { source, workspace, repositories, records, counts } = options;
  const together = { concurrency: atATime, signal: options.signal };
  return inParallel(repositories, together, async (repository, signal) => {
    const { id, slug, updatedAt } = repository;
    const recorded = await records.read({ workspace, id, updatedAt });
    const looked = deepFacts(newScan(repository, recorded));
    if (looked !== null) return { source: slug, facts: factsOf(looked) };
    if (!counts) return { source: slug, facts: null };
    try {
      const total = await source.pullRequests.count({ workspace, slug, signal });
      return { source: slug, facts: estimatedFacts(total) };
    } catch (error) {
      if (!hasCode(error, 'permission', 'not-found', 'bad-answer', 'refused')) throw error;
      return { source: slug, facts: null };
    }
  });
}
