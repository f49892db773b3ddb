import { requireLastWrite } from '../../../journal/require-last-write.ts';
import { findRewritten } from '../../../replica/apply/archive/find-rewritten.ts';
import { compareData, syncData } from '../../../replica/apply/data/sync-data.ts';
import { fetchStep } from '../../../replica/apply/steps/fetch.ts';
import {
  findChangedPullRequests,
  type PullRequestRows,
} from '../../../replica/apply/synced-pull-requests/find-changed-pull-requests.ts';
import { planFor } from '../../../replica/apply/synced-refs/sync-refs.ts';
import type { Step } from '../../../replica/context/step.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';
import type { KnownRows } from '../../../replica/diff/pull-requests/changed-rows.ts';
import { readRecord } from '../../../replica/recorded/pull-requests/pull-request-record.ts';
import { requireTarget } from './target.ts';

interface Comparing {
  readonly repository: SyncContext;
  readonly asked: Pick<KnownRows, 'reread' | 'also'>;
  readonly enter: (step: Step<SyncContext>) => Promise<void>;
}

/**
 * Compares the source with what was imported of it, and says in the report what is out of date: an import changes no repository,
 * so a cut-over imports it again. Only the repository's data are changed in place.
 * @returns numbers of the pull requests that were read whole
 * @throws MigratorError where the target is gone, or open although it follows
 */
export async function compareImported({
  repository,
  asked,
  enter,
}: Comparing): Promise<readonly number[]> {
  const { report } = repository;
  const plan = await planFor(repository, repository.listed.source);
  report.left.push(...plan.skipped);
  const data = await compareData(repository);
  const target = await requireTarget(repository, data);
  const rows = repository.wantsPullRequests
    ? await findChangedPullRequests(repository, asked)
    : null;
  const { changed, unsure } = rows === null ? noRows : judgeRows(rows);
  let rewritten: readonly number[] = [];
  if (unsure.size > 0) {
    await enter(fetchStep);
    rewritten = await findRewritten(repository, unsure);
    await repository.keepMirror();
  }
  const outdated = {
    refs: plan.updates.length,
    pullRequests: changed.length + rewritten.length,
  };
  if (outdated.refs + outdated.pullRequests > 0) report.outdated = outdated;
  if (data?.hasChanged === true) {
    await syncData(repository, data);
    const { target: host, targetName, signal } = repository;
    await requireLastWrite(host, { ...targetName, id: target.id, signal });
  }
  return [...unsure.keys()];
}

const noRows = { changed: [], unsure: new Map() } as const;

/** Tells apart those that the list shows as changed, and those that have to be read for it. Pure. */
function judgeRows({ rows, known }: PullRequestRows) {
  const isSame = (number: number, revision: string | undefined) => {
    const row = known.get(number);
    const record = row === undefined ? null : readRecord(row);
    return record !== null && revision !== undefined && record.revision === revision;
  };
  const { same = [], changed = [] } = Object.groupBy([...rows], ([number, { revision }]) =>
    isSame(number, revision) ? 'same' : 'changed',
  );
  return { changed: changed.map(([number]) => number), unsure: new Map(same) };
}
