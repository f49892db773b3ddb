import { areAncestors, mergeBases } from '../../../git/history/ancestry.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import { isOwn } from '../../desired/prepare/commits.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import { fullName } from '../../model/temporary-refs.ts';
import {
  type PullRequestRecord,
  readRecord,
  toRecordText,
} from '../../recorded/pull-requests/pull-request-record.ts';
import { requireOwnBranches } from '../own-refs/intend-own-branches.ts';
import { intendKept, recordKept, updateRefs } from '../pull-requests/branches/update-refs.ts';
import { migrateLfsObjects } from '../pull-requests/open/migrate-lfs-objects.ts';
import { changePullRequest, tryChange } from '../pull-requests/target/change-pull-request.ts';
import { intendMore, pushUpdates } from '../synced-refs/sync-refs.ts';
import type { PullRequestRows } from './find-changed-pull-requests.ts';
import type { OpenPullRequests } from './open-pull-requests.ts';

/** A pull request that is open on the target. */
interface OpenOne {
  /** On the source. */
  readonly number: number;
  readonly object: CreatedObject;
  readonly record: PullRequestRecord;
  /** The commit that its head will have. */
  readonly head: string;
}

/**
 * Open pull requests of the target whose base will contain their head once the branches are pushed: the target marks
 * them as merged then, whatever they are on the source.
 */
export async function findEndangered(
  repository: SyncContext,
  { context, known }: OpenPullRequests,
  { rows }: Pick<PullRequestRows, 'rows'>,
): Promise<readonly OpenOne[]> {
  const refs = await repository.readRefs();
  const open = [...known].flatMap(([number, object]): OpenOne[] => {
    const record = readRecord(object);
    if (record?.outcome !== 'open' || record.state === null) return [];
    const row = rows.get(number);
    const own = row !== undefined && isOwn(context, row) ? row.source.branch : null;
    const tip = refs.get(`refs/heads/${own ?? record.headBranch}`);
    return [{ number, object, record, head: tip ?? record.head }];
  });
  const baseOf = ({ record }: OpenOne) => refs.get(`refs/heads/${record.base}`) ?? '';
  const moving = open.filter((one) => {
    const base = baseOf(one);
    return base !== '' && base !== repository.listed.target.get(`refs/heads/${one.record.base}`);
  });
  const pairs = moving.map((one) => ({ ancestor: one.head, descendant: baseOf(one) }));
  const { history } = context;
  const isIn = await areAncestors({ ...repository.mirror, history, pairs });
  return moving.filter((_, index) => isIn[index] === true);
}

/** Rows of those as the source has them at this moment: a merge may have come after the look at the lists. */
export async function refreshRows(
  { source, sourceName, signal }: SyncContext,
  { rows }: Pick<PullRequestRows, 'rows'>,
  endangered: readonly OpenOne[],
): Promise<void> {
  for (const { number, record } of endangered) {
    if (rows.get(number)?.state === 'merged') continue;
    const row = await source.pullRequests.find({ ...sourceName, number, signal });
    if (row !== null && row.revision !== record.revision) rows.set(number, row);
  }
}

/**
 * Closes what the source has declined, and gives a base of its own to what is open there, before a push of their bases
 * merges them.
 */
export async function keepUnmerged(
  repository: SyncContext,
  { context }: OpenPullRequests,
  { rows, endangered }: Pick<PullRequestRows, 'rows'> & { endangered: readonly OpenOne[] },
): Promise<void> {
  for (const one of endangered) {
    const now = rows.get(one.number)?.state ?? 'open';
    if (now === 'merged') continue;
    context.stopIfDraining();
    const number = Number(one.object.targetId);
    if (!(await isBetweenOurs(repository, one))) continue;
    if (now !== 'open') {
      await changePullRequest(repository, { number, change: { state: 'closed' } });
    } else await moveToOwnBase(repository, context, one);
  }
}

