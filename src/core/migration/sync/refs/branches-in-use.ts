import type { LeftBySync } from '../../../ports/events.ts';
import { branchesInUse } from '../pull-requests/standing.ts';
import type { SyncContext } from '../sync-context.ts';
import { type RefPlan, refText } from './plan-refs.ts';

/** A plan without the deletions that would close an open pull request of the target. */
export async function withoutInUse(
  { records }: Pick<SyncContext, 'records'>,
  plan: RefPlan,
): Promise<RefPlan> {
  if (plan.updates.every(({ to }) => to !== null)) return plan;
  const inUse = branchesInUse(await records.listObjects('pull-request'));
  const left: LeftBySync[] = [];
  const updates = plan.updates.filter(({ ref, to }) => {
    const number = inUse.get(ref);
    if (to !== null || number === undefined) return true;
    const reason = `deleted on the source; pull request ${number} is open on it`;
    left.push({ kind: 'note', subject: refText(ref), reason });
    return false;
  });
  return { ...plan, updates, left: [...plan.left, ...left] };
}
