import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { SavedResult, SharedRuns } from '../../../ports/state/shared-run.ts';
import type { EndOfRepository, RunEnds } from '../../shared/others/run-ends.ts';
import type { SyncEnd } from '../repository/sync-request.ts';

/** Results at a time. */
const most = 100;

/**
 * A repository has ended in a sync once its result is saved: its status stays that of its migration.
 * @param options.onEnded gets what other processes have synced
 */
export function syncedEnds(options: {
  readonly runs: Pick<SharedRuns, 'listResults' | 'dropResults' | 'hasResult'>;
  readonly migration: string;
  readonly run: string;
  readonly targets: ReadonlyMap<string, string>;
  readonly now: () => number;
  readonly onEnded: (end: SyncEnd) => void;
}): RunEnds {
  const { runs, targets, now, onEnded } = options;
  const of = { migration: options.migration, run: options.run };
  async function news(): Promise<readonly EndOfRepository[]> {
    const saved = await runs.listResults(of, most);
    if (saved.length === 0) return [];
    const ends = saved.map(parse);
    for (const end of ends) onEnded(end);
    const sources = saved.map(({ source }) => source);
    await runs.dropResults(of, sources);
    const ended = ends.map((end) => eventOf(end, targets.get(end.source) ?? end.source, now()));
    return saved.length < most ? ended : [...ended, ...(await news())];
  }
  return {
    ...{ areFinal: true, news, missed: news },
    hasEnded: (source) => runs.hasResult({ ...of, source }),
    listSteps: async () => [],
  };
}

function eventOf(end: SyncEnd, target: string, at: number): EndOfRepository {
  const { source: repository, outcome, sync, refs, reason, failure, milliseconds } = end;
  const isBad = outcome === 'failed' || outcome === 'skipped';
  return {
    ...{ type: 'repository-finished', repository, target, at, refs, reason, failure, milliseconds },
    outcome: isBad ? outcome : 'succeeded',
    ...{ lfsObjects: sync?.lfsObjects ?? null, pullRequests: null, webUrl: null },
    ...(sync !== null && { sync }),
  };
}

/** @throws `state` for what is no result of this program */
function parse({ source, text }: SavedResult): SyncEnd {
  try {
    const end = JSON.parse(text) as SyncEnd;
    if (end.source === source && typeof end.outcome === 'string') return end;
  } catch {
    // Reported below.
  }
  throw new MigratorError(
    'state',
    `Cannot read what another process has synced of ${safe(source)}`,
    {
      hint: 'Install one version of the program on all machines, then run the command again.',
      retry: 'fatal',
    },
  );
}
