import type { SharedRuns } from '../../../ports/state/shared-run.ts';
import type {
  EndOfRepository,
  RunOutcomes,
} from '../../../run/shared/other-processes/run-outcomes.ts';
import { takeResults } from '../../../work/take-results.ts';
import type { RepositoryOutcome } from '../repository/sync-request.ts';

/**
 * A repository has ended in a sync once its result is saved: its status stays that of its migration.
 * @param options.onEnded gets what other processes have synced
 */
export function syncedOutcomes(options: {
  readonly runs: Pick<SharedRuns, 'listResults' | 'dropResults' | 'hasResult'>;
  readonly migration: string;
  readonly run: string;
  readonly targets: ReadonlyMap<string, string>;
  readonly now: () => number;
  readonly onEnded: (end: RepositoryOutcome) => void;
}): RunOutcomes {
  const { runs, targets, now, onEnded } = options;
  const of = { migration: options.migration, run: options.run };
  async function news(): Promise<readonly EndOfRepository[]> {
    const taken = await takeResults({ runs, of, schema: { parse }, what: 'what was synced' });
    return taken.map(({ source, result }) => {
      onEnded(result);
      return eventOf(result, targets.get(source) ?? source, now());
    });
  }
  return {
    ...{ areFinal: true, news, missed: news },
    hasEnded: (source) => runs.hasResult({ ...of, source }),
    listSteps: async () => [],
  };
}

function eventOf(end: RepositoryOutcome, target: string, at: number): EndOfRepository {
  const { source: repository, outcome, sync, refs, reason, failure, milliseconds } = end;
  const isBad = outcome === 'failed' || outcome === 'skipped';
  return {
    ...{ type: 'repository-finished', repository, target, at, refs, reason, failure, milliseconds },
    outcome: isBad ? outcome : 'succeeded',
    ...{ lfsObjects: sync?.lfsObjects ?? null, pullRequests: null, webUrl: null },
    ...(sync !== null && { sync }),
  };
}

function parse(value: unknown): RepositoryOutcome {
  const end = value as Partial<RepositoryOutcome> | null;
  if (typeof end?.source === 'string' && typeof end.outcome === 'string')
    return end as RepositoryOutcome;
  throw new TypeError('no end of a sync');
}
