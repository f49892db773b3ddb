import { count } from '../../../kernel/format/format.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { findCodeOwners } from '../../desired/prepare/commits.ts';
import type { Snapshot } from '../../reading/snapshot.ts';

/**
 * Says that the target will ask people for reviews. It does so by itself for an open pull request onto a branch with
 * CODEOWNERS, and that branch must stay as it is; nobody is asked to review a draft.
 * @param options.made numbers of those that are there already
 */
export async function warnOfCodeOwners(
  context: PullRequestContext,
  { snapshot, made }: { snapshot: Snapshot; made: ReadonlyMap<number, unknown> },
): Promise<void> {
  const { repository } = context;
  const arriving = new Map<string, number>();
  for (const number of snapshot.numbers) {
    if (made.has(number)) continue;
    const { state, isDraft, destination } = await snapshot.read(number);
    if (state !== 'open' || isDraft || destination.branch === null) continue;
    arriving.set(destination.branch, (arriving.get(destination.branch) ?? 0) + 1);
  }
  if (arriving.size === 0) return;
  const refs = await repository.readRefs();
  const tips = [...arriving.keys()].map((branch) => refs.get(`refs/heads/${branch}`) ?? null);
  const owned = await findCodeOwners(context, tips);
  const asked = [...arriving].filter((_, index) => owned.has(tips[index] ?? ''));
  const many = asked.reduce((sum, [, those]) => sum + those, 0);
  if (many === 0) return;
  repository.warn(`GitHub asks code owners to review ${count(many, 'migrated pull request')}`);
}
