import { hasSynced } from '../../report/lines/sync-lines.ts';
import type { CutoverRun, SyncedOnce } from '../../verbs/cutover/run/cutover-request.ts';
import type { SyncedRepository, SyncRun } from '../../verbs/sync/repository/sync-request.ts';
import { syncMigration } from '../../verbs/sync/sync.ts';
import { workersGoOnText } from '../migrate/workers-go-on.ts';

/** Syncs as the command does, and judges for each repository whether both sides are equal now. */
export function syncOnce(
  run: Omit<SyncRun, 'repositories'> & { readonly say: (line: string) => void },
): CutoverRun['sync'] {
  return async (repositories) => {
    const outcome = await syncMigration({ ...run, repositories });
    if (outcome.kind === 'refused') {
      const [first] = outcome.problems;
      throw first ?? new TypeError('refused, but no problem was reported');
    }
    if (outcome.isContinued) run.say(workersGoOnText(outcome.migration));
    if (outcome.stoppedBy !== null) throw outcome.stoppedBy;
    return outcome.repositories.map(judge);
  };
}

function judge({ source, outcome, reason, failure, sync }: SyncedRepository): SyncedOnce {
  if (sync === null) {
    const problem = failure?.message ?? reason ?? outcome;
    return { source, hasChanged: false, isOutdated: false, problem, hint: null };
  }
  const left = sync.left.find(({ kind }) => kind === 'conflict' || kind === 'refused');
  const problem = left === undefined ? null : `${left.subject}: ${left.reason}`;
  const found = { hasChanged: hasSynced(sync), isOutdated: sync.outdated !== undefined };
  return { source, ...found, problem, hint: left?.hint ?? null };
}
