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
import { outdatedImport } from '../../../replica/recorded/imports/import-documents.ts';
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
  const { rows: read, gone } = rows ?? noRows;
  const reason = 'Bitbucket no longer has it';
  report.left.push(
    ...gone.map((one) => ({ kind: 'note', subject: `pull request ${one}`, reason }) as const),
  );
  let rewritten: readonly number[] = [];
  if (read.size > 0) {
    await enter(fetchStep);
    rewritten = await findRewritten(repository, read, asked);
    await repository.keepMirror();
  }
  const outdated = {
    refs: plan.updates.length,
    pullRequests: await countOutdated(repository, { rewritten, read }),
  };
  if (outdated.refs + outdated.pullRequests > 0) report.outdated = outdated;
  if (data?.hasChanged === true) {
    await syncData(repository, data);
    const { target: host, targetName, signal } = repository;
    await requireLastWrite(host, { ...targetName, id: target.id, signal });
  }
  return [...read.keys()];
}

const noRows: Pick<PullRequestRows, 'rows' | 'gone'> = { rows: new Map(), gone: [] };

/** Adds up what this sync and earlier ones have found: no later one reads it again. */
async function countOutdated(
  { records }: SyncContext,
  {
    rewritten,
    read,
  }: { readonly rewritten: readonly number[]; readonly read: ReadonlyMap<number, unknown> },
): Promise<number> {
  const earlier = (await outdatedImport.read(records))?.numbers ?? [];
  const all = new Set([...earlier.filter((number) => !read.has(number)), ...rewritten]);
  const isSame = all.size === earlier.length && earlier.every((number) => all.has(number));
  if (!isSame) await outdatedImport.save(records, { numbers: [...all] });
  return all.size;
}