/** A pull request that people gave another base is not merged by a push of the one that it had. */
async function isBetweenOurs(
  { target, targetName, signal }: SyncContext,
  { object, record }: OpenOne,
): Promise<boolean> {
  const name = { ...targetName, number: Number(object.targetId), signal };
  const onTarget = await target.pullRequests.find(name);
  return onTarget !== null && onTarget.base.branch === record.base;
}

async function moveToOwnBase(
  repository: SyncContext,
  context: OpenPullRequests['context'],
  one: OpenOne,
): Promise<void> {
  const { records, listed, mirror } = repository;
  const { number, record } = one;
  const before = listed.target.get(`refs/heads/${record.base}`) ?? '';
  const pairs = [{ a: one.head, b: before }];
  const [commit = null] = await mergeBases({ ...mirror, history: context.history, pairs });
  const base = context.branches.keptBase(number);
  if (commit !== null && commit !== one.head) {
    await intendKept(context, [{ branch: base }]);
    const expected = (await repository.targetRefs.list()).get(fullName({ branch: base })) ?? null;
    const update = { ref: fullName({ branch: base }), to: commit, expected };
    await requireOwnBranches(repository, [update]);
    await updateRefs(context, [update]);
    await recordKept(context, [{ branch: base, commit }]);
    const request = { number: Number(one.object.targetId), change: { base } };
    const { refusal } = await tryChange(repository, request);
    if (refusal === null) {
      const data = toRecordText({ ...record, base });
      await records.saveObjectData('pull-request', one.object.sourceId, data);
      return;
    }
  }
  repository.report.left.push({
    kind: 'note',
    subject: `pull request ${number}`,
    reason: `${record.base} contains its commits now: GitHub marks it as merged`,
  });
}

/**
 * Moves heads to their last commits where the source has deleted the branch since: the pull request would keep, or end with,
 * the commits of the last sync.
 */
export async function pushFinalHeads(
  repository: SyncContext,
  open: OpenPullRequests,
  prepared: readonly PreparedPullRequest[],
): Promise<void> {
  const { context } = open;
  const updates = await finalHeads(repository, open, prepared);
  if (updates.length === 0) return;
  await migrateLfsObjects(
    context,
    updates.map(({ to }) => to),
  );
  await intendMore(repository, updates);
  await pushUpdates(repository, updates);
}

async function finalHeads(
  { readRefs, journal, listed }: SyncContext,
  { context, known }: OpenPullRequests,
  prepared: readonly PreparedPullRequest[],
) {
  const refs = await readRefs();
  const baseline = journal.current().refs;
  const openThere = [...known].flatMap(([number, object]) => {
    const record = readRecord(object);
    return record?.outcome === 'open' ? [{ number, headBranch: record.headBranch }] : [];
  });
  const wanted = prepared.filter(({ number }) => openThere.some((one) => one.number === number));
  const numbers = new Set(wanted.map(({ number }) => number));
  // Open from the same branch, and unchanged: its commits are those that the branch has.
  const others = new Set(
    openThere.filter(({ number }) => !numbers.has(number)).map(({ headBranch }) => headBranch),
  );
  // Several may have come from one branch: it ends where the newest of them did, or the one that is still open.
  const inOrder = wanted.sort(
    (one, other) => Number(one.outcome === 'open') - Number(other.outcome === 'open'),
  );
  const found = inOrder.flatMap(({ opening, pullRequest }) => {
    if (pullRequest === null || !isOwn(context, pullRequest)) return [];
    const branch = pullRequest.source.branch ?? '';
    const ref = `refs/heads/${branch}`;
    const expected = listed.target.get(ref);
    // What the source still has is pushed with the other branches, and what others have moved stays.
    if (refs.has(ref) || expected === undefined || baseline.get(ref) !== expected) return [];
    const to = opening.head.commit;
    return to === '' || to === expected || others.has(branch) ? [] : [{ ref, to, expected }];
  });
  return [...new Map(found.map((one) => [one.ref, one])).values()];
}
