import type { Refs } from '../../../../git/formats/refs.ts';
import type { RefUpdate } from '../../../../git/push/update-remote-refs.ts';
import type { MigratorError } from '../../../../kernel/errors.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { intendOwnBranches, requireOwnBranches } from '../../own-refs/intend-own-branches.ts';
import { intendKept, recordKept, updateRefs } from '../branches/update-refs.ts';
import { migrateLfsObjects } from './migrate-lfs-objects.ts';

/**
 * Pushes the branches that pull requests are opened between, for many of them at once. What holds something that the
 * target does not take (a file that is too large, a secret, an LFS object that is gone) is opened between substitutes.
 * @param options.isFirst no earlier attempt can have left branches on the target
 * @returns the batch as it can be opened
 */
export async function pushOpenings(
  context: PullRequestContext,
  batch: readonly PreparedPullRequest[],
  options: { isFirst: boolean },
): Promise<readonly PreparedPullRequest[]> {
  if (batch.length === 0) return [];
  const there: Refs = options.isFirst ? new Map() : await context.repository.targetRefs.list();
  await removeStale(context, batch, there);
  const updates = batch.flatMap((prepared) => updatesFor(prepared, there));
  await requireOwnBranches(context.repository, updates);
  await migrateLfsObjects(
    context,
    updates.flatMap(({ to }) => to ?? []),
  );
  await intendOwnBranches(context.repository, updates, there);
  const refused = await pushIsolating(context, { batch, there });
  const openable: PreparedPullRequest[] = [];
  for (const prepared of batch) {
    const failure = refused.get(prepared.number);
    openable.push(failure ? await substituteFor(context, prepared, failure) : prepared);
  }
  await recordKept(context, openable.flatMap(keptOf));
  return openable;
}

/**
 * The source may have changed since an earlier run pushed branches for a pull request that it did not get to open. Git cannot hold
 * `pr-1` and `pr-1/head` at the same time, not even in one push.
 */
async function removeStale(
  context: PullRequestContext,
  batch: readonly PreparedPullRequest[],
  there: Refs,
): Promise<void> {
  const { head, base, kept, keptBase } = context.branches;
  const stale = batch.flatMap(({ number, opening }) => {
    const used = [opening.base, opening.head].map(fullName);
    return [head, base, kept, keptBase]
      .map((nameOf) => `refs/heads/${nameOf(number)}`)
      .flatMap((ref) => {
        const expected = there.get(ref);
        return expected === undefined || used.includes(ref) ? [] : [{ ref, to: null, expected }];
      });
  });
  if (stale.length === 0) return;
  await requireOwnBranches(context.repository, stale);
  await updateRefs(context, stale);
  const { records } = context.repository;
  const refs = stale.map(({ ref }) => ref);
  await records.forgetObjects('branch', refs);
}

function keptOf({ opening }: PreparedPullRequest) {
  return [opening.base, opening.head].filter(({ kind }) => kind === 'kept');
}

async function substituteFor(
  context: PullRequestContext,
  prepared: PreparedPullRequest,
  failure: MigratorError,
): Promise<PreparedPullRequest> {
  if (prepared.asSubstitute === null) throw failure;
  const why = `GitHub does not accept its commits (${failure.message})`;
  const substitute = await prepared.asSubstitute(why);
  const there = await context.repository.targetRefs.list();
  const [again] = (await pushIsolating(context, { batch: [substitute], there })).values();
  if (again !== undefined) throw again;
  return substitute;
}

/** One that is refused may keep out all that came with it: halves show which one it was. */
async function pushIsolating(
  context: PullRequestContext,
  { batch, there }: { batch: readonly PreparedPullRequest[]; there: Refs },
): Promise<ReadonlyMap<number, MigratorError>> {
  const updatesOf = (prepared: PreparedPullRequest) => updatesFor(prepared, there);
  await intendKept(context, batch.flatMap(keptOf));
  const updates = batch.flatMap(updatesOf);
  await intendOwnBranches(context.repository, updates);
  const results = await context.repository.targetRefs.update(updates);
  // It says nothing of the commits: they are pushed again.
  const passing = results.find(({ failure }) => failure?.retry === 'yes')?.failure;
  if (passing != null) throw passing;
  const failures = new Map(results.map(({ ref, failure }) => [ref, failure]));
  const refused = batch.flatMap((prepared) => {
    const failure = updatesOf(prepared)
      .map(({ ref }) => failures.get(ref) ?? null)
      .find((one) => one !== null);
    return failure === undefined ? [] : [{ prepared, failure }];
  });
  if (refused.length <= 1) {
    return new Map(refused.map(({ prepared, failure }) => [prepared.number, failure]));
  }
  const again = refused.map(({ prepared }) => prepared);
  const half = Math.ceil(again.length / 2);
  const first = await pushIsolating(context, { batch: again.slice(0, half), there });
  const second = await pushIsolating(context, { batch: again.slice(half), there });
  return new Map([...first, ...second]);
}

/** Replaces what an earlier attempt to open the same pull request left there. */
function updatesFor({ opening }: PreparedPullRequest, there: Refs): readonly RefUpdate[] {
  return [opening.base, opening.head]
    .filter(({ kind }) => kind !== 'existing')
    .map((branch) => ({ ref: fullName(branch), to: branch.commit }))
    .map((update) => ({ ...update, expected: there.get(update.ref) ?? null }));
}
