import type { CutoverRun, SyncedOnce } from '../../cutover/cutover-request.ts';
import { inParallel } from '../../kernel/async/in-parallel.ts';
import { migratesPullRequests } from '../../migration/choices/settings.ts';
import { storedSettings } from '../../migration/stored-plan.ts';
import { syncMigration } from '../../migration/sync/sync.ts';
import type { SyncedRepository, SyncRun } from '../../migration/sync/sync-request.ts';
import { hasSynced } from '../../report/lines/sync-lines.ts';

/** Syncs as the command does, and judges for each repository whether both sides are equal now. */
export function syncOnce(run: Omit<SyncRun, 'repositories'>): CutoverRun['sync'] {
  const settings = storedSettings(run.migration);
  const withPullRequests = new Set(
    run.plan.repositories
      .filter((planned) => migratesPullRequests(settings, planned))
      .map(({ source }) => source),
  );
  return async (repositories) => {
    const outcome = await syncMigration({ ...run, repositories });
    if (outcome.kind === 'refused') {
      const [first] = outcome.problems;
      throw first ?? new TypeError('refused without a problem');
    }
    if (outcome.stoppedBy !== null) throw outcome.stoppedBy;
    return inParallel(outcome.repositories, { concurrency }, (one) =>
      judge(run, one, withPullRequests.has(one.source)),
    );
  };
}

const concurrency = 4;

async function judge(
  { services, plan, signal }: Pick<SyncRun, 'services' | 'plan' | 'signal'>,
  { source, outcome, reason, failure, sync }: SyncedRepository,
  needsPullRequests: boolean,
): Promise<SyncedOnce> {
  if (sync === null) return { source, hasChanged: false, problem: failure?.message ?? reason };
  const hasChanged = hasSynced(sync);
  const left = sync.left.find(({ kind }) => kind === 'conflict' || kind === 'refused');
  if (left !== undefined) {
    return { source, hasChanged, problem: `${left.subject}: ${left.reason}` };
  }
  if (needsPullRequests && sync.pullRequests === null) {
    // Nobody has looked whether they are the same.
    const name = { workspace: plan.source.workspace, slug: source };
    const count = await services.source.pullRequests.count({ ...name, signal });
    if (count > 0) return { source, hasChanged, problem: 'its pull requests were not synced' };
  }
  return { source, hasChanged, problem: outcome === 'failed' ? 'failed' : null };
}
